import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyBody, collections, goodBody } from '../../../test/arbitraries/query_body.ts';
import { isRefusal, type Refusal } from '../../problems/refusal.ts';
import { caps } from './caps.ts';
import { createGrammar } from './grammar.ts';
import { buildQuerySchema, buildQueryToolSchema, type JsonSchema, toolLevels } from './query_schema.ts';
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
      /Nesting depth and request-wide totals are limited, but this schema cannot express those limits/,
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

const schema = buildQueryToolSchema(collections);
const toolAccepts = new Ajv2020({ strict: true }).compile(schema);

/** Every keyword and member name of the schema, and how deep objects nest. */
function namesIn(part: unknown, names = new Set<string>()): Set<string> {
  if (typeof part !== 'object' || part === null) return names;
  for (const [name, value] of Object.entries(part)) {
    if (!Array.isArray(part)) names.add(name);
    namesIn(value, names);
  }
  return names;
}

function levelsOf(node: unknown): number {
  const { all, any, not } = node as { all?: unknown[]; any?: unknown[]; not?: unknown };
  const children = all ?? any ?? (not === undefined ? [] : [not]);
  return 1 + Math.max(0, ...children.map(levelsOf));
}

const tree = (levels: number) =>
  JSON.parse(`${'{"not":'.repeat(levels - 1)}{"text":"a","in":"all"}${'}'.repeat(levels - 1)}`);

describe('buildQueryToolSchema', () => {
  test('has a root of type object, and no keyword that vendors of models refuse', () => {
    const names = namesIn(schema);
    expect(schema.type).toBe('object');
    for (const keyword of ['$ref', '$defs', 'anyOf', 'oneOf', 'allOf', 'definitions']) {
      expect(names, keyword).not.toContain(keyword);
    }
  });

  test('accepts every query that the service answers, up to its levels', () => {
    fc.assert(
      fc.property(goodBody, (body) => {
        const { match, batch } = body as { match?: unknown; batch?: unknown };
        fc.pre(batch === undefined && (match === undefined || levelsOf(match) <= toolLevels));
        fc.pre(!isRefusal(validatePlan(body, grammar)));
        expect(toolAccepts(body), JSON.stringify(body)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test.each<[string, unknown, boolean]>([
    ['a tree of as many levels as stated', { match: tree(toolLevels) }, true],
    ['one level more', { match: tree(toolLevels + 1) }, false],
    ['an unknown key', { tag: 't', more: 1 }, false],
    ['an unknown collection', { collection: 'x' }, false],
    ['too many rows', { tag: 't', limit: 101 }, false],
    ['an empty text', { match: { text: '', in: 'all' } }, false],
    ['a batch', { batch: [{ tag: 't' }] }, false],
  ])('accepts or refuses %s', (_, body, accepted) => {
    expect(toolAccepts(body)).toBe(accepted);
  });

  test('states how deep its trees are', () => {
    expect(schema.description).toMatch(new RegExp(`up to ${toolLevels} levels`));
  });

  test('is valid for a site without collections', () => {
    const none: JsonSchema = buildQueryToolSchema([]);
    const check = new Ajv2020({ strict: true }).compile(none);
    expect([check({ tag: 't' }), check({ collection: 'writing' })]).toEqual([true, false]);
  });
});
