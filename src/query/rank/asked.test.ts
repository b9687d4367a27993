import { expect, test } from 'vitest';
import { engineOf } from '../../../test/fixtures/answer_of.ts';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import type { MatchNode, Query } from '../ask/plan.ts';
import { readAsked } from './asked.ts';

const engine = engineOf(
  corpusOf([
    { path: 'a', text: 'one two' },
    { path: 'b', title: 'Of the one', text: '' },
    { path: 'c', title: 'One three', text: '' },
  ]),
);
const LISTING = { collection: null, tag: null, limit: 10, facets: [] } as const;
const asked = (match: MatchNode) => readAsked(engine, { form: 'match', match, ...LISTING });

test('reads words with their positions and counts, without function words', () => {
  const read = asked({ text: 'One of the two one', in: 'all' })!;
  expect(read.words.map(({ times, terms }) => [times, terms.length])).toEqual([
    [2, 1],
    [1, 1],
  ]);
  expect(read.texts).toEqual([
    {
      field: 'all',
      places: [
        { word: 0, position: 0 },
        { word: 1, position: 3 },
        { word: 0, position: 4 },
      ],
    },
  ]);
  expect([read.named, read.passage]).toEqual([[], null]);
});

test('reads function words when there are no others', () => {
  expect(asked({ text: 'of the', in: 'all' })!.words.length).toBe(2);
  expect(asked({ text: 'of the one', in: 'all' })!.named).toEqual([{ page: 1, titled: true, isWhole: true }]);
});

test('reads the clauses that add to scores, and as a name those that may name a page', () => {
  const read = asked({
    all: [
      { text: 'one', in: 'title' },
      { text: 'two', in: 'body' },
      { any: [{ text: 'three', in: 'all' }, { not: { text: 'four', in: 'all' } }] },
    ],
  })!;
  expect(read.texts.map(({ field, places }) => [field, places.length])).toEqual([
    ['title', 1],
    ['body', 1],
    ['all', 1],
  ]);
  expect(read.words.map(({ rarity }) => rarity > 0)).toEqual([true, true, true]);
  expect(asked({ text: 'absent', in: 'all' })!.words[0]!.rarity).toBe(0);
  expect(read.named).toEqual([{ page: 2, titled: true, isWhole: true }]);
});

const E_TAG = engineOf(
  corpusOf([
    { path: 'a', title: 'What is an ETag' },
    { path: 'b', title: 'ETag' },
    { path: 'notes/etag', title: 'The notes' },
    { path: 'notes/how-to', title: 'Other' },
  ]),
);

test.each<[MatchNode, { page: number; titled: boolean; isWhole: boolean }[]]>([
  [{ text: 'What is an ETag?', in: 'all' }, [{ page: 0, titled: true, isWhole: true }]],
  [{ text: 'What is the ETag?', in: 'all' }, [{ page: 1, titled: true, isWhole: false }]],
  [{ text: 'the a an of the ETag', in: 'all' }, []],
  [{ text: 'the what', in: 'all' }, []],
  [
    { text: 'etag', in: 'all' },
    [
      { page: 1, titled: true, isWhole: true },
      { page: 2, titled: false, isWhole: true },
    ],
  ],
  [
    {
      all: [
        { text: 'ETag', in: 'title' },
        { text: '...', in: 'all' },
      ],
    },
    [
      { page: 1, titled: true, isWhole: true },
      { page: 2, titled: false, isWhole: true },
    ],
  ],
  [
    {
      any: [
        { text: 'ETag', in: 'all' },
        { text: 'of the', in: 'all' },
      ],
    },
    [{ page: 1, titled: true, isWhole: false }],
  ],
  [
    {
      any: [
        { text: 'notes', in: 'all' },
        { text: 'the', in: 'all' },
      ],
    },
    [],
  ],
])('finds the pages that %j names', (match, named) => {
  const query: Query = { form: 'match', match, ...LISTING };
  expect(readAsked(E_TAG, query)!.named).toEqual(named);
});

test('reads a passage, whose quotation marks ask for nothing', () => {
  const read = readAsked(engine, { form: 'like', like: 'one "of two"', ...LISTING })!;
  expect([read.named, read.passage, read.words.length]).toEqual([[], 'one "of two"', 2]);
});

test.each<Query>([
  { form: 'slug', slug: 'a', collection: null, tag: null, limit: 10 },
  { form: 'match', match: { not: { text: 'one', in: 'all' } }, ...LISTING },
])('reads nothing from a query without scores', (query) => {
  expect(readAsked(engine, query)).toBeNull();
});
