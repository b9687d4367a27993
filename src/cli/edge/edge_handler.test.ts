import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { artefactOf, STAMPS } from '../../../test/fixtures/corpus_of.ts';
import { openRangeHost, type RangeHost } from '../../../test/fixtures/range_host.ts';
import { runtimesPages } from '../../../test/runtimes/client_results.ts';
import { labelOf, READ_REQUESTS } from '../../../test/runtimes/read_requests.ts';
import { openCorpus } from '../../corpus/open_corpus.ts';
import { handlerOf } from '../../http/fetch_request.ts';
import { createService } from '../../http/service.ts';
import type { Observation } from '../../observation/observation.ts';
import { type Bucket, fromBucket, fromUrl } from './artefact_source.ts';
import { createFetchHandler, type EdgeOptions } from './edge_handler.ts';

const artefact = artefactOf(runtimesPages);
const other = artefactOf(
  [{ path: 'other', title: 'Other', text: 'Another build.' }],
  {},
  {
    ...STAMPS,
    content: 'e'.repeat(64),
  },
);
const direct = handlerOf(createService({ corpus: openCorpus(artefact.buffer as ArrayBuffer) }));

/** Longer than what is read when an artefact is opened. */
const texts = Array.from({ length: 40 }, (_, at) => ({
  path: `p${at}`,
  title: `Page ${at} of caches`,
  text: Array.from({ length: 2_500 }, (__, word) => `caches w${at}x${word}`).join(' '),
}));

let host: RangeHost;
let large: RangeHost;
beforeAll(async () => {
  host = await openRangeHost(artefact);
  large = await openRangeHost(artefactOf(texts));
});
afterAll(() => {
  host.close();
  large.close();
});

function edgeOf(options: EdgeOptions = {}, source = fromUrl(host.url)): (path: string) => Promise<Response> {
  const answer = createFetchHandler(source, options);
  return (path) => answer(new Request(`http://edge.example${path}`));
}

async function told(response: Response) {
  return {
    status: response.status,
    fields: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()).toString(),
  };
}

const unavailable = {
  status: 503,
  fields: expect.objectContaining({
    'content-type': 'application/problem+json',
    'retry-after': '5',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
  }),
  body: '{"type":"about:blank","title":"Service Unavailable","status":503,"detail":"Cannot answer: the pages cannot be read now. Try again in a moment."}',
};

