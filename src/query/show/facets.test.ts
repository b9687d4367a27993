import { expect, test } from 'vitest';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import { finish } from '../../async/steps.ts';
import { countFacets, FacetTexts, writeFacets } from './facets.ts';
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
  finish(writeFacets(writer, texts, corpus, countFacets(corpus, Uint32Array.from(pages), names)));
  return JSON.parse(Buffer.from(writer.take()).toString()) as Record<'collection' | 'tags', Count[]>;
};
const facets = (pages: readonly number[], ...names: readonly ('collection' | 'tags')[]) =>
  facetsBy(new FacetTexts(corpus, 1 << 20), pages, names);
const spelt = (rows: readonly Count[]) => rows.map(({ value, count }) => `${value} ${count}`);

test('counts every declared collection, ties by code point; site pages have no collection', () => {
  expect(spelt(facets([0, 1, 2, 3], 'collection').collection)).toEqual(['z 1', '\uffee 1', '😀 1', 'none 0']);
});

test('counts the tags of the pages, most frequent first, ties by code point', () => {
  expect(spelt(facets([0, 1, 2], 'tags').tags)).toEqual(['b 2', '\uffee 2', '😀 2']);
  expect(spelt(facets([1], 'tags').tags)).toEqual(['b 1']);
});

test('gives zero for every collection and no tags when there are no pages', () => {
  expect(facets([], 'collection', 'tags')).toEqual({
    collection: ['none', 'z', '\uffee', '😀'].map((value) => ({ value, count: 0 })),
    tags: [],
  });
});

test('has only the requested members', () => {
  expect(Object.keys(facets([0], 'tags'))).toEqual(['tags']);
});

test.each([0, 100, 1 << 20])('gives the same result each time with a cache of %i bytes', (bytes) => {
  const texts = new FacetTexts(corpus, bytes);
  for (let i = 0; i < 3; i++) expect(facetsBy(texts, [0, 1, 2], ['tags'])).toEqual(facets([0, 1, 2], 'tags'));
});
