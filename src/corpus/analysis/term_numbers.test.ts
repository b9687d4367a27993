import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WordTable } from './term_numbers.ts';

const word = fc.oneof(fc.string({ unit: 'binary', maxLength: 4 }), fc.constantFrom('a', 'ab', 'b', 'ß', '😀', ''));

test('gives the number of a word’s first lookup, wherever it stands in a text', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(word, word, word)), (lookups) => {
      const table = new WordTable();
      const known = new Map<string, number>();
      for (const [before, wanted, after] of lookups) {
        const number = table.number(before + wanted + after, before.length, before.length + wanted.length, (made) => {
          expect([made, known.has(made)]).toEqual([wanted, false]);
          known.set(made, known.size - 1);
          return known.get(made)!;
        });
        expect(number).toBe(known.get(wanted));
      }
    }),
  );
});

test('keeps all numbers while it grows', () => {
  const table = new WordTable();
  const numberOf = (i: number, make: () => number) => table.number(`${i}`, 0, `${i}`.length, make);
  for (let i = 0; i < 20_000; i++) expect(numberOf(i, () => i)).toBe(i);
  for (let i = 0; i < 20_000; i++) expect(numberOf(i, () => -2)).toBe(i);
});

test('does not keep the texts in memory that its words stand in', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const table = new WordTable();
  const longWord = 'unprecedented-word';
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 400; i++) {
    const text = Buffer.alloc(50_000, `${i} `).toString() + longWord + i;
    table.number(text, 50_000, text.length, () => i);
  }
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(5_000_000);
  expect(table.number(`${longWord}399`, 0, longWord.length + 3, () => -1)).toBe(399);
});
