import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBudget } from '../../src/cache/cache_budget.ts';
import { openCorpus } from '../../src/corpus/open_corpus.ts';
import { resources, rollUpPath } from '../../src/discovery/resources.ts';
import { createEmbeddedEngine } from '../../src/engine/embedded/embedded_engine.ts';
import type { SiteEngine } from '../../src/engine/site_engine.ts';
import type { FeedbackStore } from '../../src/feedback/feedback_store.ts';
import { StoreUnavailable } from '../../src/feedback/store_limits.ts';
import { createMemoryStore } from '../../src/feedback/stores/sqlite.ts';
import { handlerOf } from '../../src/http/fetch_request.ts';
import { createEngineService, createService, type Service } from '../../src/http/service.ts';
import { openMcp } from '../../src/mcp/open_mcp.ts';
import { pageTemplate } from '../../src/mcp/site_resources.ts';
import type { Observation } from '../../src/observation/observation.ts';
import { artefactOf } from '../fixtures/corpus_of.ts';
import { countedBytes, NOW } from '../fixtures/feedback.ts';
import { siteCorpus } from './site.ts';
import { type Client, openInProcess, openOverSocket, type SentRequest, textOf } from './transports.ts';

const corpus = siteCorpus();
const cronSecret = 'secret';
const json = { 'content-type': 'application/json' };
const asQuery = { ...json, 'x-http-method-override': 'QUERY' };

/** Targets of the resources whose path has a variable or that need parameters; the others are asked for by their path. */
const targets: Readonly<Record<string, readonly string[]>> = {
  pages: ['/api/pages?q=cache&facets=tags'],
  page: ['/api/pages/writing/caching', '/api/pages/writing%2Fcaching'],
  search: ['/api/search?q=cach', '/api/search'],
  feedbackForm: ['/feedback?about=writing/caching'],
  problem: ['/api/problems/invalid-query'],
  explore: ['/explore', '/explore?q=cache'],
  explorePage: ['/explore/page/writing/caching'],
  exploreAsset: ['/explore/assets/explorer.css'],
  exploreImage: ['/explore/images/a.png'],
  sitemap: ['/sitemap.xml', '/sitemap.xml?part=1'],
  markdown: ['/writing/caching.md', '/nowhere.md'],
};

const message = (method: string, params: object): SentRequest => ({
  method: 'POST',
  target: '/mcp',
  headers: json,
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
});

const call = (name: string, sent: object): SentRequest => message('tools/call', { name, arguments: sent });

const asked = (body: object): SentRequest => ({
  method: 'POST',
  target: '/api/pages',
  headers: asQuery,
  body: JSON.stringify(body),
});

const submission: SentRequest = {
  method: 'POST',
  target: '/api/feedback',
  headers: { ...json, 'idempotency-key': 'a' },
  body: '{"kind":"other","severity":"low","message":"m","about":"writing/caching"}',
};

/** A request of every method to every resource, in all forms that lead to different parts of an engine. */
const requests: readonly SentRequest[] = [
  ...resources.flatMap(({ name, path }) =>
    (targets[name] ?? [path]).flatMap((target) => [
      ...['GET', 'HEAD', 'OPTIONS'].map((method) => ({ method, target })),
      { target, headers: { accept: 'text/html' } },
      { target, headers: { accept: 'text/markdown' } },
    ]),
  ),
  ...[{ q: 'cache' }, { slug: 'etag' }].map((body) => asked({ like: 'a cache keeps answers', ...body })),
  asked({ match: { any: [{ text: 'cache', in: 'all' }, { not: { text: 'home', in: 'body' } }] } }),
  asked({ batch: [{ path: 'index' }, { slug: 'etag' }, { tag: 'http' }, { like: 'a cache keeps answers' }] }),
  asked({ traverse: { from: 'index', follow: 'both', depth: 2 } }),
  { method: 'POST', target: '/api/feedback', headers: asQuery, body: '{}' },
  submission,
  call('search', { query: 'cache' }),
  call('read', { path: 'writing/caching' }),
  call('related', { path: 'writing/caching' }),
  call('contents', {}),
  message('resources/list', {}),
  message('completion/complete', {
    ref: { type: 'ref/resource', uri: pageTemplate.uriTemplate },
    argument: { name: 'path', value: 'writ' },
  }),
  { method: 'OPTIONS', target: '*' },
  { target: '/nowhere' },
  { method: 'DELETE', target: '/api/pages' },
  { target: '/api/cron/feedback-rollup', headers: { authorization: `Bearer ${cronSecret}` } },
];

