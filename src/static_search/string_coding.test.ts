import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeStems, decodeStrings, encodeStems, encodeStrings, type Strings } from './string_coding.ts';

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

test('terms are read as they were written, those of words and those of none', () => {
  const term = fc.string({ maxLength: 6 });
  fc.assert(
    fc.property(fc.array(term), fc.array(fc.tuple(term, fc.array(fc.nat(9), { maxLength: 3 }))), (texts, words) => {
      const terms = stringsOf(texts);
      const lists = words.map(([, list]) => list.filter((number) => number < texts.length));
      const starts = Uint32Array.from([0, ...lists.map((_, i) => lists.slice(0, i + 1).flat().length)]);
      const ofWords = { terms: Uint32Array.from(lists.flat()), starts };
      const written = stringsOf(words.map(([word]) => word));
      const stems = encodeStems(terms, written, ofWords);
      expect(decodeStems(stems, written, ofWords, texts.length)).toEqual(terms);
    }),
  );
});

test('a term takes few bytes beside its word', () => {
  const words = stringsOf(['cache', 'caches', 'happy']);
  const ofWords = { terms: Uint32Array.of(0, 0, 1), starts: Uint32Array.of(0, 1, 2, 3) };
  const { cuts, ends } = encodeStems(stringsOf(['cach', 'happi']), words, ofWords);
  expect([[...cuts], Buffer.from(ends.bytes).toString()]).toEqual([[1, 1], 'i']);
});
