/** Whether a language range admits a language: basic filtering, RFC 4647 3.3.1. Both are in lower case. */
export function isInRange(language: string, range: string): boolean {
  return language === range || language.startsWith(`${range}-`);
}

/**
 * The range that finds the pages of a site that a reader can read: of the first wanted language that has any, the most special range
 * that admits a page (RFC 4647 3.4). A reader of `en-US` is content with `en`, and with `en-GB` where there is no other.
 *
 * @param wanted BCP 47, in the reader's order
 * @param languages of the pages, BCP 47, without repeats
 * @returns null: no wanted language has pages, or all pages are in it, so that there is nothing to narrow
 * @example readersRange(['en-US'], ['en', 'fr']) // 'en'
 */
export function readersRange(wanted: readonly string[], languages: readonly string[]): string | null {
  for (const tag of wanted) {
    // Pages say `en_US` too.
    const subtags = tag.toLowerCase().split(/[-_]/);
    for (let length = subtags.length; length > 0; length--) {
      const range = subtags.slice(0, length).join('-');
      const admitted = languages.filter((language) => isInRange(language.toLowerCase(), range));
      if (admitted.length === 0) continue;
      if (admitted.length === languages.length) return null;
      return admitted.find((language, _, { length: many }) => many === 1 || language.toLowerCase() === range) ?? range;
    }
  }
  return null;
}
