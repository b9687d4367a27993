import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collections, goodBody } from '../../../test/arbitraries/query_body.ts';
import { isRefusal } from '../../problems/refusal.ts';
import { createGrammar } from './grammar.ts';
import type { Plan } from './plan.ts';
import { planKey } from './plan_key.ts';
import { readParameters } from './read_parameters.ts';
import { validatePlan } from './validate.ts';

const grammar = createGrammar(collections);

function key(body: unknown): string {
  return planKey(validatePlan(body, grammar) as Plan);
}

describe('planKey', () => {
  test('is the same for all spellings of a query', () => {
    const spelled = planKey(readParameters('facets=tags,collection&q=a', grammar) as Plan);
    expect(key({ match: { text: 'a', in: 'all' }, facets: ['collection', 'tags'] })).toBe(spelled);
    expect(key({ limit: 10, facets: ['tags', 'collection'], match: { in: 'all', text: 'a' } })).toBe(spelled);
  });

  test.each([
    ['a batch of one', { batch: [{ tag: 't' }] }, { tag: 't' }],
    ['a filter by tag', { tag: 'demos' }, { collection: 'demos' }],
    ['a slug', { slug: 'a' }, { path: 'a' }],
    ['a passage', { like: 'a' }, { match: { text: 'a', in: 'all' } }],
    [
      'the order of nodes',
      {
        match: {
          all: [
            { text: 'a', in: 'all' },
            { text: 'b', in: 'all' },
          ],
        },
      },
      {
        match: {
          all: [
            { text: 'b', in: 'all' },
            { text: 'a', in: 'all' },
          ],
        },
      },
    ],
    [
      'a text that looks like a node',
      { match: { text: 'all', in: 'all' } },
      { match: { all: [{ text: 'all', in: 'all' }] } },
    ],
    ['batches of different length', { batch: [{ tag: 'a' }, { tag: 'b' }] }, { batch: [{ tag: 'a' }] }],
  ])('distinguishes %s', (_, one, other) => {
    expect(key(one)).not.toBe(key(other));
  });

  test('is the same exactly when the plans are equal', () => {
    fc.assert(
      fc.property(goodBody, goodBody, (one, other) => {
        const plans = [validatePlan(one, grammar), validatePlan(other, grammar)] as const;
        if (isRefusal(plans[0]) || isRefusal(plans[1])) return;
        expect(planKey(plans[0]) === planKey(plans[1])).toBe(isDeepStrictEqual(plans[0], plans[1]));
        expect(planKey(plans[0])).toBe(planKey(structuredClone(plans[0])));
      }),
      { numRuns: 1000 },
    );
  });
});
