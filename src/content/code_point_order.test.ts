import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byCodePoint } from './code_point_order.ts';

test('byCodePoint orders strings as their UTF-8 bytes', () => {
  const unit = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(unit, unit, (left, right) => {
      expect(Math.sign(byCodePoint(left, right))).toBe(Buffer.compare(Buffer.from(left), Buffer.from(right)));
    }),
  );
});

test('byCodePoint puts a character above U+FFFF after U+FFFD, where the operator < does not', () => {
  expect(['\u{1f600}', '\ufffd', 'z', 'Z', ''].sort(byCodePoint)).toEqual(['', 'Z', 'z', '\ufffd', '\u{1f600}']);
});
