/** A result row. */
export interface Row {
  readonly page: number;
  /** Sum of impact times rarity; 0 for unscored rows. */
  readonly sum: number;
}

/** Rows by page, ascending. Re-rankers change the sums in place. */
export interface Candidates {
  readonly pages: Uint32Array;
  /** Parallel to `pages`. */
  readonly sums: Float64Array;
}

/** Distinct pages in any order, and their sums. */
interface PageLists {
  readonly pages: ArrayLike<number>;
  readonly sums: ArrayLike<number>;
}

/**
 * Whether a row comes before another one: the highest sum first, then pages in the site's language before others, then by page number,
 * which is path order.
 * @param foreign by page: 1 when it is in another language than the site; null: none is
 */
function isBefore(page: number, sum: number, other: number, otherSum: number, foreign: Uint8Array | null): boolean {
  if (sum !== otherSum) return sum > otherSum;
  return foreign === null || foreign[page] === foreign[other] ? page < other : foreign[page]! < foreign[other]!;
}

/** @returns the rows that come first, at most `limit`, in their order */
export function topOfPages({ pages, sums }: PageLists, limit: number, foreign: Uint8Array | null): Row[] {
  return Array.from(topIndexes({ pages, sums }, limit, foreign), (at) => ({ page: pages[at]!, sum: sums[at]! })).sort(
    (a, b) => (isBefore(a.page, a.sum, b.page, b.sum, foreign) ? -1 : 1),
  );
}

/** @returns the rows that come first, at most `count`, by page */
export function bestOfPages(found: PageLists, count: number, foreign: Uint8Array | null): Candidates {
  if (found.pages.length <= count) return inPageOrder(found);
  const chosen = topIndexes(found, count, foreign).sort((a, b) => a - b);
  return inPageOrder({
    pages: chosen.map((at) => found.pages[at]!),
    sums: chosen.map((at) => found.sums[at]!),
  });
}

/** @returns copies, by page */
export function inPageOrder({ pages, sums }: PageLists): Candidates {
  let isSorted = true;
  for (let i = 1; i < pages.length; i++) if (pages[i]! < pages[i - 1]!) isSorted = false;
  if (isSorted) return { pages: Uint32Array.from(pages), sums: Float64Array.from(sums) };
  const order = Array.from(pages, (_, at) => at).sort((a, b) => pages[a]! - pages[b]!);
  return { pages: Uint32Array.from(order, (at) => pages[at]!), sums: Float64Array.from(order, (at) => sums[at]!) };
}

/** The indexes of the first rows, at most `limit`, in no order: a binary heap with the last of them at its root. */
function topIndexes({ pages, sums }: PageLists, limit: number, foreign: Uint8Array | null): number[] {
  const heap: number[] = [];
  const comesLater = (a: number, b: number): boolean => isBefore(pages[b]!, sums[b]!, pages[a]!, sums[a]!, foreign);
  /** A row with a lower sum is not kept. */
  let threshold = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < pages.length; row++) {
    if (sums[row]! < threshold) continue;
    if (heap.length < limit) {
      let at = heap.push(row) - 1;
      for (; at > 0; at = (at - 1) >> 1) {
        const parent = (at - 1) >> 1;
        if (!comesLater(row, heap[parent]!)) break;
        heap[at] = heap[parent]!;
      }
      heap[at] = row;
    } else if (comesLater(heap[0]!, row)) {
      let at = 0;
      for (;;) {
        let child = at * 2 + 1;
        if (child >= limit) break;
        if (child + 1 < limit && comesLater(heap[child + 1]!, heap[child]!)) child++;
        if (!comesLater(heap[child]!, row)) break;
        heap[at] = heap[child]!;
        at = child;
      }
      heap[at] = row;
    }
    if (heap.length === limit) threshold = sums[heap[0]!]!;
  }
  return heap;
}
