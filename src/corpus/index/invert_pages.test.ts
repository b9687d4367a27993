import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderTerms, type TermOrder } from './invert_pages.ts';

const TERMS = ['pear', 'apple', 'zebra', 'Ä', '数', '\u{1f600}', 'a', 'apples', 'b', 'm'];

/** How often pages use each term, by number. */
const held = fc.uint32Array({ minLength: TERMS.length, maxLength: TERMS.length, max: 3 });

test('sorts the terms that pages hold, whatever the order before', () => {
  fc.assert(
    fc.property(fc.array(held, { minLength: 1, maxLength: 4 }), (versions) => {
      let order: TermOrder | undefined;
      for (const uses of versions) {
        order = orderTerms(TERMS, uses, order);
        const expected = TERMS.filter((_, term) => uses[term]! > 0);
        expect(Array.from(order.sorted, (term) => TERMS[term])).toEqual(expected.sort());
        for (const [place, term] of order.sorted.entries()) expect(order.ranks[term]).toBe(place);
      }
    }),
  );
});

test('returns the same list while no term comes or goes', () => {
  const first = orderTerms(TERMS, Uint32Array.of(1, 1, 0, 0, 0, 0, 0, 0, 0, 0));
  const more = orderTerms([...TERMS, 'new'], Uint32Array.of(1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0), first);
  expect(more.sorted).toBe(first.sorted);
});
