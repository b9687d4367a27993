import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SeededRandom } from './seeded_random.ts';

const seeds = fc.integer({ min: 1, max: 2147483646 });

it('SeededRandom gives the same numbers for the same seed, all below the bound', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: 1000 }), (seed, bound) => {
      const [first, second] = [new SeededRandom(seed), new SeededRandom(seed)];
      for (let i = 0; i < 20; i++) {
        const number = first.below(bound);
        expect(number).toBe(second.below(bound));
        expect(number >= 0 && number < bound).toBe(true);
      }
    }),
  );
});

it('SeededRandom reaches every number below a small bound', () => {
  const random = new SeededRandom(1);
  expect(new Set(Array.from({ length: 200 }, () => random.below(6)))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
});
