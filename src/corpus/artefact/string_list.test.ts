import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sectionsOf } from '../../../test/fixtures/sections_of.ts';
import { byCodePoint } from '../../text/by_code_point.ts';
import { packStrings, StringList } from './string_list.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('', 'a', 'ab', 'é', '\uffee', '😀', '\0'),
);
const listOf = (items: readonly string[]) => new StringList(sectionsOf(packStrings('items', items)), 'items');

describe('a packed list of strings', () => {
  test('returns each string, and their number', () => {
    fc.assert(
      fc.property(fc.array(text), (items) => {
        const list = listOf(items);
        expect(list.count).toBe(items.length);
        expect(items.map((_, i) => list.get(i))).toEqual(items);
      }),
    );
  });

  test('compares a string with another', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(listOf(['x', a, 'y']).equals(1, b)).toBe(a === b);
        expect(listOf(['x', a, 'y']).equals(1, a)).toBe(true);
      }),
    );
  });

  test('says whether a string begins with whole words, or with anything', () => {
    const words = fc.array(fc.constantFrom('a', 'ab', 'é'), { maxLength: 3 }).map((each) => each.join(' '));
    fc.assert(
      fc.property(words, words, (string, beginning) => {
        const list = listOf(['x', string, 'y']);
        const bytes = Buffer.from(beginning);
        expect(list.beginsWith(1, bytes, true)).toBe(string.startsWith(beginning));
        expect(list.beginsWith(1, bytes, false)).toBe(string === beginning || string.startsWith(`${beginning} `));
      }),
    );
  });

  test('finds a string in a list sorted by code point, or returns -1', () => {
    fc.assert(
      fc.property(fc.uniqueArray(text), text, (items, wanted) => {
        const sorted = items.toSorted(byCodePoint);
        const list = listOf(sorted);
        expect(list.search(wanted)).toBe(sorted.indexOf(wanted));
        expect(sorted.map((item) => list.search(item))).toEqual(sorted.map((_, i) => i));
      }),
    );
  });
});