describe('an artefact on another host', () => {
  const answer = (request: Request) => createFetchHandler(fromUrl(host.url))(request);

  test.each(READ_REQUESTS.map(([status, request]) => [status, labelOf(request), request] as const))(
    'is answered %i as by a server to %s',
    async (status, _, { method = 'GET', target, headers = {}, body }) => {
      const made = () =>
        new Request(`http://edge.example${target}`, {
          ...{ method, headers: headers as Record<string, string> },
          ...(body === undefined ? {} : { body: body as string }),
        });
      const [expected, given] = [await told(await direct(made())), await told(await answer(made()))];
      expect(given.status).toBe(status);
      expect(given).toEqual(expected);
    },
  );

  test.each(['/api/feedback', '/mcp', '/feedback'])('has no %s', async (path) => {
    expect(await told(await edgeOf()(path))).toMatchObject({ status: 404 });
  });

  test('is read once for the same question', async () => {
    const ask = edgeOf();
    const first = await told(await ask('/api/search?q=caches'));
    const requests = host.requests;
    expect(await told(await ask('/api/search?q=caches'))).toEqual(first);
    expect(host.requests).toBe(requests);
  });

  test('shows the text of a page as it is written', async () => {
    const { status, body } = await told(await edgeOf()('/explore/page/writing/caching'));
    expect(status).toBe(200);
    expect(body).toContain('because this server does not format pages.');
    expect(body).toContain('Caches *keep* answers.');
  });

  test('is found by a host that sends no ranges', async () => {
    host.hasRanges = false;
    const { status, body } = await told(await edgeOf()('/version.json'));
    host.hasRanges = true;
    expect([status, JSON.parse(body)]).toEqual([200, STAMPS]);
  });

  test('that is replaced is answered from as soon as its time is over', async () => {
    const ask = edgeOf({ checkAfter: 0 });
    const contentNow = async () => JSON.parse((await told(await ask('/version.json'))).body).content as string;
    expect(await contentNow()).toBe(STAMPS.content);
    host.content = other;
    expect(await contentNow()).toBe('e'.repeat(64));
    host.content = artefact;
    expect(await contentNow()).toBe(STAMPS.content);
  });

  test('that is replaced before all of it was read gives one whole answer of the new build', async () => {
    const ask = edgeOf();
    await ask('/version.json');
    host.content = other;
    const { status, body } = await told(await ask('/llms.txt'));
    host.content = artefact;
    expect(status).toBe(200);
    expect(body).toContain('[Other]');
    expect(body).not.toContain('[Caching]');
  });

  test('answers from what it has read while its host is away', async () => {
    let isAway = false;
    const send = (address: string, init: RequestInit) =>
      isAway ? Promise.reject(new Error('away')) : fetch(address, init);
    const seen: Observation[] = [];
    const ask = edgeOf({ checkAfter: 0, observe: (each) => seen.push(each) }, fromUrl(host.url, { fetch: send }));
    const before = await told(await ask('/version.json'));
    isAway = true;
    expect(await told(await ask('/version.json'))).toEqual(before);
    expect(seen.map(({ kind }) => kind)).toEqual(['request-failed']);
    expect(await told(await ask('/api/search?q=caches'))).toEqual(unavailable);
    isAway = false;
    expect((await told(await ask('/api/search?q=caches'))).status).toBe(200);
  });

  test('keeps its answers when a page of HTML takes its place', async () => {
    const ask = edgeOf();
    const before = await told(await ask('/version.json'));
    host.content = new TextEncoder().encode('<!doctype html>'.repeat(20));
    host.hasRanges = false;
    expect(await told(await ask('/api/search?q=caches'))).toEqual(unavailable);
    expect(await told(await ask('/version.json'))).toEqual(before);
    host.content = artefact;
    host.hasRanges = true;
  });

  test('shows people a page where nothing is, also before a word of it was read', async () => {
    const accept = { headers: { Accept: 'text/html' } };
    const asked = () => new Request('http://edge.example/explore/nowhere/caches', accept);
    const { status, fields, body } = await told(await createFetchHandler(fromUrl(large.url))(asked()));
    expect([status, fields['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toContain('Did you mean one of these pages?');
  });

  test('is read once for many who ask at once', async () => {
    const alone = edgeOf({}, fromUrl(large.url));
    const before = large.requests;
    const expected = await told(await alone('/api/search?q=caches'));
    const needed = large.requests - before;
    const together = edgeOf({}, fromUrl(large.url));
    await together('/version.json');
    const opened = large.requests;
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => told(await together('/api/search?q=caches'))),
    );
    expect(answers).toEqual(answers.map(() => expected));
    expect(large.requests - opened).toBeLessThan(needed);
  });

  test.each([
    ['is not there', async () => new Response('no', { status: 404 }), 'its host returned 404'],
    [
      'is a page of HTML',
      async () => new Response('<!doctype html>'.repeat(9), { headers: { 'Content-Length': '135' } }),
      'it is not a Catchword artefact',
    ],
    [
      'is too long for a host without ranges',
      async () => new Response('', { headers: { 'Content-Length': String(2 ** 26) } }),
      'its host does not support range requests, and the file is larger than 32 MiB',
    ],
  ])('that %s gets 503 and a reason for the owner', async (_, send, reason) => {
    const seen: unknown[] = [];
    const ask = edgeOf({ observe: (each) => seen.push(each) }, fromUrl('http://x/site.catchword', { fetch: send }));
    expect(await told(await ask('/version.json'))).toEqual(unavailable);
    expect(seen).toEqual([{ kind: 'request-failed', method: 'GET', failure: reason }]);
  });
});

describe('an artefact in a bucket', () => {
  const bucket: Bucket = {
    async get(key, { range: { offset, length } }) {
      if (key !== 'site.catchword') return null;
      return new Response(artefact.slice(offset, offset + length));
    },
  };

  test('is answered from', async () => {
    const { status, body } = await told(await edgeOf({}, fromBucket(bucket, 'site.catchword'))('/version.json'));
    expect([status, JSON.parse(body)]).toEqual([200, STAMPS]);
  });

  test('that has another name gets 503', async () => {
    expect(await told(await edgeOf({}, fromBucket(bucket, 'other'))('/version.json'))).toEqual(unavailable);
  });
});
