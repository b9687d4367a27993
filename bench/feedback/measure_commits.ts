import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../src/feedback/open_store.ts';
import { benchAttempt } from './bench_attempt.ts';

/** Submissions per second of `writers` writers that each wait for their confirmations. */
export async function measureStore(file: string, writers: number, milliseconds: number): Promise<number> {
  const store = await openStore(`sqlite:${file}`, { create: true });
  let next = 0;
  let recorded = 0;
  const started = performance.now();
  const end = started + milliseconds;
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (performance.now() < end) {
        await store.submit(benchAttempt(next++));
        recorded++;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await store.close();
  return recorded / seconds;
}

/** Rows per second of a bare loop over node:sqlite that commits groups at the same durability. */
export function measureBareLoop(file: string, group: number, milliseconds: number): number {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma fullfsync = on');
  database.exec(
    'create table row (sequence integer primary key autoincrement, id text not null unique, key_hash blob not null unique, message blob not null) strict',
  );
  const insert = database.prepare('insert into row (id, key_hash, message) values (?, ?, ?)');
  let written = 0;
  const started = performance.now();
  while (performance.now() < started + milliseconds) {
    database.exec('begin immediate');
    for (let at = 0; at < group; at++) {
      const { id, keyHash, submission } = benchAttempt(written++);
      insert.run(id, keyHash, Buffer.from(submission.message));
    }
    database.exec('commit');
  }
  const seconds = (performance.now() - started) / 1000;
  database.close();
  return written / seconds;
}
