import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VarintWriter } from '../artefact/varint_writer.ts';
import { blockMaxima, type PositionedSet, readPositions, SINGLE, standTogether } from './posting_set.ts';

/** A set whose postings have these positions. Pages and impacts do not matter here. */
function setOf(lists: readonly (readonly number[])[]): PositionedSet {
  const writer = new VarintWriter();
  const places = lists.map((list) =>
    list.length === 1 ? SINGLE + list[0]! : writer.writeSteps(Uint32Array.from(list), 0, list.length),
  );
  const none = new Uint8Array(0);
  return {
    starts: new Uint32Array(0),
    pages: new Uint32Array(0),
    impacts: none,
    maxima: none,
    places: Uint32Array.from(places),
    positions: writer.bytes(),
  };
}

const position = fc.oneof(fc.nat(40), fc.nat(300), fc.nat(2 ** 31 - 1));
const positions = fc.uniqueArray(position, { minLength: 1, maxLength: 40 }).map((list) => list.sort((a, b) => a - b));

describe('readPositions', () => {
  const read = (list: readonly number[], room: number): number[] => {
    const into = new Uint32Array(room);
    return Array.from(into.subarray(0, readPositions(setOf([[5, 6], list]), 1, into)));
  };

  test('returns what was written, up to the length of the array', () => {
    fc.assert(
      fc.property(positions, fc.integer({ min: 1, max: 50 }), (list, room) => {
        expect(read(list, room)).toEqual(list.slice(0, room));
      }),
    );
  });
});

test('standTogether agrees with a check of every position', () => {
  const part = fc.record({ list: positions, distance: fc.integer({ min: 0, max: 5 }) });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (drawn) => {
      const parts = drawn.map((each, i) => (i === 0 ? { ...each, distance: 0 } : each));
      const lists = parts.map(({ list }) => list);
      const expected = lists[0]!.some((place) => parts.every(({ list, distance }) => list.includes(place + distance)));
      const found = standTogether(
        setOf(lists),
        lists.map((_, i) => i),
        parts.map(({ distance }) => distance),
      );
      expect(found).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

test('blockMaxima gives the highest impact of each block of 64; the last block may be shorter', () => {
  const impacts = Uint8Array.from({ length: 130 }, (_, i) => (i === 63 ? 9 : i === 64 ? 7 : i === 129 ? 5 : 1));
  expect([...blockMaxima(impacts)]).toEqual([9, 7, 5]);
  expect([...blockMaxima(new Uint8Array(0))]).toEqual([]);
});
