import { type MaybePromise, mapMaybe } from '../async/maybe_promise.ts';
import type { Steps } from '../async/steps.ts';
import type { CacheBudget } from '../cache/cache_budget.ts';
import type { CopiesOfPage, PageId, PageNeighbours, SiteSettings, Stamps, Translation } from '../corpus/corpus.ts';
import type { SearchAnswer } from '../engine/searcher.ts';
import type { SiteEngine } from '../engine/site_engine.ts';
import type { SiteLists } from '../engine/site_lists.ts';
import { isRefusal, type Refusal } from '../problems/refusal.ts';
import { caps } from '../query/ask/caps.ts';
import { createGrammar, type Grammar } from '../query/ask/grammar.ts';
import type { Plan } from '../query/ask/plan.ts';
import { planKey } from '../query/ask/plan_key.ts';
import { formatSearch } from '../query/ask/read_search.ts';
import type { SearchPlan } from '../query/ask/search_plan.ts';
import type { Caller } from './caller.ts';
import { createPageReads, type PageReads } from './read_pages.ts';
import { createRepeatedAnswers } from './repeated_answers.ts';
import type { InTurn } from './turns.ts';

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

/** Use cases of reading a site, independent of HTTP. The HTTP handlers and the command line call these. */
export interface PageQuestions extends PageReads {
  readonly settings: SiteSettings;
  readonly stamps: Stamps;
  /** Languages of the pages (BCP 47), by code point. */
  readonly languages: readonly string[];
  /** Names of the site's versions, the current one first; empty: it has none. */
  readonly versions: readonly string[];
  /** The version of a page, and the first of its copies. @param most copies to list */
  copies(page: PageId, most: number): CopiesOfPage;
  /** The page and its translations, one in each language; empty: it has none. */
  translations(page: PageId): readonly Translation[];
  /** The pages before and after a page in the site's own order. */
  neighbours(page: PageId): PageNeighbours;
  /** The query grammar of this site. */
  readonly grammar: Grammar;

  /**
   * Answers a query when it is the caller's turn.
   * @param read parses the plan; called within the turn, because parsing a body may cost as much as answering it
   */
  ask(read: () => Plan | Refusal, caller: Caller): MaybePromise<Reply | Refusal>;

  /** Answers a search when it is the caller's turn. @param read parses the plan */
  search(read: () => SearchPlan | Refusal, caller: Caller): MaybePromise<SearchReply | Refusal>;

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
  const asked = budget.createAskedKeys('askedOnce');
  const answers = createRepeatedAnswers(asked, budget.createCache<Uint8Array>('answers'), (body) => body.length);
  const found = createRepeatedAnswers(asked, budget.createCache<SearchAnswer>('found'), ({ body }) => body.length);

  function answer(plan: Plan, caller: Caller): MaybePromise<Reply> | Steps<Reply> {
    const key = planKey(plan);
    return answers.find(
      key,
      () => answerer.inSteps(plan) ?? answerer.answer(plan, caller.signal),
      (body, cached) => ({ plan, body, key, cached }),
    );
  }

  function search(plan: SearchPlan, caller: Caller): MaybePromise<SearchReply> | Steps<SearchReply> {
    return found.find(
      `/search?${formatSearch(plan)}`,
      () => searcher.inSteps(plan) ?? searcher.search(plan, caller.signal),
      (answer, cached) => replyToSearch(plan, answer, cached),
    );
  }

  return {
    settings,
    stamps,
    get languages() {
      return engine.languages;
    },
    get versions() {
      return engine.versions;
    },
    copies: (page, most) => engine.copies(page, most),
    translations: (page) => engine.translations(page),
    neighbours: (page) => engine.neighbours(page),
    grammar,
    ...createPageReads(pages, map, inTurn),

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

    list: (name, bound, caller) =>
      inTurn<ListReply | Refusal>(() => {
        const { total } = lists[name];
        const count = Math.min(bound, total);
        return mapMaybe(lists[name].rows(count), (rows) => ({ rows, count, total }));
      }, caller),
  };
}

function replyToSearch(plan: SearchPlan, { body, total, exactTotal }: SearchAnswer, cached: boolean): SearchReply {
  const offset = plan.offset + plan.limit;
  const isReached = plan.q === null || offset + plan.limit <= caps.offset.maximum;
  return { plan, body, exactTotal, next: offset < total && isReached ? { ...plan, offset } : null, cached };
}
