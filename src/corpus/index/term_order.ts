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
  const kept = keptTerms(earlier.sorted, counts, change);
  const known = new Uint8Array(terms.length);
  for (const term of earlier.sorted) known[term] = 1;
  const added: number[] = [];
  for (let term = 0; term < change.length; term++) if (known[term] === 0 && change[term]! > 0) added.push(term);
  if (added.length === 0 && kept.length === earlier.sorted.length) return withRanks(earlier, terms.length);
  added.sort((a, b) => (terms[a]! < terms[b]! ? -1 : 1));
  const sorted = new Uint32Array(kept.length + added.length);
  let from = 0;
  for (const [i, term] of added.entries()) {
    const to = placeOf(terms[term]!, kept, terms, from);
    sorted.set(kept.subarray(from, to), from + i);
    sorted[to + i] = term;
    from = to;
  }
  sorted.set(kept.subarray(from), from + added.length);
  return withRanks({ sorted, ranks: NO_TERMS.ranks }, terms.length);
}

function keptTerms(sorted: Uint32Array, counts: (place: number) => number, change: Int32Array): Uint32Array {
  const kept = new Uint32Array(sorted.length);
  let count = 0;
  for (let place = 0; place < sorted.length; place++) {
    if (counts(place) + change[sorted[place]!]! > 0) kept[count++] = sorted[place]!;
  }
  return kept.subarray(0, count);
}

/** How many of the sorted terms from `low` on, and all before, are less than `term`. */
function placeOf(term: string, sorted: Uint32Array, terms: readonly string[], from: number): number {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (terms[sorted[middle]!]! < term) low = middle + 1;
    else high = middle;
  }
  return low;
}

function withRanks(order: TermOrder, count: number): TermOrder {
  if (order.ranks.length === count) return order;
  const ranks = new Uint32Array(count);
  for (let place = 0; place < order.sorted.length; place++) ranks[order.sorted[place]!] = place;
  return { sorted: order.sorted, ranks };
}
