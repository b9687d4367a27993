import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_TERMS, orderTerms, type TermOrder } from './term_order.ts';

const TERMS = ['pear', 'apple', 'zebra', 'Ä', '数', '\u{1f600}', 'a', 'apples', 'b', 'm'];

/** How many pages hold each term, by number. */
const counts = fc.array(fc.nat(3), { minLength: TERMS.length, maxLength: TERMS.length });

test('sorts the terms that pages hold, whatever the order before', () => {
  fc.assert(
    fc.property(fc.array(counts, { minLength: 1, maxLength: 4 }), (versions) => {
      let before = TERMS.map(() => 0);
      let order: TermOrder = NO_TERMS;
      for (const now of versions) {
        const known = { order, before };
        const change = Int32Array.from(now, (count, term) => count - before[term]!);
        order = orderTerms(TERMS, order, (place) => known.before[known.order.sorted[place]!]!, change);
        const held = TERMS.filter((_, term) => now[term]! > 0);
        expect(Array.from(order.sorted, (term) => TERMS[term])).toEqual(held.sort());
        for (const [place, term] of order.sorted.entries()) expect(order.ranks[term]).toBe(place);
        before = now;
      }
    }),
  );
});

test('returns the same list while no term comes or goes', () => {
  const first = orderTerms(TERMS, NO_TERMS, () => 0, Int32Array.of(1, 2, 0, 0));
  const more = orderTerms([...TERMS, 'new'], first, () => 1, Int32Array.of(1, -0, 0, 0));
  expect(more.sorted).toBe(first.sorted);
});
