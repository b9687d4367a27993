import type { Attempt, Confirmed, FeedbackRow, OwnerRecord } from './feedback_record.ts';
import type { CountedMiss } from './misses.ts';
import type { Aggregate } from './public_feedback.ts';
import type { CallBounds } from './store_limits.ts';

/** The outcome of an attempt. `replayed`: an earlier attempt recorded the same submission under this key, as `row`. */
export type SubmitOutcome =
  | { readonly outcome: 'recorded' | 'replayed'; readonly row: Confirmed }
  | { readonly outcome: 'conflict' };

export interface ListQuery {
  /** Rows of a lower sequence only; `NEWEST` begins at the newest row. */
  readonly before: number;
  /** At most this many rows; 0 is allowed. */
  readonly limit: number;
  /** Maximum number of rows to count for `total`. */
  readonly countBudget: number;
}

export const NEWEST = Number.MAX_SAFE_INTEGER;

export interface ListedRows {
  /** Newest first, without hidden rows. */
  readonly rows: readonly FeedbackRow[];
  /** True when there are rows of a lower sequence than the last one. */
  readonly more: boolean;
  /** Number of rows that are not hidden, on all pages together, up to `countBudget`. */
  readonly total: number;
  /** True when counting stopped at `countBudget`. */
  readonly partial: boolean;
}

/** A notice that one node has taken to send. */
export interface ClaimedNotice {
  readonly record: OwnerRecord;
  /** How many times it was claimed, this time included. */
  readonly tries: number;
}

/**
 * A database of submissions. Every method may throw `StoreUnavailable` and, unless it says so, nothing else. The error never
 * contains text of a driver, as drivers quote rows. An acknowledged write survives a crash and a power failure.
 *
 * Methods that public requests call take bounds: a call does not begin after its client has gone or its deadline has
 * passed, and it rejects at its deadline. Without bounds a store sets its own deadline. A store that queues calls refuses
 * as `overloaded` when its queue is full, and runs submissions before reads.
 */
export interface FeedbackStore {
  // For public requests.

  /**
   * Records a submission under its key exactly once: of concurrent attempts with the same key, on any node, one records
   * and the others wait for it. A failed attempt leaves the key free.
   */
  submit(attempt: Attempt, bounds?: CallBounds): Promise<SubmitOutcome>;
  list(query: ListQuery, bounds?: CallBounds): Promise<ListedRows>;
  /** Null before the first roll-up. */
  readAggregate(bounds?: CallBounds): Promise<Aggregate | null>;
  /** The key that authenticates cursors: 32 random bytes, shared by all nodes of the store. */
  cursorSecret(bounds?: CallBounds): Promise<Uint8Array>;

  // For the roll-up.

  /** The rows with a higher sequence than `after` that are not hidden, oldest first. */
  scan(after: number, limit: number): Promise<readonly FeedbackRow[]>;
  /** Replaces the aggregate atomically: readers see the old one or the new one. */
  writeAggregate(aggregate: Aggregate): Promise<void>;
  /** Runs the work, or returns null if another roll-up of this store is running. */
  rollUpAlone<Result>(work: () => Promise<Result>): Promise<Result | null>;

  // For the commands of the owner.

  /** The rows with a higher sequence than `after`, including hidden ones, oldest first, with messages. */
  exportRows(after: number, limit: number): Promise<readonly OwnerRecord[]>;
  find(id: string): Promise<OwnerRecord | null>;
  /** Hides a submission from public reads, or shows it again. False when the id does not exist. */
  hide(id: string, hidden: boolean): Promise<boolean>;
  /** Deletes a submission and its key. False when the id does not exist. `finishPurge` removes remaining copies. */
  purge(id: string): Promise<boolean>;
  /**
   * Waits until the files that the store itself manages contain no purged data.
   * @param timeout milliseconds
   * @returns the files that still contain copies after the timeout; empty on success
   */
  finishPurge(timeout: number): Promise<readonly string[]>;
  /** Faults of the store's structure, one per line; empty when there are none. `findDamage` checks the rows. */
  checkStructure(): Promise<readonly string[]>;
  /**
   * Writes a copy of the store to a new file. Other processes keep working, this one blocks. Null when the database has
   * its own backup tools. Throws `StoreRefused` when the file exists.
   */
  readonly backup: ((file: string) => Promise<void>) | null;

  // The queue of notices to send. Times are in milliseconds since 1970. A notice is recorded together with its submission.

  /**
   * Takes the notice that has been due longest at `now`, on one node only, and makes it due again at `until`, so that it is not
   * lost when this process ends. Null when none is due.
   */
  claimNotice(now: number, until: number): Promise<ClaimedNotice | null>;
  /** Removes a notice that its receiver has accepted. */
  finishNotice(id: string): Promise<void>;
  postponeNotice(id: string, due: number): Promise<void>;
  /** The number of notices still to be sent. */
  countNotices(): Promise<number>;

  // The counts of searches that found nothing.

  /** Adds to the counts. Keeps at most `storeLimits.misses` texts: those searched for most, then those searched for last. */
  addMisses(misses: readonly CountedMiss[]): Promise<void>;
  /** Texts that were searched for at least `least` times, in the order of `byFrequency`. */
  listMisses(least: number): Promise<readonly CountedMiss[]>;
  /** Deletes all counts. `finishPurge` removes remaining copies. */
  clearMisses(): Promise<void>;

  /** Resolves when the store can take a write now. */
  checkHealth(): Promise<void>;
  close(): Promise<void>;
}
