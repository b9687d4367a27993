import { expect, it } from 'vitest';
import { corpusOf } from '../fixtures/corpus_of.ts';
import { expectRefusal } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { origin } from './site.ts';
import { jsonOf } from './transports.ts';

const corpus = corpusOf(
  [
    {
      path: 'a',
      title: 'A',
      text: 'word',
      fields: { status: 'stable', rating: 4, draft: false, authors: ['Ann', 'Bob'] },
    },
    {
      path: 'b',
      title: 'B',
      text: 'word',
      fields: { status: 'beta', rating: 4.5, since: '2026-01-02', authors: ['Bob'] },
    },
    { path: 'c', title: 'C', text: 'other' },
  ],
  {
    publicOrigin: origin,
    fields: [
      { name: 'status', type: 'string' },
      { name: 'rating', type: 'number' },
      { name: 'draft', type: 'boolean' },
      { name: 'since', type: 'date' },
      { name: 'authors', type: 'list' },
    ],
  },
);

describeOverTransports('6 fields of the site itself', { corpus }, (send) => {
  it('stand in every row and single page, null where the page has none', async () => {
    const none = { status: null, rating: null, draft: null, since: null, authors: null };
    const fields = { ...none, status: 'stable', rating: 4, draft: false, authors: ['Ann', 'Bob'] };
    expect(jsonOf(await send({ target: '/api/search?q=a' })).items[0].fields).toEqual(fields);
    expect(jsonOf(await send({ target: '/api/pages?q=a' })).items[0].fields).toEqual(fields);
    expect(jsonOf(await send({ target: '/api/pages/a' })).page.fields).toEqual(fields);
    expect(jsonOf(await send({ target: '/api/pages/c' })).page.fields).toEqual(none);
  });

  it.each([
    ['field.status=stable', ['a']],
    ['field.status=Stable', []],
    ['field.rating=4.0', ['a']],
    ['field.rating=four', []],
    ['field.draft=false', ['a']],
    ['field.since=2026-01-02', ['b']],
    ['field.authors=Bob', ['a', 'b']],
    ['field.authors=Bob&field.authors=Ann', ['a']],
    ['field.authors=Bob&q=wor', ['a', 'b']],
    ['field.status=beta&tag=none', []],
  ])('narrow a search: %s', async (parameters, paths) => {
    const { items, total } = jsonOf(await send({ target: `/api/search?${parameters}` }));
    expect([items.map(({ path }: { path: string }) => path), total]).toEqual([paths, paths.length]);
  });

  it('are counted as facets, by count, then by value', async () => {
    const { facets } = jsonOf(await send({ target: '/api/search?facets=field.authors,field.rating,collection' }));
    expect(facets).toEqual({
      collection: expect.any(Array),
      fields: {
        rating: [
          { value: 4, count: 1 },
          { value: 4.5, count: 1 },
        ],
        authors: [
          { value: 'Bob', count: 2 },
          { value: 'Ann', count: 1 },
        ],
      },
    });
    expect(jsonOf(await send({ target: '/api/search?facets=field.draft' })).facets).toEqual({
      fields: { draft: [{ value: false, count: 1 }] },
    });
  });

  it.each(['field.stat=1', 'facets=field.stat', 'field.status=', 'field.='])('refuse %s', async (parameters) => {
    expectRefusal(await send({ target: `/api/search?${parameters}` }), 'invalid-query');
  });
});
