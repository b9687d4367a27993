import { FIELDS, type FieldName } from '../../corpus/index/fields.ts';
import type { FieldOrAll } from '../match/postings.ts';
import type { Asked, AskedWord } from './asked.ts';

/** Furthest distance of the second word from the first, in positions, in the query and on a page. */
export const FURTHEST = 3;
/** Most pairs that are looked for: those of the rarest words. */
export const MOST_PAIRS = 24;

/** Two words that follow each other in the query, by index. */
export interface Pair {
  readonly first: number;
  readonly second: number;
  readonly field: FieldOrAll;
  /** How often the query has the pair. */
  times: number;
}

/** Distinct pairs of neighbouring words that the site has; at most `MOST_PAIRS`, the rarest and most frequent in the query. */
export function choosePairs({ texts, words }: Asked): Pair[] {
  if (words.length < 2) return [];
  const distinct = new Map<number, Pair>();
  const pairs: Pair[] = [];
  for (const { field, places } of texts) {
    const inField = (1 + FIELDS.indexOf(field as FieldName)) * words.length;
    for (let i = 1; i < places.length; i++) {
      const { word: first, position } = places[i - 1]!;
      const { word: second, position: after } = places[i]!;
      if (after - position > FURTHEST || words[first]!.rarity === 0 || words[second]!.rarity === 0) continue;
      const key = (inField + first) * words.length + second;
      const known = distinct.get(key);
      if (known === undefined) {
        const pair = { first, second, field, times: 1 };
        distinct.set(key, pair);
        pairs.push(pair);
      } else known.times++;
    }
  }
  return pairs.length <= MOST_PAIRS ? pairs : heaviest(pairs, words);
}

/** The `MOST_PAIRS` with the greatest weights, the greatest first; of equal ones those that come first in the query. */
function heaviest(pairs: readonly Pair[], words: readonly AskedWord[]): Pair[] {
  const chosen: Pair[] = [];
  const weights: number[] = [];
  for (const pair of pairs) {
    const weight = pair.times * (words[pair.first]!.rarity + words[pair.second]!.rarity);
    let at = chosen.length;
    if (at === MOST_PAIRS) {
      if (weight <= weights[at - 1]!) continue;
      at--;
    }
    for (; at > 0 && weights[at - 1]! < weight; at--) {
      chosen[at] = chosen[at - 1]!;
      weights[at] = weights[at - 1]!;
    }
    chosen[at] = pair;
    weights[at] = weight;
  }
  return chosen;
}
