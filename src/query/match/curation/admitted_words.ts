import type { PageFilter } from '../page_filter.ts';
import { type Postings, sizeOf } from '../postings.ts';
import type { SoughtWord } from '../sought_word.ts';

/** Takes the pages that are left out of search from those of words, as if they had none of them. @param words with complete lists */
export function keepAdmitted(words: readonly SoughtWord[], admitted: PageFilter): void {
  for (const word of words) {
    word.list = admittedOf(word.list, admitted);
    word.holding = sizeOf(word.list);
    if (word.named !== null) word.named = { ...word.named, list: admittedOf(word.named.list, admitted) };
    if (word.partly !== null) word.partly = { ...word.partly, list: admittedOf(word.partly.list, admitted) };
    const { curated } = word;
    if (curated === null) continue;
    curated.own = admittedOf(curated.own, admitted);
    curated.ownHolding = sizeOf(curated.own);
    curated.lists = curated.lists.map((list) => admittedOf(list, admitted));
  }
}

function admittedOf(list: Postings, admitted: PageFilter): Postings {
  const kept: number[] = [];
  for (let i = list.from; i < list.to; i++) if (admitted.has(list.pages[i]!)) kept.push(i);
  if (kept.length === sizeOf(list)) return list;
  return {
    pages: Uint32Array.from(kept, (i) => list.pages[i]!),
    impacts: Float64Array.from(kept, (i) => list.impacts[i]!),
    ...{ set: null, from: 0, to: kept.length, rarity: list.rarity },
  };
}
