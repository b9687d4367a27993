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

  test('says how much of a string other words are when one begins with the other', () => {
    const words = fc.array(fc.constantFrom('a', 'ab', 'é'), { maxLength: 3 }).map((each) => each.join(' '));
    const count = (each: string) => each.split(' ').length;
    fc.assert(
      fc.property(words, words, (string, other) => {
        const list = listOf(['x', string, 'y']);
        const share = (inside: boolean) => list.beginningShare(1, Buffer.from(other), inside);
        const begins = (long: string, short: string) => short !== '' && `${long} `.startsWith(`${short} `);
        const ratio = count(other) / count(string);
        expect(share(false)).toBe(begins(string, other) || begins(other, string) ? ratio : 0);
        const isInside = other !== '' && string.startsWith(other);
        expect(share(true)).toBe(isInside || begins(other, string) ? ratio : 0);
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
