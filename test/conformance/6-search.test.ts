import { expect, it } from 'vitest';
import { caps } from '../../src/query/ask/caps.ts';
import { expectRefusal, readFields, validated, validator } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { siteCorpus } from './site.ts';
import { jsonOf, textOf } from './transports.ts';

/** Resources beyond the specification: `GET /api/search`. */
describeOverTransports('6 GET /api/search', { corpus: siteCorpus() }, (send) => {
  const search = async (parameters: string) => jsonOf(await send({ target: `/api/search?${parameters}` }));

  it('answers a search as people type, with a validator', async () => {
    const answer = await send({ target: '/api/search?q=validat&suggest=3' });
    expect({ status: answer.status, headers: answer.headers }).toEqual({
      status: 200,
      headers: readFields(answer, validated),
    });
    expect(jsonOf(answer)).toEqual({
      items: [
        expect.objectContaining({ path: 'glossary/etag', typos: 0, sections: [], moreSections: 0 }),
        {
          path: 'writing/caching',
          canonical: 'https://site.example/writing/caching',
          title: 'Caching',
          titleRanges: [],
          collection: 'writing',
          tags: [
            { slug: 'cache', title: 'CACHE' },
            { slug: 'http', title: 'HTTP' },
          ],
          published: '2026-01-02',
          updated: null,
          language: 'en',
          typos: 0,
          match: {
            score: expect.any(Number),
            excerpt: 'A cache keeps answers. Validators let it ask again.',
            ranges: [[23, 33]],
            section: { heading: 'Validators', anchor: 'validators' },
          },
          sections: [
            {
              anchor: 'validators',
              address: 'https://site.example/writing/caching#validators',
              heading: 'Validators',
              headingRanges: [[0, 10]],
              depth: 2,
              trail: [],
              excerpt: 'A cache keeps answers. Validators let it ask again.',
              ranges: [[23, 33]],
            },
          ],
          moreSections: 0,
        },
      ],
      count: 2,
      total: 2,
      exactTotal: 2,
      words: [{ text: 'validat', as: 'prefix', distance: 0, matched: ['validator', 'validators'] }],
      didYouMean: null,
      suggestions: [
        { text: 'Validators', total: 2, path: 'writing/caching' },
        { text: 'validator', total: 2 },
        { text: 'validators', total: 2 },
      ],
    });
  });

  it('answers the same bytes again, and for every spelling of the search', async () => {
    const first = await send({ target: '/api/search?q=a+cache' });
    for (const target of [
      '/api/search?q=a+cache',
      '/api/search?q=a%20cache&limit=10&offset=0&other=1',
      '/api/search?sort=relevance&prefix=last&typos=auto&sections=3&suggest=0&q=a+cache',
    ]) {
      expect(await send({ target })).toEqual(first);
    }
  });

  it.each(['GET', 'HEAD'])('answers a condition that holds with 304 to %s', async (method) => {
    const headers = { 'If-None-Match': `"${validator}"` };
    const answer = await send({ method, target: '/api/search?q=cache', headers });
    expect([answer.status, answer.headers.etag, answer.body.length]).toEqual([304, `"${validator}"`, 0]);
  });

  it('compresses long answers', async () => {
    const answer = await send({ target: '/api/search?', headers: { 'Accept-Encoding': 'gzip' } });
    expect([answer.status, answer.headers['content-encoding'], answer.headers.etag]).toEqual([
      200,
      'gzip',
      `"${validator}.gz"`,
    ]);
  });

  it('answers OPTIONS with its methods, and refuses others', async () => {
    const options = await send({ method: 'OPTIONS', target: '/api/search' });
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const posted = await send({ method: 'POST', target: '/api/search', body: '{}' });
    expectRefusal(posted, 'method-not-allowed', { allow: 'GET, HEAD, OPTIONS' });
  });

  it('answers an empty box, and a text of signs alone, with no rows instead of a refusal', async () => {
    for (const q of ['', '%20', '!!!', '%22%22']) {
      expect(await search(`q=${q}&facets=tags`)).toEqual({
        items: [],
        count: 0,
        total: 0,
        exactTotal: 0,
        words: [],
        facets: { tags: [] },
        didYouMean: null,
      });
    }
  });

  it('lists all pages without q, newest first, and pages to the end', async () => {
    const paths: string[] = [];
    let target: string | undefined = '/api/search?limit=4&facets=collection';
    const totals: number[] = [];
    while (target !== undefined) {
      const answer = await send({ target });
      const { items, total } = jsonOf(answer);
      paths.push(...items.map(({ path }: { path: string }) => path));
      totals.push(total);
      target = /^<([^>]*)>; rel="next"$/.exec(answer.headers.link ?? '')?.[1];
    }
    expect(paths).toEqual(['writing/search', 'writing/caching', 'about', 'docs/größe', 'glossary/etag', 'index']);
    expect(totals).toEqual([6, 6]);
  });

  it.each([
    ['sort=title', ['about', 'writing/caching', 'glossary/etag', 'docs/größe', 'index', 'writing/search']],
    ['collection=writing', ['writing/search', 'writing/caching']],
    ['tag=http', ['writing/caching', 'glossary/etag']],
    ['tag=http&tag=cache', ['writing/caching']],
    ['tag=http&tag=nothing', []],
    ['language=en', ['writing/search', 'writing/caching', 'about', 'docs/größe', 'glossary/etag', 'index']],
    ['language=EN', ['writing/search', 'writing/caching', 'about', 'docs/größe', 'glossary/etag', 'index']],
    ['language=de', []],
    ['published=2026-01-02..2026-01-02', ['writing/caching']],
    ['published=2026-01-03..', ['writing/search']],
    ['published=..2026-01-31', ['writing/caching']],
    ['updated=2000-01-01..', []],
    ['offset=100', []],
  ])('lists the pages of %s', async (parameters, paths) => {
    const { items } = await search(parameters);
    expect(items.map(({ path }: { path: string }) => path)).toEqual(paths);
  });

  it('sorts what is found, and leaves out typos then', async () => {
    const found = async (parameters: string) => {
      const { items } = await search(parameters);
      return items.map(({ path, typos }: { path: string; typos: number }) => [path, typos]);
    };
    expect(await found('q=validatrs')).toEqual([
      ['writing/caching', 1],
      ['glossary/etag', 1],
    ]);
    expect(await found('q=validatrs&sort=title')).toEqual([]);
    expect(await found('q=validators&sort=published')).toEqual([
      ['writing/caching', 0],
      ['glossary/etag', 0],
    ]);
    expect(await found('q=validators&sort=title')).toEqual([
      ['writing/caching', 0],
      ['glossary/etag', 0],
    ]);
  });

  it('writes no more values of a facet than it is asked for, the most frequent first', async () => {
    const tags = async (values: string) =>
      (jsonOf(await send({ target: `/api/search?facets=tags${values}` })).facets as { tags: readonly unknown[] }).tags;
    const all = await tags('');
    expect(all.length).toBeGreaterThan(1);
    expect(await tags('&values=0')).toEqual(all);
    expect(await tags('&values=1')).toEqual(all.slice(0, 1));
    expect(await tags('&values=1000')).toEqual(all);
  });

  it.each([
    ['q=a&q=b', 'shape', 'q'],
    ['sort=score', 'shape', 'sort'],
    ['prefix=all', 'shape', 'prefix'],
    ['typos=2', 'shape', 'typos'],
    ['collection=nothing', 'shape', 'collection'],
    ['facets=', 'length', 'facets'],
    ['facets=tags,tags', 'length', 'facets'],
    ['facets=tags,nothing', 'shape', 'facets'],
    ['facets=tags,nothing,nothing', 'shape', 'facets'],
    ['facets=tags,', 'shape', 'facets'],
    ['language=', 'shape', 'language'],
    ['updated=2026-02-30..', 'shape', 'updated'],
    ['updated=..', 'shape', 'updated'],
    ['published=2026-01-02', 'shape', 'published'],
    ['published=2026-01-02..2026-01-01', 'shape', 'published'],
    ['tag=', 'length', 'tag'],
    ['limit=0', 'limit', 'limit'],
    ['limit=51', 'limit', 'limit'],
    ['limit=1e1', 'limit', 'limit'],
    ['offset=-1', 'offset', 'offset'],
    ['q=a&offset=991', 'offset', 'offset'],
    ['q=a&limit=50&offset=951', 'offset', 'offset'],
    ['sections=6', 'sections', 'sections'],
    ['values=1001', 'values', 'values'],
    ['suggest=11', 'suggest', 'suggest'],
    [`q=${'a'.repeat(201)}`, 'length', 'q'],
    [Array.from({ length: 11 }, (_, i) => `tag=${i}`).join('&'), 'filters', 'tag'],
  ])('refuses %s by its dimension', async (parameters, dimension, parameter) => {
    const answer = await send({ target: `/api/search?${parameters}` });
    expectRefusal(answer, 'invalid-query');
    expect(jsonOf(answer)).toMatchObject({ dimension, errors: [{ detail: expect.any(String), parameter }] });
  });

  it.each([
    [`q=${'a'.repeat(caps.length.search)}`],
    ['q=1+2+3+4+5+6+7+8+9+10'],
    ['q=a&limit=50&offset=950'],
    ['limit=50&offset=100000'],
    ['sections=5&suggest=10'],
    [Array.from({ length: 10 }, (_, i) => `tag=${i}`).join('&')],
  ])('answers %s at its cap', async (parameters) => {
    expect((await send({ target: `/api/search?${parameters}` })).status).toBe(200);
  });

  it('repeats numbers as written', async () => {
    const answer = await send({ target: '/api/search?q=a&offset=0991' });
    expectRefusal(answer, 'invalid-query');
    expect(textOf(answer)).toContain('"Cannot read 0991 as offset: expected a whole number from 0 to 990."');
    expect(textOf(answer)).toContain(',"maximum":990,"actual":991,');
  });

  it.each(['final=1', 'final=0', 'final=', 'final=1&final=1'])(
    'gives the same answer and validator with %s',
    async (final) => {
      for (const search of ['q=validat', 'q=nothinghere']) {
        const one = await send({ target: `/api/search?${search}` });
        const other = await send({ target: `/api/search?${final}&${search}` });
        expect([other.status, textOf(other), other.headers]).toEqual([200, textOf(one), one.headers]);
      }
    },
  );
});
