/**
 * Writes submissions into one SQLite file until it is killed or has written all: feedback_writer.ts FILE WRITERS COUNT
 * START [normal|thread]. Each writer sends its keys in order and retries after a failure. It prints "ack KEY ID" once a
 * submission is confirmed and "fail KEY" when it was not. START is a JSON list of the first number of each writer. With
 * `normal`, SQLite syncs less than the store asked for; with `thread`, the store has a thread of its own, as in the
 * service.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailable } from '../../src/feedback/store_limits.ts';
import { openSqliteStore } from '../../src/feedback/stores/sqlite.ts';
import { openSqliteThread } from '../../src/feedback/stores/sqlite_thread.ts';
import { attemptOf } from '../fixtures/feedback.ts';

const [file, writers, count, start, manner] = process.argv.slice(2);
if (manner === 'normal') await import('./sync_less.ts');
const open = manner === 'thread' ? openSqliteThread : openSqliteStore;
const store = await open(file!, { create: true });
const begin = JSON.parse(start!) as readonly number[];

await Promise.all(
  Array.from({ length: Number(writers) }, async (_, writer) => {
    for (let number = begin[writer] ?? 0; number < Number(count); number++) await submit(`${writer}.${number}`);
  }),
);
await store.close();

async function submit(key: string): Promise<void> {
  for (;;) {
    try {
      const outcome = await store.submit(attemptOf(key, { message: key }));
      process.stdout.write(`ack ${key} ${outcome.outcome === 'conflict' ? 'conflict' : outcome.row.id}\n`);
      return;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      process.stdout.write(`fail ${key}\n`);
      await delay(5);
    }
  }
}
