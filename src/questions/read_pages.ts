import { type MaybePromise, mapMaybe } from '../async/maybe_promise.ts';
import type { Steps } from '../async/steps.ts';
import type { PageId } from '../corpus/corpus.ts';
import type { PageReader } from '../engine/page_reader.ts';
import type { SiteMap } from '../engine/site_map.ts';
import { isRefusal, type Refusal } from '../problems/refusal.ts';
import type { Caller } from './caller.ts';
import type { InTurn } from './turns.ts';

/** A page in the list of all pages. */
export interface ListedPage {
  /** UTF-8 JSON of its PageInfo, as in search rows without `match`. */
  readonly row: Uint8Array;
  /** Size of the Markdown that it publishes, in bytes. */
  readonly size: number;
}

/** Reads single pages, and pages in the order of their paths. */
export interface PageReads {
  /** @returns the number of the page at a path, or -1 */
  find(path: string): MaybePromise<PageId>;
  /** @returns UTF-8 JSON `{"page": PageInfo}` */
  page(page: PageId): MaybePromise<Uint8Array>;
  /** @returns UTF-8 JSON of the page's PageInfo, as `ListedPage.row` */
  row(page: PageId): MaybePromise<Uint8Array>;
  /** @returns UTF-8 of the Markdown that the page publishes */
  markdown(page: PageId): MaybePromise<Uint8Array>;
  /** @returns UTF-8 of the page's Markdown as its author wrote it */
  source(page: PageId): MaybePromise<Uint8Array>;
  /** The Markdown of the pages at some paths, when it is the caller's turn. */
  markdownsAt(paths: readonly string[], caller: Caller): MaybePromise<readonly Uint8Array[] | Refusal>;
  /** @returns the paths of the first pages at or after a path, in the order of paths; it need not be the path of a page */
  pathsFrom(from: string, count: number): MaybePromise<readonly string[]>;
  /** The pages of `pathsFrom`, when it is the caller's turn. */
  pagesFrom(from: string, count: number, caller: Caller): MaybePromise<readonly ListedPage[] | Refusal>;
  /** What a function makes of the rows of these pages (UTF-8 JSON, as `ListedPage.row`), when it is the caller's turn. */
  rowsFrom<Value>(
    from: string,
    count: number,
    read: (row: Uint8Array) => Value,
    caller: Caller,
  ): MaybePromise<readonly Value[] | Refusal>;
  /** @returns the map of the site, in the format of `SiteMap` */
  map(): MaybePromise<Uint8Array>;
}

export function createPageReads(pages: PageReader, map: SiteMap, inTurn: InTurn): PageReads {
  /** What `read` makes of the first pages at or after a path. */
  function readFrom<Value>(
    from: string,
    count: number,
    read: (page: PageId) => MaybePromise<Value>,
    caller: Caller,
  ): MaybePromise<readonly Value[] | Refusal> {
    return mapMaybe(pages.listFrom(from, count), (ids) => readAll(ids, read, caller));
  }

  /** What `read` makes of pages. */
  function readAll<Value>(
    ids: readonly PageId[],
    read: (page: PageId) => MaybePromise<Value>,
    caller: Caller,
  ): MaybePromise<readonly Value[] | Refusal> {
    return mapMaybe(
      inTurn(() => readInSteps(ids, read), caller),
      (values) => (isRefusal(values) ? values : allOf(values)),
    );
  }

  const listPage = (page: PageId): MaybePromise<ListedPage> =>
    mapMaybe(pages.row(page), (row) =>
      mapMaybe(pages.markdown(page), (markdown) => ({ row: closed(row), size: markdown.length })),
    );

  return {
    find: (path) => pages.find(path),
    page: (page) => pages.wholePage(page),
    row: (page) => mapMaybe(pages.row(page), closed),
    markdown: (page) => pages.markdown(page),
    source: (page) => pages.source(page),
    markdownsAt: (paths, caller) =>
      mapMaybe(allOf(paths.map((path) => pages.find(path))), (ids) => readAll(ids, pages.markdown, caller)),
    pathsFrom: (from, count) =>
      mapMaybe(pages.listFrom(from, count), (listed) => allOf(listed.map((page) => pages.path(page)))),
    pagesFrom: (from, count, caller) => readFrom(from, count, listPage, caller),
    rowsFrom: (from, count, read, caller) =>
      readFrom(from, count, (page) => mapMaybe(pages.row(page), (row) => read(closed(row))), caller),
    map: () => map.bytes(),
  };
}

/** The row of a page as a whole JSON text. */
function closed(row: Uint8Array): Uint8Array {
  const whole = new Uint8Array(row.length + 1);
  whole.set(row);
  whole[row.length] = 0x7d;
  return whole;
}

function* readInSteps<Value>(
  ids: readonly PageId[],
  read: (page: PageId) => MaybePromise<Value>,
): Steps<readonly MaybePromise<Value>[]> {
  const values: MaybePromise<Value>[] = [];
  for (const page of ids) {
    const value = read(page);
    // It is awaited after the last step. One that rejects before, or whose steps are dropped, must not end the process.
    if (value instanceof Promise) value.catch(() => {});
    values.push(value);
    yield;
  }
  return values;
}

/** One promise of all values, when any of them is a promise. */
function allOf<Value>(values: readonly MaybePromise<Value>[]): MaybePromise<readonly Value[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as readonly Value[]);
}
