import { openSqliteStore } from '../../src/feedback/stores/sqlite.ts';
import { benchAttempt } from './bench_attempt.ts';

const GROUP = 20_000;

/** Fills a store with `rows` submissions. */
export async function fillArchive(file: string, rows: number): Promise<void> {
  const store = await openSqliteStore(file, { create: true });
  for (let from = 0; from < rows; from += GROUP) {
    const count = Math.min(GROUP, rows - from);
    await store.submitAll(Array.from({ length: count }, (_, at) => benchAttempt(from + at)));
  }
  await store.close();
}
