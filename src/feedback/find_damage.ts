import type { OwnerRecord } from './feedback_record.ts';
import type { FeedbackStore } from './feedback_store.ts';
import { StoreUnavailable } from './store_error.ts';

/** The findings of `doctor`. A store without any is sound. */
export interface Damage {
  readonly rows: number;
  /** Rows that are not what was written, by their sequence and what is left of their id. */
  readonly altered: readonly { readonly sequence: number; readonly id: string }[];
  /** Faults of the store's structure, one a line. */
  readonly structure: readonly string[];
}

const BATCH = 1000;
/** Most sequences that are tried one by one past an unreadable place. A single damaged page holds fewer rows. */
const MOST_TRIED = 2000;

/**
 * Compares every row with its checksum, and checks the structure of the store. A place whose rows cannot be read is a
 * fault of structure; the rows behind it are compared.
 * @throws StoreUnavailable
 */
export async function findDamage(store: FeedbackStore): Promise<Damage> {
  const structure = [...(await store.checkStructure())];
  const altered: { sequence: number; id: string }[] = [];
  let rows = 0;
  let limit = BATCH;
  /** First sequence of the unreadable place that the loop is in; null outside. */
  let lostFrom: number | null = null;
  for (let after = 0; ; ) {
    const asked = limit;
    const batch = await readRows(store, after, asked);
    if (batch === null) {
      if (asked > 1) {
        limit = 1;
        continue;
      }
      lostFrom ??= after + 1;
      after++;
      if (after - lostFrom < MOST_TRIED) continue;
      structure.push(`rows from ${lostFrom} on cannot be read`);
      return { rows, altered, structure };
    }
    if (lostFrom !== null) {
      structure.push(`rows ${lostFrom} to ${after} cannot be read`);
      lostFrom = null;
      limit = BATCH;
    }
    rows += batch.length;
    for (const { sequence, id, intact } of batch) if (!intact) altered.push({ sequence, id });
    if (batch.length < asked) return { rows, altered, structure };
    after = batch.at(-1)!.sequence;
  }
}

/** Null where they cannot be read. */
async function readRows(store: FeedbackStore, after: number, limit: number): Promise<readonly OwnerRecord[] | null> {
  try {
    return await store.exportRows(after, limit);
  } catch (error) {
    if (error instanceof StoreUnavailable && error.reason === 'damaged') return null;
    throw error;
  }
}
