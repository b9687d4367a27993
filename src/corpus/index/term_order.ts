import { mergeSorted } from '../list_change.ts';

/** The terms that pages hold, in the order of the index. */
export interface TermOrder {
  /** Term numbers, sorted by term. */
  readonly sorted: Uint32Array;
  /** By term number: its place in `sorted`. */
  readonly ranks: Uint32Array;
}

export const NO_TERMS: TermOrder = { sorted: new Uint32Array(0), ranks: new Uint32Array(0) };

/**
 * Sorts the terms that pages hold, so that numbers in the index do not depend on which worker found a term first. Only new
 * terms are sorted and put among the earlier ones. Returns `earlier` itself when it still holds.
 * @param terms by term number
 * @param counts by place in `earlier`: how many pages hold the term, before the change
 * @param change by term number: how many more or fewer pages hold it now
 */
export function orderTerms(
  terms: readonly string[],
  earlier: TermOrder,
  counts: (place: number) => number,
  change: Int32Array,
): TermOrder {
  const isKept = (term: number, place: number) => counts(place) + change[term]! > 0;
  const known = new Uint8Array(terms.length);
  for (const term of earlier.sorted) known[term] = 1;
  const added: number[] = [];
  for (let term = 0; term < change.length; term++) if (known[term] === 0 && change[term]! > 0) added.push(term);
  const sorted = mergeSorted(earlier.sorted, isKept, added, (a, b) => (terms[a]! < terms[b]! ? -1 : 1));
  return withRanks(sorted === earlier.sorted ? earlier : { sorted, ranks: NO_TERMS.ranks }, terms.length);
}

function withRanks(order: TermOrder, count: number): TermOrder {
  if (order.ranks.length === count) return order;
  const ranks = new Uint32Array(count);
  for (let place = 0; place < order.sorted.length; place++) ranks[order.sorted[place]!] = place;
  return { sorted: order.sorted, ranks };
}
