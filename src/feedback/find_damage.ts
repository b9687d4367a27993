import type { FeedbackStore } from './feedback_store.ts';

/** What `doctor` says of a store. It is sound when nothing is named. */
export interface Damage {
  readonly rows: number;
  /** Rows that are not what was written, by their place and what is left of their id. */
  readonly altered: readonly { readonly sequence: number; readonly id: string }[];
  /** Faults of the store's structure, a line each. */
  readonly structure: readonly string[];
}

const BATCH = 1000;

/**
 * Compares every row with its checksum, and asks the store about its structure.
 * @throws StoreUnavailable
 */
export async function findDamage(store: FeedbackStore): Promise<Damage> {
  const structure = await store.checkStructure();
  const altered: { sequence: number; id: string }[] = [];
  let rows = 0;
  for (let after = 0; ; ) {
    const batch = await store.exportRows(after, BATCH);
    rows += batch.length;
    for (const { sequence, id, intact } of batch) if (!intact) altered.push({ sequence, id });
    if (batch.length < BATCH) return { rows, altered, structure };
    after = batch.at(-1)!.sequence;
  }
}
