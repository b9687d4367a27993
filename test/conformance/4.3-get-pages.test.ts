import { expect, it } from 'vitest';
import { expectRefusal, readFields, validated } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { siteCorpus } from './site.ts';
import { jsonOf, textOf } from './transports.ts';

const acceptQuery = { 'accept-query': 'application/json' };

describeOverTransports('4.3 GET /api/pages', { corpus: siteCorpus() }, (send) => {
  it('answers a search, with a validator', async () => {
    const answer = await send({ target: '/api/pages?q=cache&limit=1&facets=collection,tags' });
    expect({ status: answer.status, headers: answer.headers }).toEqual({
      status: 200,
      headers: readFields(answer, { ...validated, ...acceptQuery }),
    });
    expect(jsonOf(answer)).toMatchObject({ count: 1, total: 2, facets: { collection: expect.any(Array) } });
  });

  it('answers the same bytes again, and for every spelling of the query', async () => {
    const first = await send({ target: '/api/pages?q=a+cache' });
    for (const target of ['/api/pages?q=a+cache', '/api/pages?q=a%20cache&in=all&limit=10&other=1']) {
      expect(await send({ target })).toEqual(first);
    }
  });

  it('answers a query in any normal form with the same bytes', async () => {
    const composed = await send({ target: '/api/pages?q=gr%C3%B6%C3%9Fe' });
    expect(jsonOf(composed).items.map(({ path }: { path: string }) => path)).toEqual(['docs/größe']);
    expect(await send({ target: '/api/pages?q=gro%CC%88%C3%9Fe' })).toEqual(composed);
  });

  it.each([
    '/api/pages',
    '/api/pages?',
    '/api/pages?limit=5',
    '/api/pages?facets=tags',
    '/api/pages?q=',
    '/api/pages?in=title',
    '/api/pages?in=title&tag=http',
    '/api/pages?q=a&q=b',
    '/api/pages?q=a&in=text',
    '/api/pages?q=a&collection=nothing',
    '/api/pages?q=a&facets=',
    '/api/pages?q=a&facets=tags,tags',
    '/api/pages?q=a&limit=101',
  ])('refuses %s', async (target) => {
    const answer = await send({ target });
    expectRefusal(answer, 'invalid-query', acceptQuery);
    expect(jsonOf(answer).dimension).toEqual(expect.any(String));
  });

  it.each(
    [
      '0',
      '-1',
      'abc',
      '1.5',
      '1e1',
      '1e400',
      '0x10',
      '+5',
      '%205',
      '5%20',
      '5abc',
      '%D9%A3',
      '9007199254740993',
      '',
    ].concat('1&limit=2'),
  )('refuses a limit of %j by its name', async (limit) => {
    const answer = await send({ target: `/api/pages?q=a&limit=${limit}` });
    expectRefusal(answer, 'invalid-query', acceptQuery);
    const { dimension, errors } = jsonOf(answer);
    expect([dimension, errors]).toEqual([
      limit === '1&limit=2' ? 'shape' : 'limit',
      [{ detail: expect.stringContaining('limit'), parameter: 'limit' }],
    ]);
  });

  it.each([
    ['-5', '-5'],
    ['0', '0'],
    ['101', '101'],
    ['0101', '101'],
    ['9007199254740993', '9007199254740993'],
    ['1'.repeat(310), '1'.repeat(310)],
  ])('quotes a limit of %s as written', async (limit, actual) => {
    const answer = await send({ target: `/api/pages?q=a&limit=${limit}` });
    expectRefusal(answer, 'invalid-query', acceptQuery);
    const detail = `Cannot read ${limit} as limit: expected a whole number from 1 to 100.`;
    expect(jsonOf(answer)).toMatchObject({ detail, dimension: 'limit', errors: [{ detail, parameter: 'limit' }] });
    expect(textOf(answer)).toContain(`,"maximum":100,"actual":${actual},`);
  });

  it.each(['offset', 'page', 'cursor', 'sort'])('refuses the parameter %s rather than ignoring it', async (name) => {
    const answer = await send({ target: `/api/pages?q=a&${name}=2` });
    expectRefusal(answer, 'invalid-query', acceptQuery);
    const detail = `Cannot read ${name}: this address returns only the best results, up to 100 with limit. To sort or to use an offset, send the request to /api/search.`;
    expect(jsonOf(answer)).toMatchObject({ detail, dimension: 'shape', errors: [{ detail, parameter: name }] });
  });

  it.each(['offsets', 'Page', 'order', 'start'])('ignores the unknown parameter %s', async (name) => {
    expect(await send({ target: `/api/pages?q=a&${name}=2` })).toEqual(await send({ target: '/api/pages?q=a' }));
  });

  it.each(['%FF', '%C0%AF', '%ED%A0%80', '%', '%zz'])(
    'reads %s as a body with U+FFFD or as it stands',
    async (text) => {
      const answer = await send({ target: `/api/pages?q=${text}` });
      const asked = { match: { text: new URLSearchParams(`q=${text}`).get('q'), in: 'all' }, limit: 10 };
      const headers = { 'Content-Type': 'application/json', 'x-http-method-override': 'QUERY' };
      const queried = await send({ method: 'POST', target: '/api/pages', headers, body: JSON.stringify(asked) });
      expect([answer.status, answer.body]).toEqual([200, queried.body]);
    },
  );

  it('finds nothing for an unknown tag', async () => {
    expect(jsonOf(await send({ target: '/api/pages?tag=nothing' }))).toEqual({ items: [], count: 0, total: 0 });
  });

  it('is refused for an Accept without JSON', async () => {
    const answer = await send({ target: '/api/pages?q=a', headers: { Accept: 'text/html' } });
    expectRefusal(answer, 'not-acceptable', { ...acceptQuery, vary: 'Accept' });
  });
});
