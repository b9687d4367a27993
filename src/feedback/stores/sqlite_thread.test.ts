import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeFeedbackStore } from '../../../test/contracts/feedback_store.ts';
import { memoryFolder } from '../../../test/fixtures/memory_folder.ts';
import { StoreRefused } from '../store_limits.ts';
import { openSqliteThread } from './sqlite_thread.ts';

const makeFolder = (): string => mkdtempSync(join(memoryFolder(), 'catchword-feedback-'));

describeFeedbackStore('SQLite on a thread', {
  async makePlace() {
    const folder = makeFolder();
    return {
      open: () => openSqliteThread(join(folder, 'feedback.db'), { create: true }),
      lasts: true,
      queued: ['reads', 'submissions'],
      remove: async () => rmSync(folder, { recursive: true }),
    };
  },
});

test('openSqliteThread refuses as openSqliteStore does', async () => {
  const folder = makeFolder();
  const file = join(folder, 'feedback.db');
  await expect(openSqliteThread(file)).rejects.toThrow(
    new StoreRefused(`Cannot open the feedback store: the file "${file}" does not exist.`),
  );
  writeFileSync(file, '');
  await expect(openSqliteThread(file, { create: true })).rejects.toThrow(StoreRefused);
  rmSync(folder, { recursive: true });
});

test('a store on a thread passes on that a backup is refused', async () => {
  const folder = makeFolder();
  const file = join(folder, 'feedback.db');
  const store = await openSqliteThread(file, { create: true });
  await expect(store.backup!(file)).rejects.toThrow(
    new StoreRefused(`Cannot write the backup: "${file}" already exists.`),
  );
  await store.backup!(join(folder, 'backup.db'));
  await store.close();
  await (await openSqliteThread(join(folder, 'backup.db'))).close();
  rmSync(folder, { recursive: true });
});
