import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addRange, inOneLine, LONGEST_EXCERPT, shorten } from './excerpt_text.ts';

describe('addRange', () => {
  test.each([
    ['apart', [0, 2, 3, 5], [0, 2, 3, 5]],
    ['touching', [0, 2, 2, 5], [0, 5]],
    ['overlapping', [0, 3, 2, 5], [0, 5]],
    ['one within another', [0, 5, 1, 2], [0, 5]],
    ['beginning before the last one does', [4, 5, 3, 6], [4, 6]],
  ])('ranges %s', (_, added, expected) => {
    const ranges: number[] = [];
    for (let i = 0; i < added.length; i += 2) addRange(ranges, added[i]!, added[i + 1]!);
    expect(ranges).toEqual(expected);
  });
});

describe('shorten', () => {
  test('trims the end of a short text and changes nothing else', () => {
    expect(shorten('  a b \n ')).toBe('  a b');
  });

  test('cuts a long text after the last word that fits', () => {
    const text = `${'a'.repeat(200)} \n ${'b'.repeat(100)}`;
    expect(shorten(text)).toBe('a'.repeat(200));
  });

  test('keeps a word that ends exactly at the longest length', () => {
    expect(shorten(`${'a'.repeat(150)} ${'b'.repeat(89)} c`)).toBe(`${'a'.repeat(150)} ${'b'.repeat(89)}`);
  });

  test('cuts a very long word, never within a character', () => {
    expect(shorten('a'.repeat(300))).toBe('a'.repeat(LONGEST_EXCERPT));
    expect(shorten(`a${'😀'.repeat(300)}`)).toBe(`a${'😀'.repeat(119)}`);
  });

  test('gives the beginning of any text, well-formed and short enough', () => {
    const piece = fc.constantFrom('word', ' ', '\n', '😀', '数据', 'x'.repeat(150));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200, size: 'max' }), (pieces) => {
        const text = pieces.join('');
        const cut = shorten(text);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(LONGEST_EXCERPT);
        if (text.trimEnd().length > LONGEST_EXCERPT) expect(cut.trimEnd()).not.toBe('');
      }),
    );
  });
});

test('inOneLine shows block borders as spaces', () => {
  expect(inOneLine('a\nb\n\nc')).toBe('a b  c');
});
