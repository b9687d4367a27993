import { wordsOf } from './words.ts';

/** Number of words that replace a passage for an engine without a `like` form. */
export const DISTINCTIVE_WORDS = 48;

/** Document frequencies of the words of a collection. */
export function countDocuments(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * The most distinctive words of a passage by TF-IDF: its usual replacement for `like`.
 * @param words of the passage, with repeats
 * @param documents number of the `total` documents that hold a word; words in no document are left out
 */
export function distinctiveWords(
  words: readonly string[],
  documents: ReadonlyMap<string, number>,
  total: number,
  limit: number,
): string[] {
  const frequencies = new Map<string, number>();
  for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  return [...frequencies]
    .flatMap(([word, frequency]) => {
      const held = documents.get(word);
      return held === undefined ? [] : [{ word, weight: frequency * Math.log(1 + total / held) }];
    })
    .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
    .slice(0, limit)
    .map(({ word }) => word);
}
