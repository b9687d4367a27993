import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { siteCorpus } from '../../test/conformance/site.ts';
import { countedBytes, NOW } from '../../test/fixtures/feedback.ts';
import { openStore } from '../feedback/open_store.ts';
import { handlerOf } from '../http/fetch_request.ts';
import { createService } from '../http/service.ts';
import { FACETS } from '../query/ask/plan.ts';
import { SEARCH_PARAMETERS } from '../query/ask/read_search.ts';
import { SORTS } from '../query/ask/search_plan.ts';
import type { Query } from './api_types.ts';
import {
  type Client,
  type ClientOptions,
  createClient,
  type Facet,
  RefusedError,
  type SearchOptions,
} from './client.ts';

const url = 'http://catchword.test';
const corpus = siteCorpus();

interface Sent {
  readonly method: string;
  readonly target: string;
  readonly status: number;
}

/** A client of a service in this process, and what it sent. */
function clientOf(options: Partial<ClientOptions> = {}): { client: Client; sent: Sent[] } {
  const handle = handlerOf(createService({ corpus }));
  const sent: Sent[] = [];
  const client = createClient({
    url,
    async fetch(address, init) {
      const request = new Request(address, init);
      const response = await handle(request);
      sent.push({ method: request.method, target: address.slice(url.length), status: response.status });
      return response;
    },
    ...options,
  });
  return { client, sent };
}

const refusal = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RefusedError);
  return error as RefusedError;
};

