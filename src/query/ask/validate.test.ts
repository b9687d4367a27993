import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyBody, collections, goodBody, spoiltBody } from '../../../test/arbitraries/query_body.ts';
import { type CataloguedRefusal, isRefusal } from '../../problems/refusal.ts';
import { caps, DIMENSIONS, type Dimension } from './caps.ts';
import { MOST_ERRORS } from './findings.ts';
import { createGrammar } from './grammar.ts';
import { validatePlan } from './validate.ts';

const grammar = createGrammar(collections);
const clause = { text: 'word', in: 'all' };
const listing = { collection: null, tag: null, limit: 10, facets: [] };

function validate(body: unknown) {
  return validatePlan(body, grammar);
}

/** The machine-readable part of a refusal: the dimension, the measure and the places. */
function refused(body: unknown) {
  const refusal = validate(body) as CataloguedRefusal;
  expect(refusal).toMatchObject({ kind: 'refusal', slug: 'invalid-query', detail: refusal.errors?.[0]?.detail });
  return {
    dimension: refusal.dimension,
    maximum: refusal.maximum,
    actual: refusal.actual,
    pointers: refusal.errors?.map((place) => 'pointer' in place && place.pointer),
  };
}

function details(body: unknown) {
  return (validate(body) as CataloguedRefusal).errors?.map((place) => place.detail);
}

/** A tree with this number of levels. */
function nested(levels: number, key: 'not' | 'all' = 'not'): unknown {
  let node: unknown = clause;
  for (let level = 1; level < levels; level++) node = key === 'not' ? { not: node } : { all: [node] };
  return node;
}

