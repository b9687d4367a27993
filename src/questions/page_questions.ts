import type { CacheBudget } from '../cache/cache_budget.ts';
import type { PageId, SiteSettings, Stamps } from '../corpus/corpus.ts';
import { type MaybePromise, whenThere } from '../engine/maybe_promise.ts';
import type { SearchAnswer } from '../engine/searcher.ts';
import type { SiteEngine } from '../engine/site_engine.ts';
import type { SiteLists } from '../engine/site_lists.ts';
import { isRefusal, type Refusal } from '../problems/refusal.ts';
import { caps } from '../query/ask/caps.ts';
import { createGrammar, type Grammar } from '../query/ask/grammar.ts';
import type { Plan } from '../query/ask/plan.ts';
import { planKey } from '../query/ask/plan_key.ts';
import type { SearchPlan } from '../query/ask/search_plan.ts';
import { spellSearch } from '../query/ask/spell_search.ts';
import type { Caller } from './caller.ts';
import type { InTurn, Parts } from './turns.ts';

/** The answer to a plan. */
export interface Reply {
  readonly plan: Plan;
  /** UTF-8 JSON: an Answer, or `{"answers": [...]}`. */
  readonly body: Uint8Array;
  /** Cache key: equal for equal plans, however the requests were written. */
  readonly key: string;
  /** Whether the body came from the cache. Then a response built from it is worth caching too. */
  readonly cached: boolean;
}

/** The answer to a search as people type. */
export interface SearchReply {
  readonly plan: SearchPlan;
  /** UTF-8 JSON. */
  readonly body: Uint8Array;
  /** The plan of the rows behind these; null when there are none that can be reached. */
  readonly next: SearchPlan | null;
  /** Pages that hold all words as typed. */
  readonly exactTotal: number;
  /** Whether the body came from the cache. */
  readonly cached: boolean;
}

/** The first rows of a list resource, and the number of all rows. */
export interface ListReply {
  /** UTF-8 JSON, separated by commas. */
  readonly rows: Uint8Array;
  readonly count: number;
  readonly total: number;
}

/** A page in the list of all pages. */
export interface ListedPage {
  /** UTF-8 JSON of its PageInfo, as in search rows without `match`. */
  readonly row: Uint8Array;
  /** Size of the Markdown that it publishes, in bytes. */
  readonly size: number;
}

/** Use cases of reading a site, independent of HTTP. The HTTP handlers and the command line call these. */
export interface PageQuestions {
  readonly settings: SiteSettings;
  readonly stamps: Stamps;
  /** The query grammar of this site. */
  readonly grammar: Grammar;

  /**
   * Answers a query when it is the caller's turn.
   * @param read parses the plan; called within the turn, because parsing a body may cost as much as answering it
   */
  ask(read: () => Plan | Refusal, caller: Caller): MaybePromise<Reply | Refusal>;

  /** Answers a search when it is the caller's turn. @param read parses the plan */
  search(read: () => SearchPlan | Refusal, caller: Caller): MaybePromise<SearchReply | Refusal>;

  /** @returns the number of the page at a path, or -1 */
  find(path: string): MaybePromise<PageId>;
  /** @returns UTF-8 JSON `{"page": PageInfo}` */
  page(page: PageId): MaybePromise<Uint8Array>;
  /** @returns UTF-8 of the Markdown that the page publishes */
  markdown(page: PageId): MaybePromise<Uint8Array>;
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
  /** @returns the absolute URL of the page's Markdown */
  markdownAddress(page: PageId): MaybePromise<string>;
  /** @returns the map of the site, in the format of `SiteMap` */
  map(): MaybePromise<Uint8Array>;

  /** The first rows of a list, when it is the caller's turn. @param bound most rows to return; Infinity for all */
  list(name: keyof SiteLists, bound: number, caller: Caller): MaybePromise<ListReply | Refusal>;
}

export interface PageQuestionsOptions {
  readonly engine: SiteEngine;
  readonly inTurn: InTurn;
  readonly budget: CacheBudget;
}

