import { expect, it } from 'vitest';
import { common, expectRefusal, queryFields } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { siteCorpus } from './site.ts';
import { jsonOf } from './transports.ts';

const description = '</api/openapi.json>; rel="service-desc"; type="application/json"';

describeOverTransports('1 Methods', { corpus: siteCorpus() }, (send) => {
  // 1-resource-table.test.ts covers HEAD and OPTIONS of each resource; this file covers what is not a plain 200.
  it.each(['/api/tags?limit=1', '/api/pages?limit=0', '/api/pages/nothing', '/nothing'])(
    'HEAD %s answers as GET does, without the body',
    async (target) => {
      const got = await send({ target });
      expect(await send({ method: 'HEAD', target })).toEqual({ ...got, body: expect.objectContaining({ length: 0 }) });
      expect(got.body.length).toBe(Number(got.headers['content-length']));
    },
  );

  it.each([
    ['/api/pages', { allow: 'GET, HEAD, OPTIONS, QUERY', ...queryFields }],
    ['/api/pages/index', { allow: 'GET, HEAD, OPTIONS' }],
    ['/version.json', { allow: 'GET, HEAD, OPTIONS' }],
    ['*', { allow: 'GET, HEAD, OPTIONS' }],
  ])('OPTIONS %s lists the allowed methods and links the description', async (target, fields) => {
    const answer = await send({ method: 'OPTIONS', target, headers: { 'If-None-Match': '*', Accept: 'text/x' } });
    expect(answer).toEqual({
      status: 204,
      headers: { ...common, link: description, ...fields },
      body: expect.objectContaining({ length: 0 }),
    });
  });

  it('OPTIONS /api/pages answers a preflight', async () => {
    const headers = { Origin: 'https://else.example', 'Access-Control-Request-Method': 'POST' };
    const answer = await send({ method: 'OPTIONS', target: '/api/pages', headers });
    expect(answer.headers).toEqual({
      ...common,
      ...queryFields,
      allow: 'GET, HEAD, OPTIONS, QUERY',
      link: description,
      'access-control-allow-methods': 'GET, HEAD, OPTIONS, QUERY, POST',
      'access-control-allow-headers': 'Accept, Content-Type, Idempotency-Key, If-None-Match, x-http-method-override',
      'access-control-max-age': '86400',
    });
  });

  it('OPTIONS of an unknown path is refused like any method', async () => {
    expectRefusal(await send({ method: 'OPTIONS', target: '/api/nothing' }), 'no-such-resource');
  });

  it.each(['DELETE', 'PUT', 'PATCH', 'POST', 'TRACE'])(
    '%s of a page is refused with what is allowed',
    async (method) => {
      const answer = await send({ method, target: '/api/pages/index' });
      expectRefusal(answer, 'method-not-allowed', { allow: 'GET, HEAD, OPTIONS' });
    },
  );

  it.each([
    ['POST', {}],
    ['POST', { 'x-http-method-override': 'query' }],
    ['POST', { 'x-http-method-override': 'QUERY, DELETE' }],
    ['POST', { 'x-http-method-override': 'GET' }],
    ['POST', { 'X-HTTP-Method': 'QUERY' }],
    ['QUERY', {}],
    ['DELETE', { 'x-http-method-override': 'QUERY' }],
  ])('%s /api/pages with %j is refused with the fields that say how to send a QUERY', async (method, headers) => {
    const answer = await send({ method, target: '/api/pages', headers });
    expectRefusal(answer, 'method-not-allowed', { allow: 'GET, HEAD, OPTIONS, QUERY', ...queryFields });
  });

  it('says how to ask where a QUERY is sent without the override', async () => {
    const answer = await send({ method: 'QUERY', target: '/api/pages?q=a', headers: {} });
    expectRefusal(answer, 'method-not-allowed', { allow: 'GET, HEAD, OPTIONS, QUERY', ...queryFields });
    expect(jsonOf(answer).detail).toBe(
      'Cannot answer a bare QUERY: send it as POST with the header x-http-method-override: QUERY, or send a GET with parameters, such as ?q=words.',
    );
  });

  it.each(['HEAD', 'DELETE', 'QUERY'])('GET with an override of %s is a GET', async (method) => {
    for (const target of ['/api/pages?q=cache', '/api/tags']) {
      const plain = await send({ target });
      expect(await send({ target, headers: { 'x-http-method-override': method } })).toEqual(plain);
      expect(await send({ target, headers: { 'X-HTTP-Method': method, 'X-Method-Override': method } })).toEqual(plain);
      const spelled = `${target}${target.includes('?') ? '&' : '?'}_method=${method}`;
      expect(await send({ target: spelled })).toEqual(plain);
    }
  });

  it('404 comes before 405, and 405 before 406', async () => {
    expectRefusal(await send({ method: 'DELETE', target: '/api/pages/nothing' }), 'no-such-resource');
    const answer = await send({ method: 'DELETE', target: '/api/pages/index', headers: { Accept: 'text/html' } });
    expectRefusal(answer, 'method-not-allowed', { allow: 'GET, HEAD, OPTIONS' });
  });
});

describeOverTransports(
  '1 Methods, with the method QUERY enabled',
  { corpus: siteCorpus(), nativeQuery: true },
  (send) => {
    it('QUERY /api/pages is answered as with the method override', async () => {
      const headers = { 'Content-Type': 'application/json' };
      const body = '{"slug":"etag"}';
      const answer = await send({ method: 'QUERY', target: '/api/pages', headers, body });
      const overridden = { ...headers, 'x-http-method-override': 'QUERY' };
      expect(answer.status).toBe(200);
      expect(answer).toEqual(await send({ method: 'POST', target: '/api/pages', headers: overridden, body }));
    });
  },
);