describe('validatePlan', () => {
  test.each([
    [{ match: clause }, { form: 'match', match: clause, ...listing }],
    [
      { match: { any: [clause, { not: { all: [clause] } }] }, limit: 100 },
      { form: 'match', match: { any: [clause, { not: { all: [clause] } }] }, ...listing, limit: 100 },
    ],
    [
      { like: 'a', collection: 'demos', tag: 'no-such' },
      { form: 'like', like: 'a', ...listing, collection: 'demos', tag: 'no-such' },
    ],
    [
      { traverse: { from: 'a', follow: 'both', depth: 5 }, facets: ['tags'] },
      { form: 'traverse', traverse: { from: 'a', follow: 'both', depth: 5 }, ...listing, facets: ['tags'] },
    ],
    [
      { slug: 'a', tag: 't' },
      { form: 'slug', slug: 'a', collection: null, tag: 't', limit: 10 },
    ],
    [
      { path: '/', collection: 'demos' },
      { form: 'path', path: '/', collection: 'demos', tag: null, limit: 1 },
    ],
    [
      { tag: 't', facets: ['tags', 'collection'] },
      { form: 'filter', ...listing, tag: 't', facets: ['collection', 'tags'] },
    ],
  ])('fills in the defaults of %j', (body, query) => {
    expect(validate(body)).toEqual({ batch: false, queries: [query] });
    expect(validate({ batch: [body] })).toEqual({ batch: true, queries: [query] });
  });

  test.each(['10', '10.0', '1e1', '1.0E+1', '100e-1'])('reads %s as a limit of ten rows', (limit) => {
    expect(validate(JSON.parse(`{"tag":"t","limit":${limit}}`))).toEqual({
      batch: false,
      queries: [{ form: 'filter', ...listing, tag: 't' }],
    });
  });

  describe('refuses the shape of', () => {
    test.each<[unknown, string[]]>([
      [null, ['#']],
      [[], ['#']],
      [7, ['#']],
      ['x', ['#']],
      [true, ['#']],
      [{ match: null }, ['#/match']],
      [{ match: [] }, ['#/match']],
      [{ match: {} }, ['#/match']],
      [{ match: { text: 'a' } }, ['#/match']],
      [{ match: { in: 'all' } }, ['#/match']],
      [{ match: { text: 5, in: 'all' } }, ['#/match/text']],
      [{ match: { text: 'a', in: 'everything' } }, ['#/match/in']],
      [{ match: { ...clause, not: clause } }, ['#/match']],
      [{ match: { all: [clause], any: [clause] } }, ['#/match']],
      [{ match: { ...clause, boost: 2 } }, ['#/match/boost']],
      [{ match: { all: [clause, 'a'] } }, ['#/match/all/1']],
      [{ match: { all: clause } }, ['#/match/all']],
      [{ match: { not: [clause] } }, ['#/match/not']],
      [{ match: clause, like: 'a' }, ['#']],
      [{ match: clause, like: 5 }, ['#', '#/like']],
      [{ slug: 'a', path: 'b', limit: 5 }, ['#', '#/limit']],
      [{ slug: 'a', limit: 5 }, ['#/limit']],
      [{ path: 'a', facets: ['tags'] }, ['#/facets']],
      [{ like: ['a'] }, ['#/like']],
      [{ tag: null }, ['#/tag']],
      [{ tag: '\ud800' }, ['#/tag']],
      [{ match: { text: 'a\udc00b', in: 'all' } }, ['#/match/text']],
      [{ collection: 'posts' }, ['#/collection']],
      [{ tag: 't', limit: '10' }, ['#/limit']],
      [{ tag: 't', limit: null }, ['#/limit']],
      [{ tag: 't', facets: 'tags' }, ['#/facets']],
      [{ tag: 't', facets: ['tags', 'titles'] }, ['#/facets/1']],
      [{ tag: 't', 'a/b~%': 1 }, ['#/a~1b~0%25']],
      [{ traverse: { from: 'a', follow: 'both' } }, ['#/traverse']],
      [{ traverse: { from: 'a', follow: 'in', depth: 1 } }, ['#/traverse/follow']],
      [{ traverse: { from: 'a', follow: 'both', depth: 1.5 } }, ['#/traverse/depth']],
      [{ traverse: { from: 'a', follow: 'both', depth: '1' } }, ['#/traverse/depth']],
      [{ traverse: { from: 'a', follow: 'both', depth: 1, limit: 1 } }, ['#/traverse/limit']],
      [{ traverse: 'a' }, ['#/traverse']],
      [{ batch: {} }, ['#/batch']],
      [{ batch: [{ tag: 't' }], limit: 5 }, ['#/limit']],
      [{ batch: [{ tag: 't' }, 5] }, ['#/batch/1']],
      [{ batch: [{ batch: [{ tag: 't' }] }] }, ['#/batch/0']],
    ])('%j', (body, pointers) => {
      expect(refused(body)).toEqual({ dimension: 'shape', maximum: undefined, actual: undefined, pointers });
    });

    test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('a body with the key %s', (key) => {
      const body = JSON.parse(`{"match":{"text":"a","in":"all","${key}":{}},"${key}":{"limit":1}}`);
      expect(refused(body)).toMatchObject({ dimension: 'shape', pointers: [`#/match/${key}`, `#/${key}`] });
      expect(({} as { limit?: number }).limit).toBeUndefined();
    });
  });

  describe('refuses by dimension, with the cap and the actual value,', () => {
    const like = (length: number, character = 'a') => ({ like: character.repeat(length) });
    const clauses = (count: number) => ({ match: { any: Array(count).fill(clause) } });
    const traverse = (depth: number) => ({ traverse: { from: 'a', follow: 'both', depth } });
    const batch = (count: number, query: object = { path: 'a' }) => ({ batch: Array(count).fill(query) });
    const rows = (...limits: number[]) => ({ batch: limits.map((limit) => ({ tag: 't', limit })) });

    test.each<[Dimension, number | undefined, number | undefined, unknown]>([
      ['length', 1000, 0, { match: { text: '', in: 'all' } }],
      ['length', 1000, 1001, { match: { text: 'a'.repeat(1001), in: 'all' } }],
      ['length', 1000, 1001, { match: { text: '😀'.repeat(1001), in: 'all' } }],
      ['length', 8000, 0, like(0)],
      ['length', 8000, 8001, like(8001)],
      ['length', 8000, 8001, like(8001, '😀')],
      ['length', 8000, 0, { slug: '' }],
      ['length', 8000, 8001, { slug: 'a'.repeat(8001) }],
      ['length', 8000, 0, { path: '' }],
      ['length', 8000, 0, { tag: '' }],
      ['length', 8000, 8001, { tag: 'a'.repeat(8001) }],
      ['length', 8000, 0, { traverse: { from: '', follow: 'both', depth: 1 } }],
      ['length', undefined, undefined, { match: { all: [] } }],
      ['length', undefined, undefined, { match: { any: [] } }],
      ['length', undefined, undefined, { tag: 't', facets: [] }],
      ['length', undefined, undefined, { tag: 't', facets: ['tags', 'tags'] }],
      ['length', 10, 0, { batch: [] }],
      ['limit', 100, 0, { tag: 't', limit: 0 }],
      ['limit', 100, -0, JSON.parse('{"tag":"t","limit":-0}')],
      ['limit', 100, -1, { tag: 't', limit: -1 }],
      ['limit', 100, 101, { tag: 't', limit: 101 }],
      ['limit', 100, 1.5, { tag: 't', limit: 1.5 }],
      ['limit', 100, undefined, JSON.parse('{"tag":"t","limit":1e400}')],
      ['limit', 100, undefined, { tag: 't', limit: 2 ** 60 }],
      ['depth', 8, 9, { match: nested(9) }],
      ['depth', 8, 9, { match: nested(9, 'all') }],
      ['depth', 5, 0, traverse(0)],
      ['depth', 5, 6, traverse(6)],
      ['depth', 5, undefined, JSON.parse('{"traverse":{"from":"a","follow":"both","depth":1e400}}')],
      ['batch', 10, 11, batch(11)],
      ['clauses', 64, 65, clauses(65)],
      ['clauses', 64, 66, { batch: [clauses(33), clauses(33)] }],
      ['text', 16_000, 16_001, { batch: [like(8000), like(8000), like(1)] }],
      ['text', 16_000, 16_001, { batch: [like(8000, '😀'), { ...like(7999, '😀'), tag: '😀a' }] }],
      [
        'text',
        16_000,
        16_004,
        {
          batch: [
            { slug: 'a'.repeat(8000) },
            { path: 'a'.repeat(8000) },
            traverse(1),
            { match: { text: 'abc', in: 'all' } },
          ],
        },
      ],
      ['results', 200, 201, rows(100, 100, 1)],
      [
        'results',
        200,
        201,
        { batch: [{ tag: 't', limit: 100 }, { tag: 't', limit: 90 }, { slug: 'a' }, { path: 'a' }] },
      ],
      ['emptiness', undefined, undefined, {}],
      ['emptiness', undefined, undefined, { limit: 5 }],
      ['emptiness', undefined, undefined, { facets: ['tags'] }],
      ['emptiness', undefined, undefined, { batch: [{ tag: 't' }, {}] }],
    ])('%s (%j, %j) of %j', (dimension, maximum, actual, body) => {
      expect(refused(body)).toMatchObject({ dimension, maximum, actual });
    });

    test.each([
      ['a text clause of 1000 characters', { match: { text: '😀'.repeat(1000), in: 'all' } }],
      ['a passage of 8000 characters', like(8000, '😀')],
      ['a hundred rows', { tag: 't', limit: 100 }],
      ['eight levels', { match: nested(8) }],
      ['eight levels of lists', { match: nested(8, 'all') }],
      ['five links', traverse(5)],
      ['ten queries', batch(10)],
      ['64 clauses', clauses(64)],
      ['64 clauses in two queries', { batch: [clauses(32), clauses(32)] }],
      ['16,000 characters', { batch: [like(8000), like(8000, '😀')] }],
      ['200 rows', rows(100, 100)],
      [
        '200 rows, look-ups among them',
        { batch: [{ tag: 't', limit: 100 }, { tag: 't', limit: 89 }, { slug: 'a' }, { path: 'a' }] },
      ],
    ])('but takes %s', (_, body) => {
      expect(isRefusal(validate(body))).toBe(false);
    });
  });

  test.each([
    [{ tag: 't', limit: 201 }, '#/limit', 201],
    [{ match: clause, limit: 999 }, '#/limit', 999],
    [{ like: 'a', limit: 1_000_000_000 }, '#/limit', 1_000_000_000],
    [{ batch: [{ slug: 'a' }, { match: clause, limit: 999 }] }, '#/batch/1/limit', 999],
    [
      {
        batch: [
          { tag: 't', limit: 100 },
          { tag: 't', limit: 101 },
        ],
      },
      '#/batch/1/limit',
      101,
    ],
  ])('refuses %j by its limit alone, not also by the rows of the request', (body, pointer, actual) => {
    const detail = `Cannot read ${actual} as limit: expected a whole number from 1 to 100.`;
    expect(validate(body)).toMatchObject({
      ...{ slug: 'invalid-query', detail, dimension: 'limit', maximum: 100, actual },
      errors: [{ detail, pointer }],
    });
  });

  test('names the first dimension in checking order and lists every finding in that order', () => {
    const faults: [Dimension, object][] = [
      ['emptiness', { limit: 100 }],
      ['results', { tag: 't', limit: 100 }],
      ['limit', { tag: 't', limit: 101 }],
      ['depth', { match: nested(9) }],
      ['length', { slug: '' }],
      ['shape', { match: { text: 'a', on: 'all' } }],
    ];
    const refusal = validate({ batch: faults.map(([, query]) => query) }) as CataloguedRefusal;
    expect(refusal.dimension).toBe('shape');
    expect(refusal.errors?.map((place) => 'pointer' in place && place.pointer)).toEqual([
      '#/batch/5/match',
      '#/batch/5/match/on',
      '#/batch/4/slug',
      '#/batch/2/limit',
      '#/batch/3/match/not/not/not/not/not/not/not/not',
      '#',
      '#/batch/0',
    ]);
  });

  test.each([
    [
      { match: clause, limt: 5 },
      'Cannot read the key "limt": a match query can have only "match", "collection", "tag", "limit" and "facets". Did you mean "limit"?',
    ],
    [
      { tag: 't', x: 5 },
      'Cannot read the key "x": a query can have only "match", "like", "traverse", "slug", "path", "collection", "tag", "limit" and "facets".',
    ],
    [
      { collection: 'writting' },
      'Cannot read "writting" as collection: expected "writing", "glossary" or "demos". Did you mean "writing"?',
    ],
    [
      { match: { text: 'a', in: 'TITLE' } },
      'Cannot read "TITLE" as in: expected "title", "body", "description", "aliases", "tags" or "all". Did you mean "title"?',
    ],
    [
      { match: { text: 'a' } },
      'Cannot read a text clause without "in": expected "title", "body", "description", "aliases", "tags" or "all".',
    ],
    [
      { match: { text: '', in: 'all' } },
      'Cannot read an empty string as text: expected a string of 1 to 1000 characters.',
    ],
    [{ slug: 5 }, 'Cannot read 5 as slug: expected a string of 1 to 8000 characters.'],
    [{ tag: 't', limit: 101 }, 'Cannot read 101 as limit: expected a whole number from 1 to 100.'],
    [
      { match: clause, path: 'a' },
      'Cannot answer several forms at once: a query may have only one of "match" and "path".',
    ],
    [{ match: nested(20) }, 'Cannot answer a tree of 20 levels: at most 8 are allowed.'],
    [
      { match: { any: Array(70).fill(clause) } },
      'Cannot answer a request with 70 text clauses: at most 64 are allowed.',
    ],
    [
      { collection: '\u202e"<script>'.repeat(9) },
      'Cannot read "\\u{202e}\\"<script>\\u{202e}\\"<script>\\u{202e}\\"<script>\\u{202e}\\"<script>..." as collection: expected "writing", "glossary" or "demos".',
    ],
  ])('says what was wrong with %j and what would be right', (body, detail) => {
    expect(details(body)).toEqual([detail]);
  });

  test('says that a site without collections has none', () => {
    expect(validatePlan({ collection: 'a' }, createGrammar([]))).toMatchObject({
      dimension: 'shape',
      detail: 'Cannot read a string as collection: the site has no collections.',
    });
  });

  test('finds faults below the deepest allowed level, because shape is checked first', () => {
    let node: unknown = { text: 'a', on: 'all' };
    for (let level = 0; level < 1000; level++) node = { any: [node] };
    const { dimension, pointers } = refused({ match: node });
    expect(dimension).toBe('shape');
    // The pointer to the place itself would be too long, so it names the enclosing value.
    expect(pointers?.[0]).toMatch(/^#\/match(\/any\/0)+(\/any)?$/);
  });

  test.each([
    ['not', '{"not":', '}'],
    ['all', '{"all":[', ']}'],
  ])('refuses a tree of 100,000 levels of %s by its depth', (_, open, close) => {
    const levels = 100_000;
    const body = JSON.parse(`{"match":${open.repeat(levels)}{"text":"a","in":"all"}${close.repeat(levels)}}`);
    expect(refused(body)).toMatchObject({ dimension: 'depth', maximum: 8, actual: levels + 1 });
  });

  test.each([
    ['colour', '"colour"'],
    [7, '7'],
    [null, 'null'],
  ])('names the facet %j in a list that is too long', (facet, named) => {
    const detail = `Cannot count by ${named}: expected "collection" or "tags".`;
    expect(validate({ tag: 't', facets: [...Array(1000).fill('tags'), facet] })).toMatchObject({
      ...{ detail, dimension: 'shape' },
      errors: [{ detail, pointer: '#/facets/1000' }],
    });
  });

  test.each([
    ['nodes without a form', { match: { all: Array(50_000).fill({}) } }],
    ['empty texts', { match: { all: Array(30_000).fill({ text: '', in: 'all' }) } }],
    ['empty tags', { batch: Array(50_000).fill({ tag: '' }) }],
    ['unknown facets', { tag: 't', facets: Array(200_000).fill('a') }],
    ['facets and one unknown', { tag: 't', facets: [...Array(1000).fill('tags'), 'a'] }],
    ['repeated facets', { tag: 't', facets: Array(200_000).fill('tags') }],
    ['unknown keys', Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, 1]))],
    ['one long key', { ['k'.repeat(500_000)]: 1 }],
  ])('answers a body full of %s briefly', (_, body) => {
    const refusal = validate(body) as CataloguedRefusal;
    expect(refusal.errors!.length).toBeLessThanOrEqual(MOST_ERRORS);
    expect(JSON.stringify(refusal).length).toBeLessThan(20_000);
  });

  test('gives a plan or a typed refusal for any JSON value', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const answer = validate(body);
        if (!isRefusal(answer)) return;
        const { slug, dimension, errors, detail } = answer as CataloguedRefusal;
        expect(slug).toBe('invalid-query');
        expect(DIMENSIONS).toContain(dimension);
        expect(detail).toBe(errors![0]!.detail);
        for (const place of errors!) expect(place.detail).toMatch(/^Cannot .*[.?]$/u);
      }),
      { numRuns: 2000 },
    );
  });

  test('gives a plan for a well-shaped body unless it exceeds a cap', () => {
    const inexpressible = ['depth', 'clauses', 'text', 'results'];
    fc.assert(
      fc.property(goodBody, (body) => {
        const answer = validate(body);
        if (isRefusal(answer)) expect(inexpressible).toContain(answer.dimension);
      }),
    );
  });

  test('points only at places that exist in the body', () => {
    fc.assert(
      fc.property(spoiltBody, (body) => {
        const answer = validate(body);
        if (!isRefusal(answer)) return;
        for (const place of answer.errors!) {
          const tokens = 'pointer' in place ? place.pointer.split('/').slice(1) : ['no pointer'];
          let value = body;
          for (const token of tokens) {
            const key = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
            expect(Object.hasOwn(value as object, key)).toBe(true);
            value = (value as Record<string, unknown>)[key];
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('keeps every plan within the caps', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const plan = validate(body);
        if (isRefusal(plan)) return;
        expect(plan.queries.length).toBeLessThanOrEqual(caps.batch.maximum);
        const rows = plan.queries.reduce((sum, query) => sum + query.limit, 0);
        expect(rows).toBeLessThanOrEqual(caps.results.maximum);
      }),
    );
  });
});
