import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SINGLE } from '../corpus/index/posting_set.ts';
import { decodeNumbers, encodeNumbers } from './part_format.ts';

const anyNumber = fc.integer({ min: 0, max: 0xffffffff });

test('numbers of any order are read as they were written', () => {
  fc.assert(
    fc.property(fc.array(anyNumber), (numbers) => {
      const written = encodeNumbers(Uint32Array.from(numbers), 'steps');
      const read = new Uint32Array(numbers.length);
      expect(decodeNumbers(written, 0, 'steps', read)).toBe(written.length);
      expect([...read]).toEqual(numbers);
    }),
  );
});

test('places are read as they were written, single positions among lists', () => {
  const place = fc.record({
    step: fc.integer({ min: 0, max: 5000 }),
    single: fc.option(fc.integer({ min: 0, max: SINGLE - 1 })),
  });
  fc.assert(
    fc.property(fc.array(place), (places) => {
      let list = 0;
      const numbers = Uint32Array.from(places, ({ step, single }) => {
        if (single !== null) return SINGLE + single;
        list += step;
        return list;
      });
      const written = encodeNumbers(numbers, 'places');
      const read = new Uint32Array(numbers.length);
      expect(decodeNumbers(written, 0, 'places', read)).toBe(written.length);
      expect(read).toEqual(numbers);
    }),
  );
});

test('lists that do not ascend are refused', () => {
  expect(() => encodeNumbers(Uint32Array.of(5, 3), 'places')).toThrow('lists that do not ascend');
});
