import { expect, it } from 'vitest';
import { readFields, validated, validator } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { siteCorpus } from './site.ts';
import { jsonOf } from './transports.ts';

const lists = {
  '/api/site-pages': [
    {
      path: 'about',
      canonical: 'https://site.example/about',
      title: 'About',
      description: '',
    },
    {
      path: 'docs/größe',
      canonical: 'https://site.example/docs/gr%C3%B6%C3%9Fe',
      title: 'Größe',
      description: '',
    },
    {
      path: 'index',
      canonical: 'https://site.example/',
      title: 'Home',
      description: 'Where to begin.',
    },
  ],
  '/api/collections': [
    { collection: 'writing', title: 'Writing', count: 2 },
    { collection: 'glossary', title: 'Glossary', count: 1 },
    { collection: 'demos', title: 'Demos', count: 0 },
  ],
  '/api/tags': [
    { slug: 'cache', title: 'CACHE', counts: { writing: 1, glossary: 0, demos: 0 }, total: 1 },
    { slug: 'http', title: 'HTTP', counts: { writing: 1, glossary: 1, demos: 0 }, total: 2 },
    { slug: 'search', title: 'SEARCH', counts: { writing: 1, glossary: 0, demos: 0 }, total: 1 },
  ],
};

describeOverTransports('4.5 to 4.7 Lists', { corpus: siteCorpus() }, (send) => {
  it.each(Object.entries(lists))('GET %s answers every item', async (target, items) => {
    const answer = await send({ target });
    expect({ ...answer, body: jsonOf(answer) }).toEqual({
      status: 200,
      headers: readFields(answer, { ...validated }),
      body: { items, count: 3, total: 3 },
    });
    expect((await send({ target, headers: { 'If-None-Match': `"${validator}"` } })).status).toBe(304);
  });

  it.each(Object.entries(lists))(
    'GET %s answers as many as its limit says, of the same total',
    async (target, items) => {
      for (const [limit, count] of [
        ['1', 1],
        ['02', 2],
        ['3', 3],
        ['4', 3],
        ['99999999999999999999', 3],
      ] as const) {
        const answer = await send({ target: `${target}?limit=${limit}` });
        expect(jsonOf(answer)).toEqual({ items: items.slice(0, count), count, total: 3 });
      }
    },
  );

  it.each(['abc', '0', '-1', '1.5', '', '1e1', '+1', '1&limit=1', '%FF'])(
    'a limit of %j is no bound',
    async (limit) => {
      for (const target of Object.keys(lists)) {
        const answer = await send({ target: `${target}?limit=${limit}` });
        expect(answer).toEqual(await send({ target }));
      }
    },
  );
});
