import type { Corpus } from '../../corpus/corpus.ts';

/** Counts by collection number, 0 being none. @param numberOf the collection number of an element; by default itself */
export function countByCollection(
  elements: Iterable<number>,
  { settings }: Corpus,
  numberOf: (element: number) => number = (element) => element,
): number[] {
  const counts = new Array<number>(settings.collections.length + 1).fill(0);
  for (const element of elements) counts[numberOf(element)]!++;
  return counts;
}
