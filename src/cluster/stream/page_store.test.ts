import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PageStore } from './page_store.ts';

const { TMPDIR } = process.env;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-store-'));
  process.env.TMPDIR = folder;
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
});

describe.each([
  ['removes open files', true, 0],
  ['removes only closed files', false, 1],
] as const)('PageStore where the system %s', (_, removesOpenFiles, left) => {
  it('reads records in any order while others are added, and leaves nothing behind', () => {
    const store = new PageStore<{ readonly text: string }>(removesOpenFiles);
    const text = (record: number) => `${record} `.repeat(100_000);
    for (let record = 0; record < 30; record++) {
      expect(store.add({ text: text(record) })).toBe(record);
      expect(store.read(Math.floor(record / 2))).toEqual({ text: text(Math.floor(record / 2)) });
    }
    expect([29, 0, 15].map((record) => store.read(record).text)).toEqual([29, 0, 15].map(text));
    expect(readdirSync(folder)).toHaveLength(left);
    store.close();
    expect(readdirSync(folder)).toEqual([]);
  });
});
