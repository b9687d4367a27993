import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as labels from './builder_labels.ts';
import { addressFor, bodyOf, inKind, type Kind, kindOf, type Query, queriesOf, queryAt } from './question.ts';

describe('addressFor', () => {
  test.each([
    [{ match: { text: 'a b', in: 'all' } }, '/api/pages?q=a+b'],
    [
      { match: { text: 'a', in: 'title' }, limit: 5, facets: ['tags', 'collection'] },
      '/api/pages?q=a&in=title&limit=5&facets=tags%2Ccollection',
    ],
    [{ collection: 'glossary', tag: 'http' }, '/api/pages?collection=glossary&tag=http'],
    [{ match: { not: { text: 'a', in: 'all' } } }, null],
    [{ match: { text: 'a', in: 'all', fuzzy: true } }, null],
    [{ like: 'a' }, null],
    [{ slug: 'a' }, null],
    [{ limit: 5 }, null],
    [{ batch: [{ path: 'a' }] }, null],
  ])('spells %j as %s', (body, address) => {
    expect(addressFor(body)).toBe(address);
  });
});

describe('queryAt', () => {
  const text = fc.string({ minLength: 1 });
  const query = fc.record(
    {
      match: fc.record({ text, in: fc.constantFrom('all', 'title', 'tags') }),
      collection: text,
      tag: text,
      limit: fc.integer({ min: -5, max: 1000 }),
      facets: fc.subarray(['collection', 'tags'], { minLength: 1 }),
    },
    { requiredKeys: [] },
  );

  test('reads every query from the address that asks it', () => {
    fc.assert(
      fc.property(query, (each) => {
        const address = addressFor(each);
        if (address !== null) expect(queryAt(address)).toEqual(each);
      }),
    );
  });

  test.each([
    '/api/search?q=a',
    '/api/pages/index',
    '/api/pages?in=title',
    '/api/pages?q=a&q=b',
    '/api/pages?q=a&limit=ten',
    '/api/pages?q=a&page=2',
    '',
  ])('finds no query in %s', (address) => {
    expect(queryAt(address)).toBeNull();
  });
});

test.each(Object.keys(labels.kinds) as Kind[])(
  'turns any query into one of the form %s and keeps its filters',
  (kind) => {
    const from: readonly Query[] = [{ match: { text: 'a', in: 'title' } }, { like: 'a' }, { slug: 'a' }, {}];
    for (const query of from) {
      const next = inKind({ ...query, collection: 'c', tag: 't' }, kind);
      expect(kindOf(next)).toBe(kind);
      expect(next).toMatchObject({ collection: 'c', tag: 't' });
    }
  },
);

test('reads and writes one query and a batch', () => {
  const [one, two]: readonly Query[] = [{ path: 'a' }, { slug: 'b' }];
  expect(queriesOf(bodyOf([one!]))).toEqual([one]);
  expect(queriesOf(bodyOf([one!, two!]))).toEqual([one, two]);
  expect(bodyOf([one!, two!])).toEqual({ batch: [one, two] });
});
