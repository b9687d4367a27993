import type { Aggregate } from './aggregate.ts';
import type { Attempt, FeedbackRow, OwnerRecord } from './feedback_record.ts';
import type { CallBounds } from './store_limits.ts';

/** What became of an attempt. `replayed`: the key already named this very submission, which is `row`. */
export type SubmitOutcome =
  | { readonly outcome: 'recorded' | 'replayed'; readonly row: Confirmed }
  | { readonly outcome: 'conflict' };

/** What the sender is told of a recorded submission. */
export type Confirmed = Omit<FeedbackRow, 'sequence'>;

export interface ListQuery {
  /** Rows of a lower sequence only. */
  readonly before: number;
  /** At most this many rows; 0 is allowed. */
  readonly limit: number;
  /** Most rows that are counted for `total`. */
  readonly countBudget: number;
}

export interface ListedRows {
  /** Newest first, none hidden. */
  readonly rows: readonly FeedbackRow[];
  /** True when rows of a lower sequence than the last one remain. */
  readonly more: boolean;
  /** Rows that are not hidden, on all pages together, as far as they were counted. */
  readonly total: number;
  /** True when counting stopped at its budget before the archive's end. */
  readonly partial: boolean;
}

/**
 * Where submissions live. Every method may throw `StoreUnavailable` and nothing else; the error holds no text of a
 * driver, as drivers quote rows. An acknowledged write survives the end of the process and a power failure.
 *
 * What the public can cause takes bounds: a call whose caller has gone, or whose deadline has passed, is not begun, and
 * no call is waited for past its deadline. Without bounds a store sets a deadline of its own. A store that has to queue
 * calls refuses as `overloaded` when its queue is full, and lets submissions go before reads.
 */
export interface FeedbackStore {
  /**
   * Records a submission under its key, once: of any number of attempts with one key, on any node, one records and the
   * others wait for it. A failed attempt leaves the key free.
   */
  submit(attempt: Attempt, bounds?: CallBounds): Promise<SubmitOutcome>;
  list(query: ListQuery, bounds?: CallBounds): Promise<ListedRows>;
  /** Null before the first roll-up. */
  readAggregate(bounds?: CallBounds): Promise<Aggregate | null>;
  /** 32 random bytes that all nodes of one store share: the key that authenticates cursors. */
  cursorSecret(bounds?: CallBounds): Promise<Uint8Array>;

  /** For the roll-up: the rows after a sequence that are not hidden, oldest first. */
  scan(after: number, limit: number): Promise<readonly FeedbackRow[]>;
  /** Replaces the aggregate as a whole: readers see the old one or the new one. */
  writeAggregate(aggregate: Aggregate): Promise<void>;
  /** Runs the work unless another roll-up of this store is running; then null. */
  rollUpAlone<Result>(work: () => Promise<Result>): Promise<Result | null>;

  /** For the owner: the rows after a sequence, hidden ones too, oldest first, with their messages. */
  exportRows(after: number, limit: number): Promise<readonly OwnerRecord[]>;
  /** For the owner: one row with its message, or null. */
  find(id: string): Promise<OwnerRecord | null>;
  /** Hides a submission from the public reads, or shows it again. False when there is none with the id. */
  hide(id: string, hidden: boolean): Promise<boolean>;
  /** Removes a submission and its key. False when there is none with the id. `finishPurge` removes its copies. */
  purge(id: string): Promise<boolean>;
  /**
   * Waits until the files of the store hold no copy of what was purged, as far as they are the store's to change.
   * @param patience milliseconds
   * @returns the files that still hold copies after that time; none when it is done
   */
  finishPurge(patience: number): Promise<readonly string[]>;

  /** Faults of the store's structure, one a line; empty when it is sound. `findDamage` checks the rows. */
  checkStructure(): Promise<readonly string[]>;
  /**
   * Writes a copy of the store as it is now to a new file. Other processes go on meanwhile, this one waits. Null where
   * the database has its own tools. Throws `StoreRefused` when the file exists.
   */
  readonly backup: ((file: string) => Promise<void>) | null;
  /** Resolves when the store can take a write now. */
  checkHealth(): Promise<void>;
  close(): Promise<void>;
}

/** As `before` of a list: begins at its newest row. */
export const NEWEST = Number.MAX_SAFE_INTEGER;
