/** The kinds of query that are timed, in the order of the tables. */
export const QUERY_CLASSES = [
  'one rare word',
  'one common word',
  'two words, all',
  'two words, any',
  '(A all B) or (C not D)',
  'word + tag filter',
  'facets over all matches',
  'like, 300 words',
  'no match',
] as const;
export type QueryClass = (typeof QUERY_CLASSES)[number];
