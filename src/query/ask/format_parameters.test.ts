import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collections, goodBody } from '../../../test/arbitraries/query_body.ts';
import { isRefusal } from '../../problems/refusal.ts';
import { formatParameters } from './format_parameters.ts';
import { createGrammar } from './grammar.ts';
import type { Plan } from './plan.ts';
import { readParameters } from './read_parameters.ts';
import { validatePlan } from './validate.ts';

const grammar = createGrammar(collections);
const clause = { text: 'two words', in: 'all' };

function format(body: unknown): string | null {
  return formatParameters(validatePlan(body, grammar) as Plan);
}

describe('formatParameters', () => {
  test.each([
    [{ match: clause }, 'q=two%20words'],
    [{ match: { text: 'a+b&c=d/?#%é😀', in: 'title' } }, 'q=a%2Bb%26c%3Dd%2F%3F%23%25%C3%A9%F0%9F%98%80&in=title'],
    [{ match: clause, limit: 10 }, 'q=two%20words'],
    [
      { facets: ['tags', 'collection'], limit: 5, tag: 'a/b', collection: 'demos', match: { in: 'tags', text: 'a' } },
      'q=a&in=tags&collection=demos&tag=a%2Fb&limit=5&facets=collection,tags',
    ],
    [{ tag: 't' }, 'tag=t'],
    [{ collection: 'demos', facets: ['tags'] }, 'collection=demos&facets=tags'],
  ])('spells %j', (body, search) => {
    expect(format(body)).toBe(search);
  });

  test.each([
    ['a batch', { batch: [{ tag: 't' }] }],
    ['a tree', { match: { not: clause } }],
    ['a passage', { like: 'a' }],
    ['a traverse', { traverse: { from: 'a', follow: 'both', depth: 1 } }],
    ['a slug look-up', { slug: 'a' }],
    ['a path look-up', { path: 'a' }],
    ['a tag longer than an address may be', { tag: 't'.repeat(7997) }],
    ['a tag that becomes too long by its encoding', { tag: '😀'.repeat(667) }],
  ])('has no words for %s', (_, body) => {
    expect(format(body)).toBeNull();
  });

  test('spells a query string of exactly the longest length', () => {
    expect(format({ tag: 't'.repeat(7996) })).toHaveLength(8000);
  });

  test('writes a query string that readParameters parses into an equal plan', () => {
    fc.assert(
      fc.property(goodBody, (body) => {
        const plan = validatePlan(body, grammar);
        const search = isRefusal(plan) ? null : formatParameters(plan);
        if (search === null) return;
        expect(search).toMatch(/^[\x21-\x7e]+$/);
        expect(readParameters(search, grammar)).toEqual(plan);
      }),
      { numRuns: 1000 },
    );
  });
});
