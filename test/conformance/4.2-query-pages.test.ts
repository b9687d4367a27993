import { expect, it } from 'vitest';
import { corpusOf } from '../fixtures/corpus_of.ts';
import { expectRefusal, readFields } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { siteCorpus } from './site.ts';
import { jsonOf, type SentRequest, textOf } from './transports.ts';

const acceptQuery = { 'accept-query': 'application/json' };
const type = 'application/json';

function asQuery(body: unknown, headers: Readonly<Record<string, string>> = {}): SentRequest {
  return {
    method: 'POST',
    target: '/api/pages',
    headers: { 'x-http-method-override': 'QUERY', 'Content-Type': type, ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  };
}

function without(request: SentRequest, name: string): SentRequest {
  const { [name]: _, ...headers } = request.headers ?? {};
  return { ...request, headers };
}

describeOverTransports('4.2 POST /api/pages as QUERY', { corpus: siteCorpus() }, (send) => {
  it('answers a query, without a validator and ignoring conditions', async () => {
    const request = asQuery({ match: { text: 'cache', in: 'all' }, limit: 2, facets: ['collection'] });
    const answer = await send(request);
    expect({ status: answer.status, headers: answer.headers }).toEqual({
      status: 200,
      headers: readFields(answer, {
        'content-type': type,
        'cache-control': 'no-store',
        vary: 'x-http-method-override, Accept-Encoding',
        location: expect.stringMatching(/^\/api\/pages\?/),
      }),
    });
    expect(jsonOf(answer)).toMatchObject({ count: 2, total: 2, facets: { collection: expect.any(Array) } });
    expect(await send(asQuery(request.body, { 'If-None-Match': '*' }))).toEqual(answer);
  });

  it('has the Location of the equivalent GET', async () => {
    const answer = await send(asQuery({ match: { text: 'a cache', in: 'body' }, tag: 'http', limit: 3 }));
    const spelled = await send({ target: answer.headers.location! });
    expect(spelled.status).toBe(200);
    expect(spelled.body).toEqual(answer.body);
  });

  it('has no Location where no GET is equivalent', async () => {
    expect((await send(asQuery({ slug: 'etag' }))).headers).not.toHaveProperty('location');
  });

  it('answers a batch in the order of its queries', async () => {
    const answer = await send(asQuery({ batch: [{ path: '/about' }, { slug: 'etag' }, { path: 'nothing' }] }));
    const paths = jsonOf(answer).answers.map(({ items }: { items: { path: string }[] }) =>
      items.map(({ path }) => path),
    );
    expect(paths).toEqual([['about'], ['glossary/etag'], []]);
  });

  it.each(['application/json; charset=utf-8', 'application/vnd.x+json; charset=UTF-8', 'APPLICATION/JSON'])(
    'reads a body of %s',
    async (mediaType) => {
      expect((await send(asQuery({ slug: 'etag' }, { 'Content-Type': mediaType }))).status).toBe(200);
    },
  );

  it('ignores a BOM', async () => {
    expect((await send(asQuery('\ufeff{"slug":"etag"}'))).status).toBe(200);
  });

  it.each([
    ['no body', ''],
    ['blanks', '  '],
    ['an open object', '{'],
    ['a repeated key', '{"slug":"a","slug":"b"}'],
    ['bytes that are not UTF-8', Uint8Array.of(0x22, 0xc3, 0x28, 0x22)],
    ['an overlong form', Uint8Array.of(0x22, 0xc0, 0xaf, 0x22)],
    ['an encoded surrogate', Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ['UTF-16', Uint8Array.from(Buffer.from('\ufeff{"slug":"etag"}', 'utf16le'))],
    ['an invalid number', '01'],
    ['100,000 open arrays', '['.repeat(100_000)],
  ])('refuses %s as malformed', async (_, body) => {
    expectRefusal(await send(asQuery(body)), 'malformed-body', acceptQuery);
  });

  it('refuses a request with neither a body nor a media type as malformed', async () => {
    expectRefusal(await send(without(asQuery(''), 'Content-Type')), 'malformed-body', acceptQuery);
  });

  it('refuses a body without a media type', async () => {
    expectRefusal(await send(without(asQuery('{}'), 'Content-Type')), 'missing-media-type', acceptQuery);
    expectRefusal(await send(asQuery('{}', { 'Content-Type': '' })), 'missing-media-type', acceptQuery);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16', 'json'])(
    'refuses a body of %s',
    async (mediaType) => {
      const answer = await send(asQuery({ slug: 'etag' }, { 'Content-Type': mediaType }));
      expectRefusal(answer, 'unsupported-media-type', acceptQuery);
    },
  );

  it.each(['gzip', 'br', 'identity'])(
    'refuses a body with a coding, such as %s, saying that none is read',
    async (coding) => {
      const answer = await send(asQuery('{}', { 'Content-Encoding': coding }));
      expectRefusal(answer, 'unsupported-media-type', { ...acceptQuery, 'accept-encoding': 'identity' });
    },
  );

  it('refuses a body over 1 MiB with 413, and reads one of exactly that', async () => {
    const whole = asQuery(`{"slug":"etag"}${' '.repeat(1_048_576 - 15)}`);
    expect((await send(whole)).status).toBe(200);
    const answer = await send({ ...whole, body: `${whole.body} ` });
    expect(answer.status).toBe(413);
    expect(jsonOf(answer)).toEqual({
      type: 'about:blank',
      title: 'Content Too Large',
      status: 413,
      detail: 'Cannot read the body: it is larger than 1048576 bytes.',
      dimension: 'body',
      maximum: 1_048_576,
    });
  });

  it.each([
    'null',
    '[]',
    '7',
    '"x"',
    '{}',
    '{"limit":5}',
    '{"facets":[]}',
    '{"batch":[]}',
    '{"batch":[{"batch":[{"slug":"a"}]}]}',
    `{"batch":[${'{"slug":"x"},'.repeat(10)}{"slug":"x"}]}`,
    '{"slug":"x","limit":5}',
    '{"match":{"text":"a","in":"all"},"like":"b"}',
    '{"match":{"text":"a","in":"all","not":{"text":"a","in":"all"}}}',
    '{"match":{"text":"a","in":"all"},"__proto__":{"limit":1}}',
    '{"match":{"text":"a","in":"all"},"constructor":1}',
    '{"slug":"\\ud800"}',
    '{"match":{"text":"a","in":"all"},"limit":1e400}',
    '{"match":{"text":"a","in":"all"},"limit":"10"}',
    '{"match":{"text":"a","in":"all"},"limit":-0}',
  ])('refuses %s as a query that cannot be answered', async (body) => {
    const answer = await send(asQuery(body));
    expectRefusal(answer, 'invalid-query', acceptQuery);
    expect(jsonOf(answer)).toMatchObject({ dimension: expect.any(String), errors: expect.any(Array) });
    expect(({} as { limit?: number }).limit).toBeUndefined();
  });

  it.each(['2', '2.0', '2e0', '0.2e1', '20e-1'])('reads a limit of %s as a whole number', async (limit) => {
    const answer = await send(asQuery(`{"match":{"text":"cache","in":"all"},"limit":${limit}}`));
    expect([answer.status, jsonOf(answer).count]).toEqual([200, 2]);
  });

  it.each(['1e30', '9007199254740993', '-5', '0', '101.0', '1e2000', '1.5', '-0', '1'.repeat(310)])(
    'repeats a limit of %s and a depth of it as they were written',
    async (number) => {
      for (const [key, body, right] of [
        ['limit', `{"tag":"t", "limit": ${number}}`, '100'],
        ['limit', `\ufeff{"batch":[{"limit":${number},"tag":"\\"limit\\":5"}]}`, '100'],
        ['depth', `{"traverse":{"from":"index","follow":"both","depth":${number} }}`, '5'],
      ] as const) {
        const answer = await send(asQuery(body));
        expectRefusal(answer, 'invalid-query', { 'accept-query': 'application/json' });
        const detail = `Cannot read ${number} as ${key}: expected a whole number from 1 to ${right}.`;
        const isShape = key === 'depth' && number === '1.5';
        expect(jsonOf(answer)).toMatchObject({ detail, dimension: isShape ? 'shape' : key, errors: [{ detail }] });
        const measure = isShape ? '' : `,"maximum":${right},"actual":${number}`;
        expect(textOf(answer)).toContain(`"dimension":"${isShape ? 'shape' : key}"${measure},"errors"`);
      }
    },
  );

  it('reads a limit without a fraction in any spelling', async () => {
    const plain = await send(asQuery('{"tag":"http","limit":100}'));
    for (const limit of ['1e2', '100.0', '10000e-2', '1.0E+2']) {
      expect(await send(asQuery(`{"tag":"http","limit":${limit}}`))).toEqual(plain);
    }
  });

  it('refuses a tree 100,000 levels deep by its depth, and answers the next request', async () => {
    const deep = 100_000;
    const body = `{"match":${'{"not":'.repeat(deep)}{"text":"a","in":"all"}${'}'.repeat(deep)}}`;
    const answer = await send(asQuery(body));
    expectRefusal(answer, 'invalid-query', acceptQuery);
    expect(jsonOf(answer)).toMatchObject({ dimension: 'depth', maximum: 8 });
    expect((await send(asQuery({ slug: 'etag' }))).status).toBe(200);
  });

  it('refuses in the order 406, 400, 415, 413, 400, 422', async () => {
    const large = ' '.repeat(1_048_577);
    const accept = { Accept: 'text/html' };
    const statusOf = async (request: SentRequest) => (await send(request)).status;
    expect(await statusOf(without(asQuery(large, accept), 'Content-Type'))).toBe(406);
    expect(await statusOf(without(asQuery(large), 'Content-Type'))).toBe(400);
    expect(await statusOf(asQuery(large, { 'Content-Type': 'text/plain' }))).toBe(415);
    expect(await statusOf(asQuery(large))).toBe(413);
    expect(await statusOf(asQuery('{'))).toBe(400);
  });
});

const short = 'Zephyr kiosk.';

describeOverTransports(
  '4.2 like',
  {
    corpus: corpusOf([
      { path: 'demos/long', title: 'Zephyr kiosk', text: `${short} `.repeat(30) },
      { path: 'demos/short', title: 'Tiny', text: short },
    ]),
  },
  (send) => {
    it.each([short, '# Tiny\n\nZephyr *kiosk*.\n'])('answers the page first whose own text is %j', async (like) => {
      const { items } = jsonOf(await send(asQuery({ like })));
      expect(items.map(({ path }: { path: string }) => path)).toEqual(['demos/short', 'demos/long']);
    });
  },
);
