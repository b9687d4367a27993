import { type FeedbackStore, NEWEST, type SubmitOutcome } from '../../../src/feedback/feedback_store.ts';
import { boundsFromNow } from '../../../src/feedback/store_limits.ts';
import { attemptOf } from '../../fixtures/feedback.ts';

/** A location where stores can be opened. */
export interface StorePlace {
  /** Opens the store of this location. Each node or run of the program opens it anew. */
  open(): Promise<FeedbackStore>;
  /** False if the data ends with the process. */
  readonly lasts: boolean;
  /** The calls for which the store has a queue; none if it works synchronously. */
  readonly queued: readonly ('reads' | 'submissions')[];
  remove(): Promise<void>;
}

/** The empty store of the current test, and its location. The suite replaces both before each test. */
export interface OpenedStore {
  place: StorePlace;
  store: FeedbackStore;
}

/** Milliseconds for a call without bounds: a busy machine may need longer than a client waits, and time is not what is tested. */
const PATIENCE = 120_000;

/** A store that gives public calls without bounds much time. */
export function patient(store: FeedbackStore): FeedbackStore {
  return {
    ...store,
    submit: (attempt, bounds = boundsFromNow(PATIENCE)) => store.submit(attempt, bounds),
    list: (query, bounds = boundsFromNow(PATIENCE)) => store.list(query, bounds),
    readAggregate: (bounds = boundsFromNow(PATIENCE)) => store.readAggregate(bounds),
    cursorSecret: (bounds = boundsFromNow(PATIENCE)) => store.cursorSecret(bounds),
  };
}

/** The first page of the public list. */
export const all = { before: NEWEST, limit: 25, countBudget: 100 } as const;

/** The rows of the first page. */
export async function listed(store: FeedbackStore) {
  return (await store.list(all)).rows;
}

export function confirmedId(outcome: SubmitOutcome): string | undefined {
  return outcome.outcome === 'conflict' ? undefined : outcome.row.id;
}

/** Submits sequentially. @returns the ids in that order */
export async function submitMany(store: FeedbackStore, count: number, prefix = 'k'): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++)
    ids.push(confirmedId(await store.submit(attemptOf(`${prefix} ${index}`)))!);
  return ids;
}
