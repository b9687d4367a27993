import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openStore } from './open_store.ts';
import { StoreRefused } from './store_limits.ts';

describe('openStore', () => {
  test('opens a store in memory', async () => {
    const store = await openStore('memory:');
    await store.checkHealth();
    await store.close();
  });

  test('opens an SQLite file, and creates it only with `create`', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'catchword-feedback-'));
    const address = `sqlite:${join(folder, 'data', 'a b%3f?#.db')}`;
    await expect(openStore(address)).rejects.toThrow(StoreRefused);
    await (await openStore(address, { create: true })).close();
    await (await openStore(address)).close();
    rmSync(folder, { recursive: true });
  });

  test('opens a store in a database that does not answer, and each use then fails as unavailable', async () => {
    const store = await openStore('postgres://catchword:s3cret@127.0.0.1:1/feedback');
    await expect(store.checkHealth()).rejects.toThrow('Cannot use the feedback store: it is unreachable.');
    await store.close();
  });

  test.each(['', 'memory', 'memory:x', 'sqlite:', 'postgres:s3cret', 'mysql://user:s3cret@host/db', 'feedback.db'])(
    'refuses %j without repeating it',
    async (address) => {
      await expect(openStore(address)).rejects.toThrow(
        new StoreRefused(
          'Cannot open the feedback store: its address must be memory:, sqlite:PATH or postgres://HOST/DATABASE.',
        ),
      );
    },
  );
});