describe('createClient', () => {
  it('reads a page by a path of several segments, in JSON and as Markdown', async () => {
    const { client, sent } = clientOf();
    expect(await client.page('docs/größe')).toMatchObject({ path: 'docs/größe', title: 'Größe', references: [] });
    expect(await client.markdown('docs/größe')).toBe('A name outside ASCII.');
    expect(sent.map(({ target }) => target)).toEqual([
      '/api/pages/docs/gr%C3%B6%C3%9Fe',
      '/api/pages/docs/gr%C3%B6%C3%9Fe',
    ]);
  });

  it('asks again with the entity tag, and reads what it kept from a 304', async () => {
    const { client, sent } = clientOf();
    const first = await client.page('about');
    expect(await client.page('about')).toEqual(first);
    expect(sent.map(({ status }) => status)).toEqual([200, 304]);
  });

  it.each([
    [0, [200, 200, 200, 200]],
    [1, [200, 200, 200, 200]],
    [2, [200, 200, 304, 304]],
  ])('keeps at most %i answers', async (cached, statuses) => {
    const { client, sent } = clientOf({ cached });
    for (const path of ['about', 'index', 'about', 'index']) await client.page(path);
    expect(sent.map(({ status }) => status)).toEqual(statuses);
  });

  it('searches with parameters, given several times for a list', async () => {
    const { client, sent } = clientOf();
    const found = await client.search('valida', { tag: ['http', 'cache'], limit: 5 });
    expect(found.items.map(({ path }) => path)).toEqual(['writing/caching']);
    expect(sent[0]?.target).toBe('/api/search?q=valida&tag=http&tag=cache&limit=5');
  });

  it.each<[SearchOptions['facets'], string]>([
    ['tags', '&facets=tags'],
    ['collection,tags', '&facets=collection%2Ctags'],
    [['collection', 'tags'], '&facets=collection%2Ctags'],
    [['tags'], '&facets=tags'],
    [[], ''],
  ])('names the facets %j as the service reads them', async (facets, parameters) => {
    const { client, sent } = clientOf();
    const found = await client.search('cache', { ...(facets && { facets }), limit: 1 });
    expect(sent[0]).toEqual({ method: 'GET', target: `/api/search?q=cache${parameters}&limit=1`, status: 200 });
    const asked = [facets ?? []].flat().flatMap((names) => names.split(','));
    expect(Object.keys(found.facets ?? {}).sort()).toEqual(asked.sort());
  });

  it('asks a query, and a batch whose answers are in the order of the queries', async () => {
    const { client } = clientOf();
    const tree: Query = { match: { all: [{ text: 'cache', in: 'all' }, { not: { text: 'entity', in: 'title' } }] } };
    expect((await client.ask(tree)).items.map(({ path }) => path)).toEqual(['writing/caching']);
    const [one, two] = await client.batch([{ path: 'about' }, { slug: 'etag' }]);
    expect([one.items[0]?.path, two.items[0]?.path]).toEqual(['about', 'glossary/etag']);
  });

  it('reads all pages, however many requests it takes', async () => {
    const { client } = clientOf();
    const paths: string[] = [];
    for await (const { path } of client.pages()) paths.push(path);
    expect(paths.toSorted()).toEqual(
      Array.from({ length: corpus.pages.count }, (_, page) => corpus.pages.path(page)).sort(),
    );
    const many = Array.from({ length: 120 }, (_, page) => ({ path: String(page) }));
    const paging = createClient({
      url,
      async fetch(address) {
        const offset = Number(new URL(address).searchParams.get('offset'));
        return Response.json({ items: many.slice(offset, offset + 50), total: many.length });
      },
    });
    const read: unknown[] = [];
    for await (const page of paging.pages()) read.push(page);
    expect(read).toEqual(many);
  });

  it('throws what the service refused, as its problem document', async () => {
    const { client } = clientOf();
    const missing = await refusal(client.page('nowhere'));
    expect([missing.slug, missing.problem.status]).toEqual(['no-such-resource', 404]);
    const excessive = await refusal(client.ask({ tag: 'http', limit: 101 }));
    expect(excessive).toMatchObject({
      slug: 'invalid-query',
      problem: { dimension: 'limit', maximum: 100, actual: 101 },
    });
  });

  it('throws a refusal of its own for the answer of a proxy that is not a problem document', async () => {
    const { client } = clientOf({ fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }) });
    const { slug, problem } = await refusal(client.page('a'));
    expect([slug, problem.type, problem.status]).toEqual([null, 'about:blank', 502]);
  });

  it('rejects with the reason of the signal', async () => {
    const reason = new Error('no longer needed');
    const hanging = createClient({
      url,
      fetch: (_, { signal }) =>
        new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(reason))),
    });
    const control = new AbortController();
    const calls = [
      hanging.page('a', control),
      hanging.search('a', { signal: control.signal }),
      hanging.ask({ tag: 'a' }, control),
      hanging.feedback({ kind: 'other', severity: 'low', message: 'a' }, control),
    ];
    control.abort(reason);
    for (const call of calls) await expect(call).rejects.toBe(reason);
  });
});

describe('feedback', () => {
  it('is sent again under the same key after a failure, and recorded once', async () => {
    const store = await openStore('memory:');
    const handle = handlerOf(
      createService({ corpus, feedback: { store, now: () => NOW, randomBytes: countedBytes() } }),
    );
    const keys: (string | null)[] = [];
    const client = createClient({
      url,
      async fetch(address, init) {
        keys.push(new Headers(init.headers).get('idempotency-key'));
        const response = await handle(new Request(address, init));
        if (keys.length === 1) throw new TypeError('The connection broke.');
        return response;
      },
    });
    const submission = { kind: 'other', severity: 'low', message: 'Thanks.', about: 'about' } as const;
    expect(await client.feedback(submission)).toMatchObject({ kind: 'other', severity: 'low', about: 'about' });
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    const list = await handle(new Request(`${url}/api/feedback`));
    expect(((await list.json()) as { total: number }).total).toBe(1);
    await store.close();
  });

  it('rejects at once when it is aborted in the pause between two tries', async () => {
    const control = new AbortController();
    const reason = new Error('no longer needed');
    let sent = 0;
    const client = createClient({
      url,
      async fetch() {
        sent++;
        throw new TypeError('The connection broke.');
      },
    });
    const timers: unknown[] = [];
    const { setTimeout: start } = globalThis;
    // A pause without an end: the call can only end by its signal.
    globalThis.setTimeout = ((_: unknown, milliseconds: number) => timers.push(milliseconds)) as never;
    try {
      const call = client.feedback({ kind: 'other', severity: 'low', message: 'a' }, control);
      while (timers.length === 0) await Promise.resolve();
      control.abort(reason);
      await expect(call).rejects.toBe(reason);
    } finally {
      globalThis.setTimeout = start;
    }
    expect([sent, timers]).toEqual([1, [500]]);
  });

  it('is not sent again when it is refused', async () => {
    const { client, sent } = clientOf();
    const { problem } = await refusal(client.feedback({ kind: 'other', severity: 'low', message: 'a' }));
    expect([problem.status, sent.length]).toEqual([404, 1]);
  });
});

