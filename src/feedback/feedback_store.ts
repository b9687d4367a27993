import type { Aggregate } from './aggregate.ts';
import type { Attempt, FeedbackRow, OwnerRecord } from './feedback_record.ts';

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
 * Where submissions live. Every method may throw `StoreUnavailable` and nothing else; what it throws holds no text of
 * a driver, as drivers quote rows. An acknowledged write outlives the process and the power.
 */
export interface FeedbackStore {
  /**
   * Records a submission under its key, once: of any number of attempts with one key, on any node, one records and the
   * others wait for it. A failed attempt leaves the key free.
   */
  submit(attempt: Attempt): Promise<SubmitOutcome>;
  list(query: ListQuery): Promise<ListedRows>;
  /** Rows after a sequence that are not hidden, oldest first. */
  scan(after: number, limit: number): Promise<readonly FeedbackRow[]>;

  /** Null before the first roll-up. */
  readAggregate(): Promise<Aggregate | null>;
  /** Replaces the aggregate as a whole: readers see the older one or this one. */
  writeAggregate(aggregate: Aggregate): Promise<void>;
  /** Runs the work unless another roll-up is at work on this store; then null. */
  rollUpAlone<Result>(work: () => Promise<Result>): Promise<Result | null>;

  /** 32 random bytes that all nodes of one store share: what cursors are authenticated with. */
  cursorSecret(): Promise<Uint8Array>;

  /** For the owner: the rows after a sequence, hidden ones too, oldest first, messages and all. */
  exportRows(after: number, limit: number): Promise<readonly OwnerRecord[]>;
  /** For the owner: one row, messages and all, or null. */
  find(id: string): Promise<OwnerRecord | null>;
  /** Hides a submission from the public reads, or shows it again. False when there is none of the id. */
  hide(id: string, hidden: boolean): Promise<boolean>;
  /** Removes a submission for good, its key with it. False when there is none of the id. */
  purge(id: string): Promise<boolean>;

  /** Faults of the store's structure, a line each, empty when it is sound. Rows are `findDamage`'s. */
  checkStructure(): Promise<readonly string[]>;
  /**
   * Writes a copy of the store as it stands to a new file. Other processes serve meanwhile, this one waits. Null where
   * the database has tools of its own. Throws `StoreRefused` when the file exists.
   */
  readonly backup: ((file: string) => Promise<void>) | null;
  /** Resolves when the store can take a write now. */
  checkHealth(): Promise<void>;
  close(): Promise<void>;
}

/** Lets a store begin a list at its newest row. */
export const NEWEST = Number.MAX_SAFE_INTEGER;
