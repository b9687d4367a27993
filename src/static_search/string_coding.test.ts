import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeStrings, encodeStrings, type Strings } from './string_coding.ts';

const encoder = new TextEncoder();

function stringsOf(texts: readonly string[]): Strings {
  const parts = texts.map((text) => encoder.encode(text));
  const starts = Uint32Array.from([
    0,
    ...parts.map((_, i) => parts.slice(0, i + 1).reduce((sum, part) => sum + part.length, 0)),
  ]);
  return { bytes: new Uint8Array(Buffer.concat(parts)), starts };
}

const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.string({ minLength: 120, maxLength: 300 }));

test('strings are read as they were written', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
      const strings = stringsOf([...texts, ...texts.map((each) => `${each}s`)].sort());
      const written = encodeStrings(strings);
      const read = decodeStrings(written, 0, strings.starts.length - 1);
      expect(read).toEqual({ ...strings, end: written.length });
    }),
  );
});
