import { expect, test } from 'vitest';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import { finish } from '../match/steps.ts';
import { FacetTexts, writeFacets } from './facets.ts';
import { JsonWriter } from './json_writer.ts';

const corpus = corpusOf(
  [
    { path: 'a', collection: 'z', tags: ['\uffee', '😀', 'b'] },
    { path: 'b', collection: null, tags: ['b'] },
    { path: 'c', collection: '😀', tags: ['\uffee', '😀'] },
    { path: 'd', collection: '\uffee' },
  ],
  { collections: ['😀', 'z', '\uffee', 'none'].map((name) => ({ name, title: name })) },
);
interface Count {
  readonly value: string;
  readonly count: number;
}

const facetsBy = (texts: FacetTexts, pages: readonly number[], names: readonly ('collection' | 'tags')[]) => {
  const writer = new JsonWriter();
  finish(writeFacets(writer, texts, corpus, Uint32Array.from(pages), names));
  return JSON.parse(Buffer.from(writer.take()).toString()) as Record<'collection' | 'tags', Count[]>;
};
const facets = (pages: readonly number[], ...names: readonly ('collection' | 'tags')[]) =>
  facetsBy(new FacetTexts(corpus, 1 << 20), pages, names);
const spelt = (rows: readonly Count[]) => rows.map(({ value, count }) => `${value} ${count}`);

test('counts every declared collection, equal ones by code point; site pages count in none', () => {
  expect(spelt(facets([0, 1, 2, 3], 'collection').collection)).toEqual(['z 1', '\uffee 1', '😀 1', 'none 0']);
});

test('counts the tags carried, the most frequent first, equal ones by code point', () => {
  expect(spelt(facets([0, 1, 2], 'tags').tags)).toEqual(['b 2', '\uffee 2', '😀 2']);
  expect(spelt(facets([1], 'tags').tags)).toEqual(['b 1']);
});

test('of no page has all collections at zero and no tag', () => {
  expect(facets([], 'collection', 'tags')).toEqual({
    collection: ['none', 'z', '\uffee', '😀'].map((value) => ({ value, count: 0 })),
    tags: [],
  });
});

test('has only the members asked for', () => {
  expect(Object.keys(facets([0], 'tags'))).toEqual(['tags']);
});

test.each([0, 100, 1 << 20])('answers the same again and again with %i bytes to keep texts in', (bytes) => {
  const texts = new FacetTexts(corpus, bytes);
  for (let i = 0; i < 3; i++) expect(facetsBy(texts, [0, 1, 2], ['tags'])).toEqual(facets([0, 1, 2], 'tags'));
});
