import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect } from 'vitest';
import type { FeedbackStore } from '../../src/feedback/feedback_store.ts';
import { openPostgresStore } from '../../src/feedback/stores/postgres.ts';
import { createMemoryStore, openSqliteStore } from '../../src/feedback/stores/sqlite.ts';
import { spellings } from '../fixtures/feedback.ts';
import { memoryFolder } from '../fixtures/memory_folder.ts';
import { missingPostgres, type Postgres, startPostgres } from '../fixtures/postgres.ts';

/** Opens empty stores, one at a time: each is closed before the next is opened. */
export interface EmptyStores {
  next(): Promise<FeedbackStore>;
  end(): Promise<void>;
}

/** Every kind of feedback store, with the reason why it cannot be tested here, or null. */
export const storeKinds: readonly {
  readonly store: string;
  readonly missing: string | null;
  readonly prepare: () => Promise<EmptyStores>;
}[] = [
  {
    store: 'memory',
    missing: null,
    prepare: async () => ({ next: async () => createMemoryStore(), end: async () => undefined }),
  },
  { store: 'SQLite', missing: null, prepare: prepareSqlite },
  { store: 'PostgreSQL', missing: await missingPostgres(), prepare: preparePostgres },
];

async function prepareSqlite(): Promise<EmptyStores> {
  const folder = mkdtempSync(join(memoryFolder(), 'catchword-feedback-'));
  let files = 0;
  return {
    next: () => openSqliteStore(join(folder, `${++files}.db`), { create: true }),
    end: async () => rmSync(folder, { recursive: true }),
  };
}

/** One server for all cases of a file. It logs every statement. */
let server: Promise<Postgres> | undefined;
afterAll(async () => (await server)?.stop());

async function preparePostgres(): Promise<EmptyStores> {
  server ??= startPostgres(['-c', 'log_statement=all']);
  const { createDatabase, log } = await server;
  const address = await createDatabase();
  const cleaner = new pg.Client({ connectionString: address });
  await cleaner.connect();
  return {
    async next() {
      const store = await openPostgresStore(address);
      // Creating a database takes longer than most cases.
      await cleaner.query("delete from catchword_submission; delete from catchword_fact where name = 'aggregate'");
      return store;
    },
    async end() {
      await cleaner.end();
      const said = log();
      // Do not print the long log on a failure.
      expect(['delete from catchword_submission', ...spellings].map((text) => said.includes(text))).toEqual([
        true,
        ...spellings.map(() => false),
      ]);
    },
  };
}
