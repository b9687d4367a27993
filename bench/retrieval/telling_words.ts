import { wordsOf } from './words.ts';

/** How many words stand for a passage when an engine has no `like` form of its own. */
export const TELLING_WORDS = 48;

/** Document frequencies of the words of a collection. */
export function countDocuments(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * The words that say most about a passage: by frequency in it times inverse document frequency, as others would build `like`.
 * @param words of the passage, with repeats
 * @param documents how many of `total` documents hold a word; words that none holds are left out
 */
export function tellingWords(
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