type Fault = 'throws' | 'rejects' | 'fails halfway';
type Part = Exclude<keyof SiteEngine, 'settings' | 'stamps' | 'languages' | 'versions' | 'copies'>;
const faults: readonly Fault[] = ['throws', 'rejects', 'fails halfway'];

/** Every method of an engine, as its parts are named. */
const methods: readonly string[] = [
  ...['answerer.answer', 'answerer.inSteps', 'searcher.search', 'searcher.inSteps', 'map.bytes'],
  ...['find', 'listFrom', 'path', 'row', 'markdown', 'wholePage', 'pathNamed'].map((name) => `pages.${name}`),
  ...['collections', 'tags', 'sitePages'].flatMap((list) => [`lists.${list}.rows`, `lists.${list}.total`]),
];

class EngineFault extends Error {}

function* failHalfway(): Generator<void, never> {
  yield;
  throw new EngineFault('a secret of the server');
}

/** The engine, one method of which fails. */
function faulty(engine: SiteEngine, method: string, fault: Fault): SiteEngine {
  const at = method.lastIndexOf('.');
  const [part, list] = method.slice(0, at).split('.') as [Part, string | undefined];
  const name = method.slice(at + 1);
  const fail = (): unknown => {
    if (fault === 'rejects') return Promise.reject(new EngineFault('a secret of the server'));
    if (fault === 'fails halfway') return failHalfway();
    throw new EngineFault('a secret of the server');
  };
  const broken = <Broken extends object>(sound: Broken): Broken =>
    new Proxy(sound, { get: (of, key) => (key !== name ? Reflect.get(of, key) : name === 'total' ? fail() : fail) });
  if (list === undefined) return { ...engine, [part]: broken(engine[part] as object) };
  return { ...engine, lists: { ...engine.lists, [list]: broken(Reflect.get(engine.lists, list) as object) } };
}

const observed: Observation[] = [];
const engine = createEmbeddedEngine(corpus, openBudget(1 << 24));
// An embedded engine answers in steps; one over a network has none.
const atOnce: SiteEngine = {
  ...engine,
  answerer: { ...engine.answerer, inSteps: () => null },
  searcher: { ...engine.searcher, inSteps: () => null },
};

/** A service that caches no answer. */
async function open(from: SiteEngine): Promise<Service> {
  const feedback = { store: createMemoryStore(), now: () => NOW, randomBytes: countedBytes(), cronSecret };
  const observe = (observation: Observation) => observed.push(observation);
  const create = (each: SiteEngine) =>
    createEngineService({ engine: each, budget: openBudget(0), mcp: { open: openMcp() }, feedback, observe });
  // So that the list and the aggregate name a page.
  await openInProcess(create(engine)).send(submission);
  return create(from);
}

let service: Service;
const current: Service = { answer: (request) => service.answer(request), load: () => service.load() };
const opened: Client[] = [];
beforeAll(async () => {
  opened.push(openInProcess(current), await openOverSocket(current));
});
afterAll(async () => {
  await Promise.all(opened.map((client) => client.close()));
});

/** What makes sense: an iterator is no result of these, and a value is never a promise. */
const cases = methods.flatMap((method) =>
  faults
    .filter((fault) => method.endsWith('.inSteps') || fault !== 'fails halfway')
    .filter((fault) => !/\.(inSteps|total)$/.test(method) || fault !== 'rejects')
    .map((fault) => ({ method, fault })),
);

