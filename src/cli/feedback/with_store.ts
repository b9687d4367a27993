import type { OwnerRecord } from '../../feedback/feedback_record.ts';
import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import { StoreRefused, StoreUnavailable } from '../../feedback/store_error.ts';
import { failed } from '../command_error.ts';
import type { Terminal } from '../terminal.ts';
import { openNamedStore, type StoreFlags } from './feedback_settings.ts';

/** Rows per read. */
const batch = 1000;

/** Opens the store, runs `work` and closes the store. An error of the store becomes a one-line error. */
export async function withStore(
  flags: StoreFlags,
  { environment }: Terminal,
  work: (store: FeedbackStore) => Promise<number>,
  create = false,
): Promise<number> {
  const store = await openNamedStore(flags, environment, create);
  try {
    return await work(store);
  } catch (error) {
    if (error instanceof StoreRefused || error instanceof StoreUnavailable) throw failed(error.message);
    throw error;
  } finally {
    await store.close();
  }
}

/** All submissions by sequence, hidden ones too. @param from reads those of a higher sequence */
export async function* everyRow(store: FeedbackStore, from = 0): AsyncGenerator<OwnerRecord> {
  for (let after = from; ; ) {
    const rows = await store.exportRows(after, batch);
    yield* rows;
    if (rows.length < batch) return;
    after = rows.at(-1)!.sequence;
  }
}
