/** A result row. */
export interface Row {
  readonly page: number;
  /** Sum of impact times rarity; 0 for unscored rows. */
  readonly sum: number;
}

/**
 * The order of ranked rows: highest sum first, then pages in the site's language before others, then by page number, which is path
 * order.
 * @param foreign by page: 1 when it is in another language than the site; null: none is
 */
export function byRank(foreign: Uint8Array | null): (a: Row, b: Row) => number {
  if (foreign === null) return (a, b) => b.sum - a.sum || a.page - b.page;
  return (a, b) => b.sum - a.sum || foreign[a.page]! - foreign[b.page]! || a.page - b.page;
}

/** Keeps the top rows of those offered, in the order of `byRank`. A binary heap with the worst kept row at the root. */
export class Top {
  readonly #limit: number;
  readonly #foreign: Uint8Array | null;
  readonly #pages: number[] = [];
  readonly #sums: number[] = [];

  constructor(limit: number, foreign: Uint8Array | null) {
    this.#limit = limit;
    this.#foreign = foreign;
  }

  get full(): boolean {
    return this.#pages.length === this.#limit;
  }

  /** The lowest sum that is kept; -1 until `full`. */
  get threshold(): number {
    return this.full ? this.#sums[0]! : -1;
  }

  offer(page: number, sum: number): void {
    const pages = this.#pages;
    const sums = this.#sums;
    if (pages.length < this.#limit) {
      let at = pages.push(page) - 1;
      sums.push(sum);
      for (; at > 0; ) {
        const parent = (at - 1) >> 1;
        if (!this.#worse(page, sum, parent)) break;
        pages[at] = pages[parent]!;
        sums[at] = sums[parent]!;
        at = parent;
      }
      pages[at] = page;
      sums[at] = sum;
      return;
    }
    if (this.#worse(page, sum, 0)) return;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= this.#limit) break;
      if (child + 1 < this.#limit && this.#worse(pages[child + 1]!, sums[child + 1]!, child)) child++;
      if (this.#worse(page, sum, child)) break;
      pages[at] = pages[child]!;
      sums[at] = sums[child]!;
      at = child;
    }
    pages[at] = page;
    sums[at] = sum;
  }

  /** The last of the rows kept; there is at least one. */
  worst(): Row {
    return { page: this.#pages[0]!, sum: this.#sums[0]! };
  }

  /** The rows kept, best first. */
  rows(): Row[] {
    return this.#pages.map((page, i) => ({ page, sum: this.#sums[i]! })).sort(byRank(this.#foreign));
  }

  #worse(page: number, sum: number, than: number): boolean {
    return isBefore(this.#pages[than]!, this.#sums[than]!, page, sum, this.#foreign);
  }
}

/** The top rows of pages in any order. @param sums parallel to `pages` */
export function topOfPages(pages: Uint32Array, sums: Float64Array, limit: number, foreign: Uint8Array | null): Row[] {
  if (limit <= FEW) return fewOfPages(pages, sums, limit, foreign);
  const top = new Top(limit, foreign);
  let threshold = -1;
  for (let i = 0; i < pages.length; i++) {
    if (sums[i]! < threshold) continue;
    top.offer(pages[i]!, sums[i]!);
    threshold = top.threshold;
  }
  return top.rows();
}

/** Up to this many rows are kept sorted, which costs less than a heap. */
const FEW = 16;

function fewOfPages(pages: Uint32Array, sums: Float64Array, limit: number, foreign: Uint8Array | null): Row[] {
  const best: number[] = [];
  const kept: number[] = [];
  /** A row with a lower sum is not kept. */
  let threshold = -1;
  for (let i = 0; i < pages.length; i++) {
    const page = pages[i]!;
    const sum = sums[i]!;
    if (sum < threshold) continue;
    let at = best.length;
    if (at < limit) {
      best.push(sum);
      kept.push(page);
    } else if (isBefore(page, sum, kept[at - 1]!, best[at - 1]!, foreign)) at--;
    else continue;
    for (; at > 0 && isBefore(page, sum, kept[at - 1]!, best[at - 1]!, foreign); at--) {
      best[at] = best[at - 1]!;
      kept[at] = kept[at - 1]!;
    }
    best[at] = sum;
    kept[at] = page;
    if (best.length === limit) threshold = best[limit - 1]!;
  }
  return best.map((sum, i) => ({ page: kept[i]!, sum }));
}

/** Whether a page comes before another one in the order of `byRank`. */
export function isBefore(
  page: number,
  sum: number,
  other: number,
  otherSum: number,
  foreign: Uint8Array | null,
): boolean {
  if (sum !== otherSum) return sum > otherSum;
  return foreign === null || foreign[page] === foreign[other] ? page < other : foreign[page]! < foreign[other]!;
}
