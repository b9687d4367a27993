import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quote } from './quote.ts';

describe('quote', () => {
  test.each([
    ['', '""'],
    ['limit', '"limit"'],
    ['two words', '"two words"'],
    ['é 😀 日本', '"é 😀 日本"'],
    ['a"b\\c', '"a\\"b\\\\c"'],
    ['a\r\nb\0', '"a\\u{d}\\u{a}b\\u{0}"'],
    ['\u202eabc\u200b', '"\\u{202e}abc\\u{200b}"'],
    ['\u2028\u00a0', '"\\u{2028}\\u{a0}"'],
    ['\ud800', '"\\u{d800}"'],
    ['a'.repeat(41), `"${'a'.repeat(40)}..."`],
  ])('shows %j', (value, shown) => {
    expect(quote(value)).toBe(shown);
  });

  test('shows any value well-formed, short and in one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), fc.nat(100), (value, cut) => {
        const shown = quote(value.slice(cut));
        expect(shown.isWellFormed()).toBe(true);
        expect(shown.length).toBeLessThan(420);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
      }),
    );
  });
});
