import { expect, test } from 'vitest';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import { finish } from '../../async/steps.ts';
import type { OwnField } from '../../corpus/corpus.ts';
import { countFacets, countFields, FacetTexts, writeFacets } from './facets.ts';
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

test('values of a field are counted a step at a time', () => {
  let read = 0;
  let before = 0;
  let largest = 0;
  const field: Partial<OwnField> = {
    ...{ name: 'colour', type: 'string', count: 1, value: () => 'blue' },
    ofPage() {
      read++;
      return Uint32Array.of(0);
    },
  };
  const count = 150_000;
  const steps = countFields({ fields: [field as OwnField] }, new Uint32Array(count), ['colour']);
  for (let step = steps.next(); ; step = steps.next()) {
    largest = Math.max(largest, read - before);
    before = read;
    if (step.done !== true) continue;
    expect(step.value).toEqual({ colour: [{ value: 'blue', count }] });
    break;
  }
  expect(largest).toBeLessThanOrEqual(1 << 14);
});
