import type { PositionedPostings, Postings } from './invert_pages.ts';
import { SINGLE } from './posting_set.ts';

/** How the pages and terms of an index correspond to those of an earlier index. */
export interface Renumbering {
  /** By earlier page: its number now, or -1 when it was removed or changed. The others keep their order. */
  readonly newPages: Int32Array;
  /** By page: its earlier number, or -1 when it was added or changed. */
  readonly oldPages: Int32Array;
  /** By term: its earlier number, or -1. */
  readonly oldTerms: Int32Array;
  /** By term: 1 when a page that was removed, added or changed holds it, now or before. */
  readonly isTouched: Uint8Array;
}

/**
 * Joins the postings of pages that remain from an earlier index with `added`, those of all other pages. The result equals
 * inverting all pages at once, but for the places, which still point into the positions of `earlier` and `added`.
 */
export function mergePostings(earlier: Postings, added: Postings, numbers: Renumbering): Postings {
  const { newPages, oldTerms, isTouched } = numbers;
  const keepsNumbers = newPages.every((page, old) => page === old || page === -1);
  const size = earlier.pages.length + added.pages.length;
  const starts = new Uint32Array(oldTerms.length + 1);
  const pages = new Uint32Array(size);
  const impacts = new Uint8Array(size);
  const places = new Uint32Array(earlier.places.length + added.places.length);
  let at = 0;
  const take = (from: Postings, start: number, end: number): void => {
    pages.set(from.pages.subarray(start, end), at);
    impacts.set(from.impacts.subarray(start, end), at);
    if (places.length > 0) places.set(from.places.subarray(start, end), at);
    at += end - start;
  };
  for (let term = 0; term < oldTerms.length; ) {
    const old = oldTerms[term]!;
    // Terms that no changed page holds are copied together.
    let end = term;
    while (isTouched[end] === 0 && oldTerms[end] === old + end - term) end++;
    if (end > term) {
      const start = earlier.starts[old]!;
      const shift = at - start;
      for (let i = term; i < end; i++) starts[i] = earlier.starts[old + i - term]! + shift;
      take(earlier, start, earlier.starts[old + end - term]!);
      if (!keepsNumbers) for (let i = start + shift; i < at; i++) pages[i] = newPages[pages[i]!]!;
      term = end;
      continue;
    }
    starts[term] = at;
    let next = added.starts[term]!;
    const last = added.starts[term + 1]!;
    const oldEnd = old < 0 ? 0 : earlier.starts[old + 1]!;
    for (let posting = old < 0 ? 0 : earlier.starts[old]!; posting < oldEnd; posting++) {
      const page = newPages[earlier.pages[posting]!]!;
      if (page < 0) continue;
      for (; next < last && added.pages[next]! < page; next++) take(added, next, next + 1);
      pages[at] = page;
      impacts[at] = earlier.impacts[posting]!;
      if (places.length > 0) places[at] = earlier.places[posting]!;
      at++;
    }
    if (next < last) take(added, next, last);
    term++;
  }
  starts[oldTerms.length] = at;
  return {
    starts,
    pages: pages.subarray(0, at),
    impacts: impacts.subarray(0, at),
    places: places.subarray(0, at),
  };
}

/** The postings of an earlier index whose pages did not change, with the numbers that terms have now. */
export function renumberTerms<P extends Postings>(earlier: P, { oldTerms }: Pick<Renumbering, 'oldTerms'>): P {
  const starts = new Uint32Array(oldTerms.length + 1);
  for (let term = 0; term < oldTerms.length; term++) {
    const old = oldTerms[term]!;
    starts[term + 1] = old < 0 ? starts[term]! : earlier.starts[old + 1]!;
  }
  return { ...earlier, starts };
}

/** `mergePostings` for postings with positions. */
export function mergePositioned(
  earlier: PositionedPostings,
  added: PositionedPostings,
  numbers: Renumbering,
): PositionedPostings {
  const merged = mergePostings(earlier, added, numbers);
  const { oldPages } = numbers;
  const { positions, parts } = joinParts(earlier, added, oldPages);
  const moved = new Int32Array(oldPages.length);
  for (let page = 0; page < moved.length; page++) {
    const old = oldPages[page]!;
    moved[page] = parts[page]! - (old < 0 ? added.parts[page]! : earlier.parts[old]!);
  }
  movePlaces(merged, moved);
  return { ...merged, positions, parts };
}

/** Joins the parts of all pages, by page. Those of pages that stood side by side are copied together. */
function joinParts(earlier: PositionedPostings, added: PositionedPostings, oldPages: Int32Array) {
  const parts = new Uint32Array(oldPages.length + 1);
  for (let page = 0; page < oldPages.length; page++) {
    const old = oldPages[page]!;
    const length =
      old < 0 ? added.parts[page + 1]! - added.parts[page]! : earlier.parts[old + 1]! - earlier.parts[old]!;
    parts[page + 1] = parts[page]! + length;
  }
  const positions = new Uint8Array(parts.at(-1)!);
  for (let page = 0; page < oldPages.length; ) {
    const old = oldPages[page]!;
    let end = page + 1;
    if (old < 0) positions.set(added.positions.subarray(added.parts[page]!, added.parts[end]!), parts[page]!);
    else {
      while (end < oldPages.length && oldPages[end] === old + end - page) end++;
      const copied = earlier.positions.subarray(earlier.parts[old]!, earlier.parts[old + end - page]!);
      positions.set(copied, parts[page]!);
    }
    page = end;
  }
  return { positions, parts };
}

/** Moves each place in the positions by as much as the part of its page was moved. */
function movePlaces({ pages, places }: Postings, moved: Int32Array): void {
  for (let posting = 0; posting < places.length; posting++) {
    const place = places[posting]!;
    if (place < SINGLE) places[posting] = place + moved[pages[posting]!]!;
  }
}
