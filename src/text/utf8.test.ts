import fc from 'fast-check';
import { expect, test } from 'vitest';
import { continues, countUnits, toByteText } from './utf8.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'é', '数', '😀', '\n') });

test('countUnits counts what JavaScript counts', () => {
  fc.assert(
    fc.property(text, text, (before, counted) => {
      const bytes = Buffer.from(`${before}${counted}x`);
      expect(countUnits(bytes, Buffer.byteLength(before), bytes.length - 1)).toBe(counted.length);
    }),
  );
});

test('continues finds character boundaries', () => {
  fc.assert(
    fc.property(text, (whole) => {
      const borders = [...Buffer.from(whole).keys()].filter((at) => !continues(Buffer.from(whole)[at]!));
      const characters = [...whole];
      expect(borders).toEqual(characters.map((_, at) => Buffer.byteLength(characters.slice(0, at).join(''))));
    }),
  );
});

test('toByteText has one character for each byte of UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const bytes = toByteText(text);
      expect(Buffer.from(bytes, 'latin1')).toEqual(Buffer.from(text));
    }),
  );
});
