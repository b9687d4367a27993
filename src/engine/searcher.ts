import type { Steps } from '../async/steps.ts';
import type { SearchPlan } from '../query/ask/search_plan.ts';

/** The response body of a search, and the numbers of pages that it found. */
export interface SearchAnswer {
  /** UTF-8 JSON. */
  readonly body: Uint8Array;
  readonly total: number;
  /** Pages that hold all words as typed. */
  readonly exactTotal: number;
}

/** Answers searches as people type them, in this process or over a network. */
export interface Searcher {
  /**
   * Answers every plan that `readSearch` gives. The same plan always gives the same bytes.
   *
   * @param signal aborts when the caller no longer waits
   */
  search(plan: SearchPlan, signal: AbortSignal): SearchAnswer | Promise<SearchAnswer>;

  /** The same work in steps, as in `Answerer`. @returns null when another process does the work */
  inSteps(plan: SearchPlan): Steps<SearchAnswer> | null;
}
