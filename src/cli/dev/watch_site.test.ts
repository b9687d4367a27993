import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Edits, gatherEdits } from './watch_site.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Handles batches at once, or when `release` is called. */
function gather(isSlow = false) {
  const batches: Edits[] = [];
  const waiting: (() => void)[] = [];
  const edits = gatherEdits(async (batch) => {
    batches.push(batch);
    if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
  });
  return { edits, batches, release: () => waiting.shift()!() };
}

describe('gatherEdits', () => {
  it('collects changes that follow each other into one batch, each path once', async () => {
    const { edits, batches } = gather();
    edits.note('/a');
    edits.note('/b');
    await vi.advanceTimersByTimeAsync(15);
    edits.note('/a');
    await vi.advanceTimersByTimeAsync(100);
    expect(batches).toEqual([['/a', '/b']]);
    edits.note('/c');
    await vi.advanceTimersByTimeAsync(100);
    expect(batches).toEqual([['/a', '/b'], ['/c']]);
  });

  it('does not wait for ever while changes go on', async () => {
    const { edits, batches } = gather();
    for (let at = 0; at < 60; at++) {
      edits.note('/a');
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(batches).toEqual([['/a'], ['/a']]);
  });

  it('handles one batch at a time, and in the next one what changed meanwhile', async () => {
    const { edits, batches, release } = gather(true);
    edits.note('/a');
    await vi.advanceTimersByTimeAsync(100);
    edits.note('/b');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(batches).toEqual([['/a']]);
    release();
    await vi.advanceTimersByTimeAsync(100);
    expect(batches).toEqual([['/a'], ['/b']]);
  });

  it('names no paths when any file may have changed, or when they are too many', async () => {
    const { edits, batches } = gather();
    edits.note('/a');
    edits.note(null);
    edits.note('/b');
    await vi.advanceTimersByTimeAsync(100);
    for (let at = 0; at < 5_000; at++) edits.note(`/${at}`);
    await vi.advanceTimersByTimeAsync(100);
    for (let at = 0; at < 5_001; at++) edits.note(`/${at}`);
    await vi.advanceTimersByTimeAsync(100);
    expect(batches.map((batch) => batch?.length ?? null)).toEqual([null, 5_000, null]);
  });

  it('handles nothing after it was stopped', async () => {
    const { edits, batches } = gather();
    edits.note('/a');
    edits.stop();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(batches).toEqual([]);
  });
});
