import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareLists, sortAgain, sortUsed } from './list_change.ts';

/** Items that are compared by identity. */
const ITEMS = Array.from({ length: 12 }, (_, rank) => ({ rank: (rank * 5) % 7 }));
const list = fc.uniqueArray(fc.constantFrom(...ITEMS));

test('compareLists maps only items that are in both lists, in order, and sortAgain sorts as a new sort does', () => {
  fc.assert(
    fc.property(list, list, (before, now) => {
      const change = compareLists(before, now);
      const kept = now.filter((_, place) => change.oldPlaces[place] !== -1);
      expect(kept).toEqual(before.filter((_, old) => change.newPlaces[old] !== -1));
      for (const [place, old] of change.oldPlaces.entries()) if (old !== -1) expect(before[old]).toBe(now[place]);
      expect(change.added).toEqual([...now.keys()].filter((place) => change.oldPlaces[place] === -1));
      expect(change.removed).toEqual([...before.keys()].filter((old) => change.newPlaces[old] === -1));
      const places = (items: typeof before) => Uint32Array.from(items, (_, place) => place);
      const compare = (items: typeof before) => (a: number, b: number) => items[a]!.rank - items[b]!.rank || a - b;
      const earlier = places(before).sort(compare(before));
      expect(sortAgain(earlier, change, compare(now))).toEqual(places(now).sort(compare(now)));
    }),
  );
});

test('compareLists finds one item that was put among many', () => {
  const now = [...ITEMS.slice(0, 5), { rank: 0 }, ...ITEMS.slice(5)];
  const { added, removed } = compareLists(ITEMS, now);
  expect([added, removed]).toEqual([[5], []]);
});

test('compareLists counts an item that is the same object as changed when its facts differ', () => {
  const { added, removed } = compareLists(ITEMS, ITEMS, (old) => old !== 3);
  expect([added, removed]).toEqual([[3], [3]]);
});

test('sortUsed sorts the numbers in use, and returns the earlier list itself when they are the same', () => {
  const compare = (a: number, b: number) => b - a;
  const earlier = Uint32Array.of(8, 4, 2);
  expect(sortUsed(earlier, Uint32Array.of(0, 0, 7, 0, 1, 0, 0, 0, 1, 0), compare)).toBe(earlier);
  expect([...sortUsed(earlier, Uint32Array.of(0, 1, 1, 2, 0, 0, 0, 0, 1, 1), compare)]).toEqual([9, 8, 3, 2, 1]);
});
