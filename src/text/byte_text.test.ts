import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toByteText } from './byte_text.ts';

test('toByteText has one character for each byte of UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const bytes = toByteText(text);
      expect(Buffer.from(bytes, 'latin1')).toEqual(Buffer.from(text));
    }),
  );
});
