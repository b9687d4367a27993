import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BitSet } from './bit_set.ts';

const sized = fc.integer({ min: 0, max: 130 }).chain((size) => {
  const numbers = size === 0 ? fc.constant<number[]>([]) : fc.uniqueArray(fc.nat(size - 1));
  return fc.tuple(fc.constant(size), numbers, numbers);
});

function bitSet(size: number, numbers: readonly number[]): BitSet {
  const set = new BitSet(size);
  for (const number of numbers) set.add(number);
  return set;
}

function members(set: BitSet): number[] {
  const found: number[] = [];
  set.forEach((number) => {
    found.push(number);
  });
  return found;
}

const range = (size: number): number[] => Array.from({ length: size }, (_, i) => i);

test('a bit set has the same members as a set of numbers, whatever its size', () => {
  fc.assert(
    fc.property(sized, ([size, a, b]) => {
      expect(members(bitSet(size, a))).toEqual(range(size).filter((i) => a.includes(i)));
      expect(members(bitSet(size, a).intersect(bitSet(size, b)))).toEqual(
        range(size).filter((i) => a.includes(i) && b.includes(i)),
      );
      expect(members(bitSet(size, a).union(bitSet(size, b)))).toEqual(
        range(size).filter((i) => a.includes(i) || b.includes(i)),
      );
      expect(Array.from(bitSet(size, a).among(Uint32Array.from(b)))).toEqual(b.filter((i) => a.includes(i)));
      expect(members(bitSet(size, a).complement())).toEqual(range(size).filter((i) => !a.includes(i)));
    }),
  );
});

test.each([0, 1, 31, 32, 33, 63, 64, 65])('the complement of an empty set of %i is all of it', (size) => {
  expect(members(new BitSet(size).complement())).toEqual(range(size));
});

test('adds a slice of a list', () => {
  const set = new BitSet(100);
  set.addAll(Uint32Array.of(1, 31, 32, 64, 99), 1, 4);
  expect(members(set)).toEqual([31, 32, 64]);
});

test('lists its members', () => {
  fc.assert(
    fc.property(sized, ([size, numbers]) => {
      const set = bitSet(size, numbers);
      const listed = new Uint32Array(size);
      expect(Array.from(listed.subarray(0, set.list(listed)))).toEqual(range(size).filter((i) => numbers.includes(i)));
    }),
  );
});
