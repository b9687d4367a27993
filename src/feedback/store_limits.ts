import { StoreUnavailable } from './store_error.ts';

/** Every bound on the work of a feedback store. Times are in milliseconds. */
export const storeLimits = {
  /** From the arrival of a request to the answer of the store: its sender is told within two seconds. */
  patience: 1_900,
  /** Reads that wait for their turn. When one more comes, the oldest is refused with 503. */
  waitingReads: 512,
  /** Submissions that wait for their transaction. Further ones are refused with 503. */
  waitingSubmissions: 2_048,
  /** Submissions of one transaction. */
  groupedSubmissions: 256,
  /** Reads that the thread of an SQLite store has been sent and has not answered. */
  sqliteReads: 2,
  /** Connections to PostgreSQL. Reads leave the rest to submissions and to the roll-up. */
  postgresConnections: 8,
  postgresReads: 5,
} as const;

/** Who waits for a call of a store, and until when. */
export interface CallBounds {
  /** Aborts when the caller has gone. */
  readonly signal?: AbortSignal | undefined;
  /** On the clock of `performance.now()`: the call rejects as `late` then, and does not begin afterwards. */
  readonly deadline: number;
}

/** Made once: a flood is refused hundreds of times a second, and to record where each error was made costs more than a read. */
const gone = new StoreUnavailable('gone');
const late = new StoreUnavailable('late');
export const overloaded = new StoreUnavailable('overloaded');

/** Bounds of a call that brings none. @param milliseconds from now */
export function boundsFromNow(milliseconds: number = storeLimits.patience): CallBounds {
  return { deadline: performance.now() + milliseconds };
}

/** Milliseconds until the deadline, at least 0. */
export function remaining({ deadline }: CallBounds): number {
  return Math.max(0, deadline - performance.now());
}

/** @throws StoreUnavailable when nobody waits for the call any more */
export function assertWanted(bounds: CallBounds): void {
  if (bounds.signal?.aborted) throw gone;
  if (remaining(bounds) === 0) throw late;
}

/** Calls `leave` once, when the caller goes or the deadline passes. @returns a function that ends the watch */
export function watchBounds(bounds: CallBounds, leave: (error: StoreUnavailable) => void): () => void {
  const { signal } = bounds;
  const end = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
  const leaveWith = (error: StoreUnavailable): void => {
    end();
    leave(error);
  };
  const onAbort = (): void => leaveWith(gone);
  const timer = setTimeout(leaveWith, remaining(bounds), late);
  signal?.addEventListener('abort', onAbort);
  return end;
}

/** The result of the work, or a rejection when the caller goes or the deadline passes. The work itself goes on. */
export async function withinBounds<Result>(bounds: CallBounds, work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined);
  const { promise, reject } = Promise.withResolvers<never>();
  const end = watchBounds(bounds, reject);
  try {
    return await Promise.race([work, promise]);
  } finally {
    end();
  }
}
