import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collections, goodBody } from '../../../test/arbitraries/query_body.ts';
import { isRefusal } from '../../problems/refusal.ts';
import { createGrammar } from './grammar.ts';
import type { JsonSchema } from './query_schema.ts';
import { buildQueryToolSchema, toolLevels } from './query_tool_schema.ts';
import { validatePlan } from './validate.ts';

const schema = buildQueryToolSchema(collections);
const grammar = createGrammar(collections);
const accepts = new Ajv2020({ strict: true }).compile(schema);

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
        expect(accepts(body), JSON.stringify(body)).toBe(true);
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
    expect(accepts(body)).toBe(accepted);
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
