import type { OwnerRecord } from './feedback_record.ts';
import type { FeedbackStore } from './feedback_store.ts';
import { StoreUnavailable } from './store_limits.ts';

export interface Damage {
  readonly rows: number;
  /** Rows whose checksum does not match, with their sequence and their id as far as it is readable. */
  readonly altered: readonly { readonly sequence: number; readonly id: string }[];
  readonly structure: readonly string[];
}

const BATCH = 1000;
/** Maximum number of sequences to try one by one after an unreadable row. One damaged database page has fewer rows. */
const MOST_TRIED = 2000;

/**
 * Verifies the checksum of every row and the structure of the store. A range of unreadable rows is a fault of structure;
 * the rows after it are still verified.
 * @throws StoreUnavailable
 */
export async function findDamage(store: FeedbackStore): Promise<Damage> {
  const structure = [...(await store.checkStructure())];
  const altered: { sequence: number; id: string }[] = [];
  let rows = 0;
  let limit = BATCH;
  /** First sequence of the current unreadable range; null outside of one. */
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
      structure.push(`rows from ${lostFrom} onwards cannot be read`);
      return { rows, altered, structure };
    }
    if (lostFrom !== null) {
      structure.push(`${lostFrom === after ? `row ${after}` : `rows ${lostFrom} to ${after}`} cannot be read`);
      lostFrom = null;
      limit = BATCH;
    }
    rows += batch.length;
    for (const { sequence, id, intact } of batch) if (!intact) altered.push({ sequence, id });
    if (batch.length < asked) return { rows, altered, structure };
    after = batch.at(-1)!.sequence;
  }
}

async function readRows(store: FeedbackStore, after: number, limit: number): Promise<readonly OwnerRecord[] | null> {
  try {
    return await store.exportRows(after, limit);
  } catch (error) {
    if (error instanceof StoreUnavailable && error.reason === 'damaged') return null;
    throw error;
  }
}
