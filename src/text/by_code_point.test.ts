import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byCodePoint } from './by_code_point.ts';

test('byCodePoint orders any two strings like their UTF-8 bytes', () => {
  const anyText = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      expect(Math.sign(byCodePoint(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

test('byCodePoint puts a character above U+FFFF after one below it, unlike `<`', () => {
  expect(['\u{10000}', '\uffff', '\ud7ff', '\ue000'].sort(byCodePoint)).toEqual([
    '\ud7ff',
    '\ue000',
    '\uffff',
    '\u{10000}',
  ]);
});
