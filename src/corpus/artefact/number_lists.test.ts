import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sectionsOf } from '../../../test/fixtures/sections_of.ts';
import { invertLists, packNumberLists, readNumberLists } from './number_lists.ts';

const COUNT = 8;
const lists = fc.array(fc.uniqueArray(fc.nat(COUNT - 1)), { maxLength: 12 });

test('reads lists of numbers as they were packed', () => {
  fc.assert(
    fc.property(lists, (packed) => {
      const read = readNumberLists(sectionsOf(packNumberLists('lists', packed)), 'lists');
      expect(packed.map((_, i) => [...read.get(i)])).toEqual(packed);
    }),
  );
});

test('the inverse gives, for each number, the lists that contain it', () => {
  fc.assert(
    fc.property(lists, (all) => {
      const inverse = invertLists(all, COUNT);
      expect(inverse).toEqual(
        Array.from({ length: COUNT }, (_, number) => all.flatMap((list, i) => (list.includes(number) ? [i] : []))),
      );
    }),
  );
});
