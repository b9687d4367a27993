/** Why a store does not answer. These texts replace those of drivers, which quote rows. */
const REASONS = {
  busy: 'it is busy',
  full: 'it is full',
  failing: 'it reported an error',
  damaged: 'it is damaged',
  replaced: 'its file was removed or replaced',
  unreachable: 'it is unreachable',
  overloaded: 'its queue is full',
  late: 'it did not answer in time',
  gone: 'the client has disconnected',
  closed: 'it is closed',
} as const;

export type Unavailability = keyof typeof REASONS;

/** The store cannot answer now. The submission may or may not be recorded; a retry with the same key is safe. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly reason: Unavailability;

  /** @param store a name of the store for the message, such as its file */
  constructor(reason: Unavailability, store = '') {
    super(`Cannot use the feedback store${store}: ${REASONS[reason]}.`);
    this.reason = reason;
  }
}

/** The store cannot be used until the owner fixes something. Thrown when the store is opened. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
}

/** Value of `Retry-After`, in seconds. */
export const RETRY_AFTER = 5;

/** Every bound on the work of a feedback store. Times are in milliseconds. */
export const storeLimits = {
  /** From the arrival of a request to the store's answer, so that the client has its answer within two seconds. */
  patience: 1_900,
  /** Callers that wait for a read. When so many wait, the oldest is refused with 503. */
  waitingReads: 512,
  /** Queued submissions. When the queue is full, new ones are refused with 503. */
  waitingSubmissions: 2_048,
  groupedSubmissions: 256,
  /**
   * Submissions per transaction on PostgreSQL, which locks each key. It reserves 64 locks per connection by default
   * (`max_locks_per_transaction`), so that the table of locks cannot overflow.
   */
  postgresGroupedSubmissions: 60,
  misses: 5_000,
  /** Connections to PostgreSQL. Lists use one at a time, so that submissions and the roll-up always get one. */
  postgresConnections: 8,
} as const;

export interface CallBounds {
  /** Aborts when the client has disconnected. */
  readonly signal?: AbortSignal | undefined;
  /** By the clock of `performance.now()`: the call rejects as `late` then, and does not begin afterwards. */
  readonly deadline: number;
}

/** Shared instances: under overload they are thrown hundreds of times a second, and capturing a stack costs more than a read. */
const gone = new StoreUnavailable('gone');
const late = new StoreUnavailable('late');
export const overloaded = new StoreUnavailable('overloaded');

/** Default bounds for a call without any. @param milliseconds from now */
export function boundsFromNow(milliseconds: number = storeLimits.patience): CallBounds {
  return { deadline: performance.now() + milliseconds };
}

export function remaining({ deadline }: CallBounds): number {
  return Math.max(0, deadline - performance.now());
}

/** @throws StoreUnavailable when the client has gone or the deadline has passed */
export function assertWanted(bounds: CallBounds): void {
  if (bounds.signal?.aborted) throw gone;
  if (remaining(bounds) === 0) throw late;
}

/** Calls `leave` once, when the client disconnects or the deadline passes. @returns a function that stops watching */
export function watchBounds(bounds: CallBounds, leave: (error: StoreUnavailable) => void): () => void {
  const { signal } = bounds;
  function end(): void {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
  function leaveWith(error: StoreUnavailable): void {
    end();
    leave(error);
  }
  const onAbort = (): void => leaveWith(gone);
  const timer = setTimeout(leaveWith, remaining(bounds), late);
  signal?.addEventListener('abort', onAbort);
  return end;
}

/** Resolves with the result, or rejects when the client disconnects or the deadline passes. Does not cancel the work. */
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
