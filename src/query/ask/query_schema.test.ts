import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyBody, collections } from '../../../test/arbitraries/query_body.ts';
import { isRefusal, type Refusal } from '../../problems/refusal.ts';
import { caps } from './caps.ts';
import { createGrammar } from './grammar.ts';
import { buildQuerySchema } from './query_schema.ts';
import { validatePlan } from './validate.ts';

const grammar = createGrammar(collections);
const accepts = new Ajv2020({ strict: true }).compile(buildQuerySchema(collections));

/** True for a refusal that a schema cannot express: tree depth and totals. */
function isInexpressible({ dimension, maximum }: Refusal): boolean {
  return dimension === 'depth'
    ? maximum === caps.depth.maximum
    : dimension === 'clauses' || dimension === 'text' || dimension === 'results';
}

describe('buildQuerySchema', () => {
  test('agrees with validatePlan on any body, except for depth and request-wide totals', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const answer = validatePlan(body, grammar);
        if (!isRefusal(answer)) expect(accepts(body)).toBe(true);
        else if (!isInexpressible(answer)) expect(accepts(body)).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    ['a limit of 100', { tag: 't', limit: 100 }, true],
    ['a limit of 101', { tag: 't', limit: 101 }, false],
    ['a limit of 0', { tag: 't', limit: 0 }, false],
    ['ten queries', { batch: Array(10).fill({ path: 'a' }) }, true],
    ['eleven queries', { batch: Array(11).fill({ path: 'a' }) }, false],
    ['no query', { batch: [] }, false],
    ['a facet twice', { tag: 't', facets: ['tags', 'tags'] }, false],
    ['neither search nor filter', { limit: 5 }, false],
    ['two forms', { slug: 'a', path: 'a' }, false],
    ['a thousand wide characters', { match: { text: '😀'.repeat(1000), in: 'all' } }, true],
    ['a thousand and one', { match: { text: '😀'.repeat(1001), in: 'all' } }, false],
    [
      'nine levels, which it cannot count',
      JSON.parse(`{"match":${'{"not":'.repeat(8)}{"text":"a","in":"all"}${'}'.repeat(9)}`),
      true,
    ],
  ])('accepts or refuses %s', (_, body, accepted) => {
    expect(accepts(body)).toBe(accepted);
  });

  test('says that nesting depth and request-wide totals are enforced but not expressible', () => {
    expect(buildQuerySchema(collections).description).toMatch(
      /Nesting depth and request-wide totals are enforced but cannot be expressed in this schema/,
    );
  });

  test('names, titles and describes every form and node', () => {
    const { $defs } = buildQuerySchema(collections) as {
      $defs: Record<string, { title?: string; description?: string }>;
    };
    const forms = [
      'MatchQuery',
      'LikeQuery',
      'TraverseQuery',
      'SlugQuery',
      'PathQuery',
      'FilterQuery',
      'Query',
      'Batch',
    ];
    const nodes = ['MatchNode', 'TextClause', 'Conjunction', 'Disjunction', 'Negation'];
    for (const name of [...forms, ...nodes]) {
      expect($defs[name]).toMatchObject({ title: expect.any(String), description: expect.any(String) });
    }
  });

  test('is the same for the same collections, whatever schema was built before', () => {
    expect(JSON.stringify(buildQuerySchema(collections))).toBe(JSON.stringify(buildQuerySchema([...collections])));
  });

  test('is valid for a site without collections, where only a tag can filter', () => {
    const check = new Ajv2020({ strict: true }).compile(buildQuerySchema([]));
    expect([check({ tag: 't' }), check({ collection: 'writing' })]).toEqual([true, false]);
  });
});
