/** What of a sender's `about` the public may see: a page's path, a tool's name, or null. */
export type PublicAbout = (about: string | null) => string | null;

export interface Subjects {
  /** Names of the site's declared tools. */
  readonly tools: readonly string[];
  /** The path of the page with this path, canonical address or alias, or null. */
  readonly pageNamed: (name: string) => string | null;
}

/**
 * Shows an `about` only when it names a page or a declared tool of the site, as that page's path or that tool's name,
 * so that spellings merge: text of strangers is for the owner alone.
 */
export function createPublicAbout({ tools, pageNamed }: Subjects): PublicAbout {
  const declared = new Set(tools);
  return (about) => {
    if (about === null || about === '') return null;
    if (declared.has(about)) return about;
    const page = pageNamed(about);
    if (page !== null || !about.startsWith('/')) return page;
    return about === '/' ? pageNamed('index') : pageNamed(about.slice(1));
  };
}