describe('7 An engine that fails', () => {
  it.each(cases)(
    '$method $fault: every request is answered, with 500 and a log line or as before',
    async (each) => {
      const whole = /\.(answer|search)$/.test(each.method) ? atOnce : engine;
      const sound = await open(whole);
      const broken = await open(faulty(whole, each.method, each.fault));
      let failures = 0;
      for (const client of opened) {
        for (const request of requests) {
          const name = `${request.method ?? 'GET'} ${request.target} ${request.body ?? ''}`;
          service = broken;
          observed.length = 0;
          const answer = await client.send(request);
          if (observed.length === 0) {
            service = sound;
            const { status } = await client.send(request);
            expect([name, answer.status], 'no failure is logged').toEqual([name, status]);
            continue;
          }
          failures++;
          const reported = { kind: 'request-failed', method: request.method ?? 'GET' };
          expect(observed).toEqual([{ ...reported, failure: expect.stringMatching(/^Error at /) }]);
          expect([name, answer.status]).toEqual([name, 500]);
          expect(answer.headers['content-type']).toMatch(/^application\/problem\+json|^text\/html/);
          expect(textOf(answer)).not.toContain('secret');
        }
      }
      expect(failures, 'this method is used').toBeGreaterThan(0);
    },
    60_000,
  );
});

describe('7 An answer that no server can send', () => {
  it('is a 500: a field made of content has a line feed', async () => {
    const stamps = { ...engine.stamps, commit: 'a\nb'.repeat(14) };
    service = await open({ ...engine, stamps });
    for (const client of opened) {
      observed.length = 0;
      const answer = await client.send({ target: '/api/pages?q=cache' });
      expect([answer.status, answer.headers['content-type']]).toEqual([500, 'application/problem+json']);
      expect(observed).toEqual([expect.objectContaining({ kind: 'request-failed', method: 'GET' })]);
    }
  });
});

describe('7 An artefact with a damaged section', () => {
  it('is answered with 500 by a handler of the Fetch API too', async () => {
    const bytes = artefactOf([{ path: 'a-path-of-its-own', text: 'Text.' }]);
    bytes[Buffer.from(bytes).indexOf('a-path-of-its-own')]! ^= 1;
    observed.length = 0;
    const handle = handlerOf(
      createService({
        corpus: openCorpus(bytes.buffer as SharedArrayBuffer),
        observe: (observation) => observed.push(observation),
      }),
    );
    const { status } = await handle(new Request('http://catchword.test/api/pages/a-path-of-its-own'));
    expect([status, observed]).toEqual([
      500,
      [{ kind: 'request-failed', method: 'GET', failure: 'its section "pages.path" is damaged; build it again' }],
    ]);
  });
});

describe('7 A feedback store that is down', () => {
  const down = new Proxy({} as FeedbackStore, {
    get: () => () => Promise.reject(new StoreUnavailable('unreachable')),
  });

  it.each<SentRequest>([
    { target: '/api/feedback' },
    { method: 'HEAD', target: '/api/feedback' },
    { target: '/api/feedback?cursor=a&limit=0' },
    submission,
    { ...submission, headers: { ...submission.headers, accept: 'text/html' } },
    { method: 'POST', target: '/api/feedback', headers: asQuery, body: '{}' },
    { target: rollUpPath, headers: { authorization: `Bearer ${cronSecret}` } },
    { method: 'POST', target: rollUpPath, headers: { authorization: `Bearer ${cronSecret}` } },
  ])('is a 500 that says when to try again: $method $target $headers', async (request) => {
    const budget = openBudget(0);
    const feedback = { store: down, now: () => NOW, randomBytes: countedBytes(), cronSecret };
    service = createEngineService({ engine, budget, feedback });
    for (const client of opened) {
      const { status, headers } = await client.send(request);
      expect([status, headers['retry-after']]).toEqual([500, '5']);
    }
  });

  it('does not keep the form from being shown', async () => {
    const feedback = { store: down, now: () => NOW, randomBytes: countedBytes() };
    service = createEngineService({ engine, budget: openBudget(0), feedback });
    for (const client of opened) expect((await client.send({ target: '/feedback' })).status).toBe(200);
  });
});
