import type { Postings } from './postings.ts';

/** Pages that match, in some order, with the sums that their scores are made of. Room for every page; used again by the next query. */
export class Matches {
  readonly pages: Uint32Array;
  readonly sums: Float64Array;
  count = 0;

  constructor(pageCount: number) {
    this.pages = new Uint32Array(pageCount);
    this.sums = new Float64Array(pageCount);
  }

  add(page: number, sum: number): void {
    this.pages[this.count] = page;
    this.sums[this.count++] = sum;
  }
}

/** Drops the pages that are not in every filter. */
export function keepIn(matches: Matches, filters: readonly Postings[]): void {
  for (const { pages, from, to } of filters) {
    const allowed = new Set(pages.subarray(from, to));
    let kept = 0;
    for (let i = 0; i < matches.count; i++) {
      if (!allowed.has(matches.pages[i]!)) continue;
      matches.pages[kept] = matches.pages[i]!;
      matches.sums[kept++] = matches.sums[i]!;
    }
    matches.count = kept;
  }
}
