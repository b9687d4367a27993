import { byCodePoint } from '../../text/by_code_point.ts';
import type { PageRange } from '../../text/page_range.ts';

/**
 * The pages that a path names: of a folder, `blog/`, its own page `blog` and all below it; else the page itself.
 * @param paths of all pages, sorted by code point
 * @returns ascending; none when no page has the path
 */
export function pagesAt(path: string, paths: readonly string[]): readonly PageRange[] {
  const page = path.endsWith('/') ? path.slice(0, -1) : path;
  const own = firstFrom(page, paths);
  const ranges: PageRange[] = paths[own] === page ? [[own, own + 1]] : [];
  if (page === path) return ranges;
  const from = firstFrom(path, paths);
  // The code point after the slash: what begins with the path comes before it.
  const to = firstFrom(`${page}0`, paths);
  return from < to ? [...ranges, [from, to]] : ranges;
}

/** Joins ranges that overlap or touch. @returns ascending */
export function joinRanges(ranges: readonly PageRange[]): readonly PageRange[] {
  const joined: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** Whether every page of `ranges` is in `others`, which are joined. */
export function areWithin(ranges: readonly PageRange[], others: readonly PageRange[]): boolean {
  return ranges.every(([from, to]) => {
    let low = 0;
    let high = others.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (others[middle]![1] < to) low = middle + 1;
      else high = middle;
    }
    return low < others.length && others[low]![0] <= from;
  });
}

/** @returns the number of the first path that is not before `path`. UTF-16 order is not that of code points, so they are compared. */
function firstFrom(path: string, paths: readonly string[]): number {
  let low = 0;
  let high = paths.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (byCodePoint(paths[middle]!, path) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
