import type { FieldTerms } from '../analysis/analyse_field.ts';
import { FIELDS } from './fields.ts';
import type { PageFields } from './invert_pages.ts';

/** How the pages of an index correspond to those of an earlier index. */
export interface PageChange {
  /** By earlier page: its number now, or -1 when it was removed or changed. The others keep their order. */
  readonly newPages: Int32Array;
  /** By page: its earlier number, or -1 when it was added or changed. */
  readonly oldPages: Int32Array;
  /** Earlier pages that were removed or changed. */
  readonly removed: readonly number[];
  /** Pages that were added or changed. */
  readonly added: readonly number[];
}

/** Finds the pages whose terms are the same objects as before. Pages that changed their order count as changed. */
export function comparePages(before: PageFields, now: PageFields): PageChange {
  const newPages = new Int32Array(before.body.length).fill(-1);
  const oldPages = new Int32Array(now.body.length).fill(-1);
  const match = (old: number, page: number): boolean => {
    if (!FIELDS.every((name) => now[name][page] === before[name][old])) return false;
    newPages[old] = page;
    oldPages[page] = old;
    return true;
  };
  // After most edits, nearly all pages are at the beginning or the end.
  let from = 0;
  let end = before.body.length;
  let pageEnd = now.body.length;
  while (from < Math.min(end, pageEnd) && match(from, from)) from++;
  while (from < Math.min(end, pageEnd) && match(end - 1, pageEnd - 1)) {
    end--;
    pageEnd--;
  }
  const places = new Map<FieldTerms, number>();
  for (let old = from; old < end; old++) places.set(before.body[old]!, old);
  let previous = -1;
  for (let page = from; page < pageEnd; page++) {
    const old = places.get(now.body[page]!) ?? -1;
    if (old > previous && match(old, page)) previous = old;
  }
  return { newPages, oldPages, removed: indicesOfNone(newPages), added: indicesOfNone(oldPages) };
}

function indicesOfNone(numbers: Int32Array): number[] {
  const found: number[] = [];
  for (let i = 0; i < numbers.length; i++) if (numbers[i] === -1) found.push(i);
  return found;
}

/** Whether a field has the same terms on all pages, and all pages have the same numbers. */
export function hasSameTerms(
  before: readonly FieldTerms[],
  now: readonly FieldTerms[],
  { newPages, oldPages, removed, added }: PageChange,
): boolean {
  return (
    newPages.length === oldPages.length &&
    removed.length === added.length &&
    added.every((page, i) => page === removed[i] && isEqualField(before[page]!, now[page]!))
  );
}

/** Whether two fields have the same postings. Their spellings may differ. */
function isEqualField(a: FieldTerms, b: FieldTerms): boolean {
  return (
    a.length === b.length &&
    isEqualList(a.terms, b.terms) &&
    isEqualList(a.counts, b.counts) &&
    isEqualList(a.positions, b.positions)
  );
}

function isEqualList(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((number, i) => number === b[i]);
}
