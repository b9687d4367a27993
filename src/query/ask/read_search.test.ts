import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRefusal } from '../../problems/refusal.ts';
import { createGrammar } from './grammar.ts';
import { formatSearch, readSearch } from './read_search.ts';
import { type SearchPlan, SORTS } from './search_plan.ts';

const grammar = createGrammar(['writing', 'glossary'], ['status', 'rating']);
const defaults: SearchPlan = {
  q: null,
  prefix: 'last',
  typos: 'auto',
  collection: null,
  tags: [],
  language: null,
  version: 'current',
  updated: null,
  published: null,
  sort: 'relevance',
  limit: 10,
  offset: 0,
  sections: 3,
  facets: [],
  fieldFacets: [],
  fields: [],
  values: 0,
  suggest: 0,
  explain: false,
};

test.each<[string, Partial<SearchPlan>]>([
  ['', {}],
  ['q=', { q: '' }],
  ['q=a+b%20', { q: 'a b ' }],
  ['q=e%CC%81', { q: 'é' }],
  ['tag=b&tag=a&tag=b', { tags: ['a', 'b'] }],
  ['facets=tags,collection', { facets: ['collection', 'tags'] }],
  ['facets=field.rating,tags,field.status', { facets: ['tags'], fieldFacets: ['status', 'rating'] }],
  [
    'field.status=b&field.rating=1&field.status=a&field.status=b',
    {
      fields: [
        ['rating', '1'],
        ['status', 'a'],
        ['status', 'b'],
      ],
    },
  ],
  ['language=pt-BR', { language: 'pt-br' }],
  ['version=7.22', { version: '7.22' }],
  ['version=all', { version: 'all' }],
  ['updated=2026-01-01..2026-06-30', { updated: { from: 20260101, to: 20260630 } }],
  ['published=..2026-06-30', { published: { from: null, to: 20260630 } }],
  ['explain=1', { explain: true }],
  ['explain=0', { explain: false }],
  ['limit=0050&offset=3&sections=0&suggest=10', { limit: 50, offset: 3, sections: 0, suggest: 10 }],
  ['unknown=1&unknown=2', {}],
])('readSearch reads %j', (search, plan) => {
  expect(readSearch(search, grammar)).toEqual({ ...defaults, ...plan });
});

const day = fc
  .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => Number(date.toISOString().slice(0, 10).replaceAll('-', '')));
const dates = fc.option(
  fc.oneof(
    fc.tuple(day, day).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
    day.map((from) => ({ from, to: null })),
    day.map((to) => ({ from: null, to })),
  ),
);
const plans: fc.Arbitrary<SearchPlan> = fc.record({
  q: fc.option(
    fc.string({ unit: 'binary', maxLength: 50 }).map((text) => text.toWellFormed().normalize().replace(/\s/g, '-')),
  ),
  prefix: fc.constantFrom('last', 'none'),
  typos: fc.constantFrom('auto', 'none'),
  collection: fc.option(fc.constantFrom('writing', 'glossary')),
  tags: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 9 }), { maxLength: 5 }).map((tags) => tags.sort()),
  language: fc.option(fc.constantFrom('en', 'pt-br', 'zh-hans-cn')),
  version: fc.constantFrom('current', 'all', '7.22', 'é & 1'),
  updated: dates,
  published: dates,
  sort: fc.constantFrom(...SORTS),
  limit: fc.integer({ min: 1, max: 50 }),
  offset: fc.nat(950),
  sections: fc.nat(5),
  facets: fc.constantFrom([], ['collection'] as const, ['tags'] as const, ['collection', 'tags'] as const),
  fieldFacets: fc.constantFrom([], ['rating'], ['status', 'rating']),
  fields: fc.constantFrom([], [['rating', '1'] as const, ['status', 'a&b'] as const]),
  values: fc.nat(1000),
  suggest: fc.nat(10),
  explain: fc.boolean(),
});

test('formatSearch writes every plan so that readSearch reads it', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      expect(readSearch(formatSearch(plan), grammar)).toEqual(plan);
    }),
  );
});

test('readSearch answers or refuses any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (search) => {
      const read = readSearch(search, grammar);
      expect('sort' in read || isRefusal(read)).toBe(true);
    }),
  );
});
