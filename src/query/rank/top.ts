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
  const likely = likelyRows(found, limit);
  const rows: Row[] = [];
  for (const at of topIndexes(likely, limit, foreign)) rows.push({ page: likely.pages[at]!, sum: likely.sums[at]! });
  return rows.sort((a, b) => (isBefore(a.page, a.sum, b.page, b.sum, foreign) ? -1 : 1));
}

/** @param found in any order; @returns copies of the rows that come first, by page */
export function bestOfPages(found: Candidates, count: number, foreign: Uint8Array | null): Candidates {
  if (found.pages.length <= count) return inPageOrder(found.pages.slice(), found.sums.slice());
  const likely = likelyRows(found, count);
  const { pages, sums } = likely;
  const last = lastIndex(likely, count, foreign);
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

/** The index of the row at place `count`. Only the rows whose sums are about as high as its own are ordered. */
function lastIndex(likely: Candidates, count: number, foreign: Uint8Array | null): number {
  const { pages, sums } = likely;
  const { step, above, inside, scale } = reachedStep(sums, count);
  // Most sums may be equal.
  if (2 * inside > sums.length) return topIndexes(likely, count, foreign)[0]!;
  const rows = new Uint32Array(inside);
  const near = { pages: new Uint32Array(inside), sums: new Float64Array(inside) };
  for (let row = 0, at = 0; at < inside; row++) {
    if (((sums[row]! * scale) | 0) !== step) continue;
    rows[at] = row;
    near.pages[at] = pages[row]!;
    near.sums[at++] = sums[row]!;
  }
  return rows[topIndexes(near, count - above, foreign)[0]!]!;
}

/** The indexes of the first rows, at most `limit`, in no order: a binary heap with the last of them at its root. */
function topIndexes({ pages, sums }: Candidates, limit: number, foreign: Uint8Array | null): Uint32Array {
  const heap = new Uint32Array(Math.min(limit, pages.length));
  const comesLater = (a: number, b: number): boolean =>
    sums[a] === sums[b] ? isBefore(pages[b]!, 0, pages[a]!, 0, foreign) : sums[a]! < sums[b]!;
  let size = 0;
  for (let row = 0; row < pages.length; row++) {
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
  }
  return heap;
}

/** Of more rows only so many are counted, evenly spread: to read all of them twice takes a tenth of a search. */
const SAMPLE = 512;
/** The rows that may come first. Reused: they are not held across a pause. */
let LIKELY: Candidates = { pages: new Uint32Array(0), sums: new Float64Array(0) };

/** Rows among which the first `count` are: few more than these, where a sample tells them from others. */
function likelyRows(found: Candidates, count: number): Candidates {
  const { pages, sums } = found;
  const { length } = pages;
  if (length <= Math.max(count, SAMPLE)) return found;
  const stride = Math.ceil(length / SAMPLE);
  const { step, scale } = reachedStep(sums, Math.ceil((2 * count) / stride) + 8, stride);
  if (step === 0) return found;
  if (LIKELY.pages.length < length) LIKELY = { pages: new Uint32Array(length), sums: new Float64Array(length) };
  let kept = 0;
  for (let row = 0; row < length; row++) {
    const sum = sums[row]!;
    LIKELY.pages[kept] = pages[row]!;
    LIKELY.sums[kept] = sum;
    // The processor cannot predict a branch here.
    kept += sum * scale >= step ? 1 : 0;
  }
  // The sample may have held too many of the best rows.
  if (kept < count) return found;
  return { pages: LIKELY.pages.subarray(0, kept), sums: LIKELY.sums.subarray(0, kept) };
}

const STEPS = 256;
/** Reused: no count is held across a pause. */
const COUNTS = new Uint32Array(STEPS);

/** Of sums counted in steps: the step of a sum is `(sum * scale) | 0`. */
interface ReachedStep {
  /** The highest step for which it and those above it hold as many sums as wanted, else 0. */
  readonly step: number;
  /** How many sums are in higher steps, and in the step itself. */
  readonly above: number;
  readonly inside: number;
  readonly scale: number;
}

/** Counts sums in equal steps up to the highest sum. @param stride counts only every so many */
function reachedStep(sums: Float64Array, wanted: number, stride = 1): ReachedStep {
  let most = 0;
  for (let row = 0; row < sums.length; row += stride) if (sums[row]! > most) most = sums[row]!;
  const scale = most === 0 ? 0 : (STEPS - 1) / most;
  const counts = COUNTS.fill(0);
  for (let row = 0; row < sums.length; row += stride) counts[(sums[row]! * scale) | 0]!++;
  let step = STEPS - 1;
  let above = 0;
  while (step > 0 && above + counts[step]! < wanted) above += counts[step--]!;
  return { step, above, inside: counts[step]!, scale };
}
