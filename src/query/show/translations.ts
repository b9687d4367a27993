import type { Corpus, PageId, Translation } from '../../corpus/corpus.ts';

/** Members of a group that are looked at: one text may be on thousands of pages. */
const MOST_MEMBERS = 1_024;

/**
 * A page and its translations: of its version the first page in each language, in the order in which one speaks for all. The list is
 * the same for each of its pages.
 * @returns empty for a page that no other language has, and for a second one of its version and language
 */
export function translationsOf(
  { copies, pages }: Pick<Corpus, 'copies' | 'pages'>,
  page: PageId,
): readonly Translation[] {
  const group = copies.group[page] ?? 0;
  if (group === 0) return [];
  const version = copies.version[page] ?? 0;
  const byLanguage = new Map<number, PageId>();
  for (const member of copies.members(group - 1).subarray(0, MOST_MEMBERS)) {
    const language = pages.language[member]!;
    if ((copies.version[member] ?? 0) === version && !byLanguage.has(language)) byLanguage.set(language, member);
  }
  if (byLanguage.size < 2 || byLanguage.get(pages.language[page]!) !== page) return [];
  return [...byLanguage].map(([language, member]) => {
    return { page: member, language: pages.languages[language]!, path: copies.path(copies.place[member]!) };
  });
}
