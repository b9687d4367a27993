import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collections, goodBody } from '../../../test/arbitraries/query_body.ts';
import { type CataloguedRefusal, isRefusal } from '../../problems/refusal.ts';
import { createGrammar } from './grammar.ts';
import type { Plan } from './plan.ts';
import { formatParameters, readParameters } from './read_parameters.ts';
import { validatePlan } from './validate.ts';

const grammar = createGrammar(collections);
const listing = { collection: null, tag: null, limit: 10, facets: [] };

function read(search: string) {
  return readParameters(search, grammar);
}

function match(text: string, others: object = {}) {
  return { batch: false, queries: [{ form: 'match', match: { text, in: 'all' }, ...listing, ...others }] };
}

describe('readParameters', () => {
  test.each([
    ['q=word', match('word')],
    ['q=two+words', match('two words')],
    ['q=two%20words', match('two words')],
    ['q=a%2Bb', match('a+b')],
    ['q=%F0%9F%98%80', match('😀')],
    ['q=😀', match('😀')],
    ['q=%FF', match('\ufffd')],
    ['q=%C3%28', match('\ufffd(')],
    ['q=%ED%A0%80', match('\ufffd\ufffd\ufffd')],
    ['q=100%', match('100%')],
    ['q=%zz', match('%zz')],
    ['q=%00', match('\0')],
    ['q=a=b', match('a=b')],
    ['&&q=a&', match('a')],
    ['%71=a', match('a')],
    ['q=a&unknown=1&unknown=2&Q=b&__proto__=1&limit[]=5', match('a')],
    ['q=a&in=all&limit=10', match('a')],
    ['q=a&in=title', match('a', { match: { text: 'a', in: 'title' } })],
    ['q=a&limit=1', match('a', { limit: 1 })],
    ['q=a&limit=100', match('a', { limit: 100 })],
    ['q=a&limit=007', match('a', { limit: 7 })],
    ['q=a&collection=demos&tag=t', match('a', { collection: 'demos', tag: 't' })],
    ['q=a&facets=tags', match('a', { facets: ['tags'] })],
    ['q=a&facets=tags,collection', match('a', { facets: ['collection', 'tags'] })],
    ['q=a&facets=collection%2Ctags', match('a', { facets: ['collection', 'tags'] })],
    ['tag=no-such-tag', { batch: false, queries: [{ form: 'filter', ...listing, tag: 'no-such-tag' }] }],
    ['collection=demos', { batch: false, queries: [{ form: 'filter', ...listing, collection: 'demos' }] }],
  ])('reads ?%s', (search, plan) => {
    expect(read(search)).toEqual(plan);
  });

  test.each<[string, string, number | undefined, unknown, string[]]>([
    ['', 'emptiness', undefined, undefined, ['q']],
    ['?q=a', 'emptiness', undefined, undefined, ['q']],
    ['limit=5', 'emptiness', undefined, undefined, ['q']],
    ['facets=tags', 'emptiness', undefined, undefined, ['q']],
    ['q', 'length', 1000, 0, ['q']],
    ['q=', 'length', 1000, 0, ['q']],
    [`q=${'a'.repeat(1001)}`, 'length', 1000, 1001, ['q']],
    [`q=${'%F0%9F%98%80'.repeat(1001)}`, 'length', 1000, 1001, ['q']],
    ['q=a&q=a', 'shape', undefined, undefined, ['q']],
    ['q=a&limit=1&limit=2', 'shape', undefined, undefined, ['limit']],
    ['in=title', 'shape', undefined, undefined, ['in', 'q']],
    ['in=title&tag=t', 'shape', undefined, undefined, ['in']],
    ['q=a&in=', 'shape', undefined, undefined, ['in']],
    ['q=a&in=Title', 'shape', undefined, undefined, ['in']],
    ['q=a&collection=', 'shape', undefined, undefined, ['collection']],
    ['q=a&collection=posts', 'shape', undefined, undefined, ['collection']],
    ['q=a&tag=', 'length', 8000, 0, ['tag']],
    ['q=a&facets=', 'length', undefined, undefined, ['facets']],
    ['q=a&facets=tags,tags', 'length', undefined, undefined, ['facets']],
    ['q=a&facets=tags,', 'shape', undefined, undefined, ['facets']],
    ['q=a&facets=tag', 'shape', undefined, undefined, ['facets']],
    ['q=a&facets=tags,%20collection', 'shape', undefined, undefined, ['facets']],
    ['q=a&limit=0', 'limit', 100, 0, ['limit']],
    ['q=a&limit=101', 'limit', 100, 101, ['limit']],
    ['q=a&limit=999', 'limit', 100, 999, ['limit']],
    ['tag=t&limit=201', 'limit', 100, 201, ['limit']],
    ['q=a&limit=-1', 'limit', 100, -1, ['limit']],
    ['q=a&limit=9007199254740993', 'limit', 100, { written: '9007199254740993' }, ['limit']],
    [`q=a&limit=${'9'.repeat(400)}`, 'limit', 100, { written: '9'.repeat(400) }, ['limit']],
    [`q=a&limit=${'9'.repeat(401)}`, 'limit', 100, undefined, ['limit']],
    ['q=a&offset=10', 'shape', undefined, undefined, ['offset']],
    ['page=2', 'shape', undefined, undefined, ['page', 'q']],
    ['q=a&cursor=&sort=title', 'shape', undefined, undefined, ['cursor', 'sort']],
    ['q=&limit=0&collection=x', 'shape', undefined, undefined, ['collection', 'q', 'limit']],
  ])('refuses ?%s by %s', (search, dimension, maximum, actual, parameters) => {
    const refusal = read(search) as CataloguedRefusal;
    expect(refusal).toMatchObject({ slug: 'invalid-query', dimension, detail: refusal.errors?.[0]?.detail });
    expect([refusal.maximum, refusal.actual]).toEqual([maximum, actual]);
    expect(refusal.errors?.map((place) => 'parameter' in place && place.parameter)).toEqual(parameters);
  });

  test.each([
    '',
    '-',
    '--1',
    '-1.0',
    'abc',
    '1.5',
    '1.0',
    '1e1',
    '1e400',
    '0x10',
    '%2B5',
    '+5',
    '5+',
    '%205',
    '5abc',
    '٣',
    '１',
  ])('refuses a limit written as "%s" by the limit', (limit) => {
    expect(read(`q=a&limit=${limit}`)).toMatchObject({
      slug: 'invalid-query',
      dimension: 'limit',
      errors: [
        {
          parameter: 'limit',
          detail: expect.stringMatching(/^Cannot read ".*" as limit: expected a whole number from 1 to 100/),
        },
      ],
    });
  });

  test('refuses an empty q as an empty text clause in a body', () => {
    const { errors, ...inBody } = validatePlan({ match: { text: '', in: 'all' } }, grammar) as CataloguedRefusal;
    expect(read('q=')).toEqual({ ...inBody, errors: [{ detail: errors![0]!.detail, parameter: 'q' }] });
  });

  test('gives the same plan or dimension as a body with the same query', () => {
    const value = fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.constant(''), fc.constant('a'.repeat(1001)));
    const word = (...words: string[]) => fc.oneof(fc.constantFrom(...words), value);
    const spelling = fc.record(
      {
        q: value,
        in: word('title', 'body', 'description', 'aliases', 'tags', 'all'),
        collection: word(...collections),
        tag: value,
        limit: fc.integer({ min: -1, max: 110 }),
        facets: fc
          .array(word('collection', 'tags'), { maxLength: 3 })
          .map((facets) => facets.map((facet) => facet.replaceAll(',', ''))),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(spelling, ({ q, in: field, ...others }) => {
        fc.pre(field === undefined || q !== undefined);
        // A list of one empty name and an empty list have the same spelling.
        fc.pre(others.facets?.join() !== '' || others.facets.length === 0);
        const search = new URLSearchParams();
        if (q !== undefined) search.set('q', q);
        if (field !== undefined) search.set('in', field);
        for (const [name, given] of Object.entries(others)) search.set(name, String(given));
        const inUrl = read(search.toString());
        const inBody = validatePlan(
          { ...(q !== undefined && { match: { text: q, in: field ?? 'all' } }), ...others },
          grammar,
        );
        if (isRefusal(inBody)) expect(inUrl).toMatchObject({ dimension: inBody.dimension });
        else expect(inUrl).toEqual(inBody);
      }),
      { numRuns: 2000 },
    );
  });

  test('answers any query string with a plan or a refusal', () => {
    const piece = fc.oneof(
      fc.constantFrom('q=', 'in=', 'limit=', 'facets=', 'tag=', '&', '+', '%', '%F', '%ff', '10', 'tags', ','),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const answer = read(pieces.join(''));
        if (isRefusal(answer)) expect(answer.errors!.every((place) => 'parameter' in place)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

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
