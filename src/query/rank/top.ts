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

/**
 * Whether a row comes before another one: the highest sum first, then pages in the site's language before others, then by page number,
 * which is path order.
 * @param foreign by page: 1 when it is in another language than the site; null: none is
 */
function isBefore(page: number, sum: number, other: number, otherSum: number, foreign: Uint8Array | null): boolean {
  if (sum !== otherSum) return sum > otherSum;
  return foreign === null || foreign[page] === foreign[other] ? page < other : foreign[page]! < foreign[other]!;
}

/** @param found in any order; @returns the rows that come first, at most `limit`, in their order */
export function topOfPages(found: Candidates, limit: number, foreign: Uint8Array | null): Row[] {
  const rows: Row[] = [];
  for (const at of topIndexes(found, limit, foreign)) rows.push({ page: found.pages[at]!, sum: found.sums[at]! });
  return rows.sort((a, b) => (isBefore(a.page, a.sum, b.page, b.sum, foreign) ? -1 : 1));
}

/** @param found in any order; @returns copies of the rows that come first, by page */
export function bestOfPages(found: Candidates, count: number, foreign: Uint8Array | null): Candidates {
  const { pages, sums } = found;
  if (pages.length <= count) return inPageOrder(pages.slice(), sums.slice());
  const last = topIndexes(found, count, foreign)[0]!;
  const lastPage = pages[last]!;
  const lastSum = sums[last]!;
  const bestPages = new Uint32Array(count);
  const bestSums = new Float64Array(count);
  let kept = 0;
  for (let row = 0; row < pages.length; row++) {
    if (sums[row]! < lastSum || isBefore(lastPage, lastSum, pages[row]!, sums[row]!, foreign)) continue;
    bestPages[kept] = pages[row]!;
    bestSums[kept++] = sums[row]!;
  }
  return inPageOrder(bestPages, bestSums);
}

/** @returns the same lists when they are sorted already */
export function inPageOrder(pages: Uint32Array, sums: Float64Array): Candidates {
  let isSorted = true;
  for (let i = 1; i < pages.length; i++) if (pages[i]! < pages[i - 1]!) isSorted = false;
  if (isSorted) return { pages, sums };
  const order = pages.map((_, at) => at).sort((a, b) => pages[a]! - pages[b]!);
  return { pages: order.map((at) => pages[at]!), sums: Float64Array.from(order, (at) => sums[at]!) };
}

/** The indexes of the first rows, at most `limit`, in no order: a binary heap with the last of them at its root. */
function topIndexes(
  { pages, sums }: Candidates,
  limit: number,
  foreign: Uint8Array | null,
  least = leastSum(sums, limit),
): Uint32Array {
  const heap = new Uint32Array(Math.min(limit, pages.length));
  const comesLater = (a: number, b: number): boolean =>
    sums[a] === sums[b] ? isBefore(pages[b]!, 0, pages[a]!, 0, foreign) : sums[a]! < sums[b]!;
  let size = 0;
  /** A row with a lower sum is not kept. */
  let threshold = least;
  /** Page of the last row in the heap. Most rows of its sum have later pages. */
  let lastPage = Number.POSITIVE_INFINITY;
  for (let row = 0; row < pages.length; row++) {
    const sum = sums[row]!;
    if (sum < threshold || (sum === threshold && foreign === null && pages[row]! > lastPage)) continue;
    let at = 0;
    if (size < heap.length) {
      for (at = size++; at > 0; at = (at - 1) >> 1) {
        const parent = (at - 1) >> 1;
        if (!comesLater(row, heap[parent]!)) break;
        heap[at] = heap[parent]!;
      }
    } else if (comesLater(heap[0]!, row)) {
      for (let child = 1; child < size; child = at * 2 + 1) {
        if (child + 1 < size && comesLater(heap[child + 1]!, heap[child]!)) child++;
        if (!comesLater(heap[child]!, row)) break;
        heap[at] = heap[child]!;
        at = child;
      }
    } else continue;
    heap[at] = row;
    if (size < heap.length) continue;
    threshold = sums[heap[0]!]!;
    lastPage = pages[heap[0]!]!;
  }
  // The sample may have held too many of the best rows.
  return size === heap.length ? heap : topIndexes({ pages, sums }, limit, foreign, Number.NEGATIVE_INFINITY);
}

const STEPS = 256;
/** Reused: no count is held across a pause. */
const COUNTS = new Uint32Array(STEPS);
/** For so few rows a heap alone is faster. */
const FEW = 256;
/** Of more rows only so many are counted, evenly spread: to read all of them twice takes a tenth of a search. */
const SAMPLE = 512;

/**
 * A sum that at least `count` rows very likely reach, and few more: by counting sums in steps.
 * @returns a sum that all reach when there are few rows
 */
function leastSum(sums: Float64Array, count: number): number {
  if (sums.length <= Math.max(count, FEW)) return Number.NEGATIVE_INFINITY;
  const stride = Math.ceil(sums.length / SAMPLE);
  const wanted = stride === 1 ? count : Math.ceil((2 * count) / stride) + 8;
  let most = 0;
  for (let row = 0; row < sums.length; row += stride) if (sums[row]! > most) most = sums[row]!;
  const scale = (STEPS - 1) / most;
  const counts = COUNTS.fill(0);
  for (let row = 0; row < sums.length; row += stride) counts[(sums[row]! * scale) | 0]!++;
  let step = STEPS - 1;
  for (let reached = counts[step]!; reached < wanted && step > 0; reached += counts[step]!) step--;
  // A little less, as dividing may round up.
  return step === 0 ? Number.NEGATIVE_INFINITY : (step / scale) * (1 - Number.EPSILON * 4);
}
