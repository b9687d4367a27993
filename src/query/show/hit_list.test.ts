import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HitList, MOST_UNITS } from './hit_list.ts';

const positions = fc.uniqueArray(fc.nat(400), { maxLength: 80 }).map((list) => list.sort((a, b) => a - b));
const units = fc.array(fc.tuple(positions, fc.integer({ min: 1, max: 9 })), { minLength: 2, maxLength: MOST_UNITS });

/** The hits of units, as pairs of position and unit. */
function read(hits: HitList): [number, number][] {
  return Array.from({ length: hits.count }, (_, i) => [hits.position(i), hits.unit(i)]);
}

test('a hit list returns what was added, ordered by position and unit', () => {
  const hits = new HitList();
  fc.assert(
    fc.property(units, (drawn) => {
      hits.count = 0;
      drawn.forEach(([list], unit) => {
        hits.add(unit, Uint32Array.from(list), list.length);
      });
      hits.sort();
      const expected = drawn.flatMap(([list], unit) => list.map((position): [number, number] => [position, unit]));
      expect(read(hits)).toEqual(expected.sort(([a, i], [b, j]) => a - b || i - j));
    }),
  );
});

test('the best place is the first window of 28 words with the greatest weight of units', () => {
  fc.assert(
    fc.property(units, (drawn) => {
      const hits = new HitList();
      drawn.forEach(([list], unit) => {
        hits.add(unit, Uint32Array.from(list), list.length);
      });
      hits.sort();
      if (hits.count === 0) return;
      const all = read(hits);
      const weightFrom = ([place, first]: [number, number]): number => {
        const near = all.filter(
          ([at, unit]) => (at > place || (at === place && unit >= first)) && at * 32 + unit < (place + 28) * 32 + first,
        );
        return [...new Set(near.map(([, unit]) => unit))].reduce((sum, unit) => sum + drawn[unit]![1], 0);
      };
      const best = Math.max(...all.map(weightFrom));
      const expected = all.find((hit) => weightFrom(hit) === best)![0];
      expect(hits.bestPlace(drawn.map(([, weight]) => weight))).toBe(expected);
    }),
  );
});

test('a copy of hits equals them until a hit differs', () => {
  const hits = new HitList();
  const fill = (...lists: readonly number[][]): HitList => {
    hits.count = 0;
    for (const [unit, list] of lists.entries()) hits.add(unit, Uint32Array.from(list), list.length);
    return hits;
  };
  const copy = fill([1, 5], [9]).copy();
  expect(fill([1, 5], [9]).equals(copy)).toBe(true);
  expect(fill([1], [5, 9]).equals(copy)).toBe(false);
  expect(fill([1, 5], [8]).equals(copy)).toBe(false);
  expect(fill([1, 5]).equals(copy)).toBe(false);
  expect(fill([1, 5], [9, 10]).equals(copy)).toBe(false);
});
