import fc from 'fast-check';
import { expect, test } from 'vitest';
import { continues, countUnits } from './utf8.ts';

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