/** The compiler checks these lines; they do not run. */
function wrongCalls(client: Client): void {
  // @ts-expect-error a clause needs its field
  client.ask({ match: { text: 'a' } });
  // @ts-expect-error a node has one kind
  client.ask({ match: { text: 'a', in: 'all', not: { text: 'b', in: 'all' } } });
  // @ts-expect-error a query has one form
  client.ask({ slug: 'a', path: 'b' });
  // @ts-expect-error a query asks for something
  client.ask({ limit: 5 });
  // @ts-expect-error a batch is not a query
  client.ask({ batch: [{ tag: 'a' }] });
  // @ts-expect-error no such field
  client.ask({ match: { any: [{ text: 'a', in: 'heading' }] } });
  // @ts-expect-error no such facet
  client.search('a', { facets: 'tag' });
  // @ts-expect-error no such facet in the list
  client.search('a', { facets: ['collections'] });
  // @ts-expect-error no such order
  client.search('a', { sort: 'date' });
  // @ts-expect-error a parameter is given once, unless it is of tags, fields or facets
  client.search('a', { language: ['en', 'de'] });
  // @ts-expect-error a submission has a severity
  client.feedback({ kind: 'other', message: 'a' });
}

it('the compiler refuses queries and submissions of a wrong shape', () => {
  expect(wrongCalls).toBeTypeOf('function');
});

type Named = keyof {
  [Name in keyof SearchOptions as string extends Name ? never : Name extends `field.${string}` ? never : Name]: 1;
};
const named: Record<Named, true> & Record<Exclude<(typeof SEARCH_PARAMETERS)[number], 'q'>, true> = {
  prefix: true,
  typos: true,
  collection: true,
  tag: true,
  language: true,
  version: true,
  updated: true,
  published: true,
  sort: true,
  limit: true,
  offset: true,
  sections: true,
  facets: true,
  values: true,
  suggest: true,
  explain: true,
};

/** The compiler refuses a list when a value of one of the types is not of the other. */
const sorts: readonly NonNullable<SearchOptions['sort']>[] = SORTS;
const counted: readonly (typeof FACETS)[number][] = ['collection', 'tags'] satisfies Exclude<
  Facet,
  `field.${string}`
>[];

it('search takes the values that the grammar has', () => {
  expect([sorts, counted]).toEqual([SORTS, FACETS]);
});

it('search takes every parameter of /api/search', () => {
  expect(Object.keys(named).sort()).toEqual(SEARCH_PARAMETERS.filter((name) => name !== 'q').sort());
});

describe('client.ts', () => {
  const source = readFileSync(new URL('client.ts', import.meta.url), 'utf8');

  it('has at most 4 kB compressed, comments included', () => {
    expect(gzipSync(stripTypeScriptTypes(source)).length).toBeLessThanOrEqual(4000);
  });

  it('imports types only, so it runs wherever fetch does', () => {
    const imports = [...source.matchAll(/^import (type )?[^;]*;/gm)];
    expect(imports.map(([, isType]) => isType)).toEqual(['type ']);
    expect(source).not.toMatch(/\bnode:|\bprocess\b|\bBuffer\b|\brequire\(/);
  });
});