export function createPageQuestions({ engine, inTurn, budget }: PageQuestionsOptions): PageQuestions {
  const { settings, stamps, answerer, searcher, pages, lists, map } = engine;
  const grammar = createGrammar(
    settings.collections.map(({ name }) => name),
    (settings.fields ?? []).map(({ name }) => name),
  );
  // Most requests never repeat, and caching their bodies would evict others. A first request therefore caches only its key.
  const askedOnce = budget.createCache<true>('askedOnce');
  const bodies = budget.createCache<Uint8Array>('answers');
  const found = budget.createCache<SearchAnswer>('found');

  function answer(plan: Plan, caller: Caller): MaybePromise<Reply> | Parts<Reply> {
    const key = planKey(plan);
    const known = bodies.get(key);
    if (known !== undefined) return { plan, body: known, key, cached: true };
    const steps = answerer.inSteps(plan);
    if (steps === null) return whenThere(answerer.answer(plan, caller.signal), (body) => replyTo(plan, key, body));
    return answerInParts(plan, key, steps);
  }

  function* answerInParts(plan: Plan, key: string, steps: Parts<Uint8Array>): Parts<Reply> {
    return replyTo(plan, key, yield* steps);
  }

  /** Caches a body on its second request. */
  function replyTo(plan: Plan, key: string, body: Uint8Array): Reply {
    if (askedOnce.get(key) !== undefined) bodies.set(key, body, body.length);
    else askedOnce.set(key, true, 0);
    return { plan, body, key, cached: false };
  }

  function search(plan: SearchPlan, caller: Caller): MaybePromise<SearchReply> | Parts<SearchReply> {
    const key = `/search?${spellSearch(plan)}`;
    const known = found.get(key);
    if (known !== undefined) return { plan, ...searchReply(plan, known), cached: true };
    const steps = searcher.inSteps(plan);
    if (steps === null)
      return whenThere(searcher.search(plan, caller.signal), (answer) => keepSearch(plan, key, answer));
    return searchInParts(plan, key, steps);
  }

  function* searchInParts(plan: SearchPlan, key: string, steps: Parts<SearchAnswer>): Parts<SearchReply> {
    return keepSearch(plan, key, yield* steps);
  }

  /** Caches an answer on its second request. */
  function keepSearch(plan: SearchPlan, key: string, answer: SearchAnswer): SearchReply {
    if (askedOnce.get(key) !== undefined) found.set(key, answer, answer.body.length);
    else askedOnce.set(key, true, 0);
    return { plan, ...searchReply(plan, answer), cached: false };
  }

  /** What `read` makes of the first pages at or after a path. */
  function readFrom<Value>(
    from: string,
    count: number,
    read: (page: PageId) => MaybePromise<Value>,
    caller: Caller,
  ): MaybePromise<readonly Value[] | Refusal> {
    return whenThere(pages.listFrom(from, count), (ids) => readAll(ids, read, caller));
  }

  /** What `read` makes of pages. */
  function readAll<Value>(
    ids: readonly PageId[],
    read: (page: PageId) => MaybePromise<Value>,
    caller: Caller,
  ): MaybePromise<readonly Value[] | Refusal> {
    return whenThere(
      inTurn(() => readInParts(ids, read), caller),
      (values) => (isRefusal(values) ? values : allOf(values)),
    );
  }

  const listPage = (page: PageId): MaybePromise<ListedPage> =>
    whenThere(pages.row(page), (row) =>
      whenThere(pages.markdown(page), (markdown) => ({ row: closed(row), size: markdown.length })),
    );

  return {
    settings,
    stamps,
    grammar,

    ask: (read, caller) =>
      inTurn<Reply | Refusal>(() => {
        const plan = read();
        return isRefusal(plan) ? plan : answer(plan, caller);
      }, caller),

    search: (read, caller) =>
      inTurn<SearchReply | Refusal>(() => {
        const plan = read();
        return isRefusal(plan) ? plan : search(plan, caller);
      }, caller),

    find: (path) => pages.find(path),
    page: (page) => pages.wholePage(page),
    markdown: (page) => pages.markdown(page),
    markdownsAt: (paths, caller) =>
      whenThere(allOf(paths.map((path) => pages.find(path))), (ids) => readAll(ids, pages.markdown, caller)),
    markdownAddress: (page) =>
      whenThere(pages.row(page), (row) => {
        const { markdown } = JSON.parse(Buffer.from(closed(row)).toString()) as { readonly markdown: string };
        return markdown;
      }),

    pathsFrom: (from, count) =>
      whenThere(pages.listFrom(from, count), (listed) => allOf(listed.map((page) => pages.path(page)))),
    pagesFrom: (from, count, caller) => readFrom(from, count, listPage, caller),
    rowsFrom: (from, count, read, caller) =>
      readFrom(from, count, (page) => whenThere(pages.row(page), (row) => read(closed(row))), caller),
    map: () => map.bytes(),

    list: (name, bound, caller) =>
      inTurn<ListReply | Refusal>(() => {
        const { total } = lists[name];
        const count = Math.min(bound, total);
        return whenThere(lists[name].rows(count), (rows) => ({ rows, count, total }));
      }, caller),
  };
}

function searchReply(
  plan: SearchPlan,
  { body, total, exactTotal }: SearchAnswer,
): Omit<SearchReply, 'plan' | 'cached'> {
  const offset = plan.offset + plan.limit;
  const isReached = plan.q === null || offset + plan.limit <= caps.offset.maximum;
  return { body, exactTotal, next: offset < total && isReached ? { ...plan, offset } : null };
}

/** The row of a page as a whole JSON text. */
function closed(row: Uint8Array): Uint8Array {
  const whole = new Uint8Array(row.length + 1);
  whole.set(row);
  whole[row.length] = 0x7d;
  return whole;
}

function* readInParts<Value>(
  ids: readonly PageId[],
  read: (page: PageId) => MaybePromise<Value>,
): Parts<readonly MaybePromise<Value>[]> {
  const values: MaybePromise<Value>[] = [];
  for (const page of ids) {
    values.push(read(page));
    yield;
  }
  return values;
}

/** One promise of all values, when any of them is a promise. */
function allOf<Value>(values: readonly MaybePromise<Value>[]): MaybePromise<readonly Value[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as readonly Value[]);
}
