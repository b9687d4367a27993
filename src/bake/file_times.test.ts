import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { FileTimes } from './file_times.ts';

const folder = mkdtempSync(join(tmpdir(), 'catchword-times-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.useRealTimers());

/** Looks a while after the files were written, so that their times are settled. */
function settle(): void {
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] });
}

test('names files that are new or changed since they were last looked at', () => {
  for (const file of ['a.md', 'b.md']) writeFileSync(join(folder, file), file);
  settle();
  const times = new FileTimes();
  expect(times.look(folder, ['a.md', 'b.md'])).toEqual(['a.md', 'b.md']);
  expect(times.look(folder, ['a.md', 'b.md', 'missing.md'])).toEqual(['missing.md']);
  writeFileSync(join(folder, 'b.md'), 'longer');
  expect(times.look(folder, ['a.md', 'b.md'])).toEqual(['b.md']);
  utimesSync(join(folder, 'a.md'), 1, 1);
  expect(times.look(folder, ['a.md'])).toEqual(['a.md']);
});

test('does not name a file that was looked at when it was read', () => {
  writeFileSync(join(folder, 'c.md'), 'text');
  settle();
  const times = new FileTimes();
  times.lookAt(folder, ['c.md']);
  expect(times.look(folder, ['c.md'])).toEqual([]);
});

test('names a file that had just been written, as it may change without a change of its times', () => {
  writeFileSync(join(folder, 'd.md'), 'text');
  const times = new FileTimes();
  times.look(folder, ['d.md']);
  expect(times.look(folder, ['d.md'])).toEqual(['d.md']);
});
