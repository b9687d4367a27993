import { expect, test } from 'vitest';
import { storeLimits } from '../../../src/feedback/store_limits.ts';
import type { OpenedStore } from './opened_store.ts';

/** The contract of the counts of misses. */
export function describeMisses(opened: OpenedStore): void {
  test('adds up the counts of misses, and lists those from a count on, most frequent first', async () => {
    expect(await opened.store.listMisses(1)).toEqual([]);
    await opened.store.addMisses([
      { words: 'größe', count: 2, day: 20_000 },
      { words: 'b', count: 4, day: 20_001 },
      { words: 'a', count: 4, day: 20_001 },
    ]);
    await opened.store.addMisses([
      { words: 'größe', count: 3, day: 19_999 },
      { words: 'c', count: 4, day: 20_002 },
    ]);
    const listed = [
      { words: 'größe', count: 5, day: 20_000 },
      { words: 'c', count: 4, day: 20_002 },
      { words: 'a', count: 4, day: 20_001 },
      { words: 'b', count: 4, day: 20_001 },
    ];
    expect(await opened.store.listMisses(1)).toEqual(listed);
    expect(await opened.store.listMisses(5)).toEqual(listed.slice(0, 1));
    await opened.store.clearMisses();
    expect(await opened.store.listMisses(1)).toEqual([]);
  });

  test('keeps the most frequent misses when there are more than it has room for', async () => {
    const misses = Array.from({ length: storeLimits.misses }, (_, index) => ({
      words: `w ${index}`,
      count: 1 + (index % 3),
      day: 20_000,
    }));
    await opened.store.addMisses(misses);
    await opened.store.addMisses([
      { words: 'frequent', count: 9, day: 19_000 },
      { words: 'later', count: 1, day: 20_001 },
    ]);
    const kept = await opened.store.listMisses(1);
    expect(kept).toHaveLength(storeLimits.misses);
    expect(kept[0]).toEqual({ words: 'frequent', count: 9, day: 19_000 });
    expect(kept).toContainEqual({ words: 'later', count: 1, day: 20_001 });
    expect(kept.filter(({ count }) => count > 1)).toHaveLength(misses.filter(({ count }) => count > 1).length + 1);
  });

  test('adds misses of several nodes at once', async () => {
    const nodes = opened.place.lasts
      ? [opened.store, await opened.place.open(), await opened.place.open()]
      : [opened.store];
    const misses = Array.from({ length: 50 }, (_, index) => ({ words: `w ${index}`, count: 1, day: 20_000 }));
    await Promise.all(
      nodes.flatMap((node, at) => [node.addMisses(at === 1 ? misses.toReversed() : misses), node.addMisses(misses)]),
    );
    const counts = new Set((await opened.store.listMisses(1)).map(({ count }) => count));
    expect(counts).toEqual(new Set([2 * nodes.length]));
    for (const node of nodes.slice(1)) await node.close();
  });
}
