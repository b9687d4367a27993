import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../src/discovery/resources.ts';
import { createMemoryStore } from '../../src/feedback/stores/sqlite.ts';
import type { ServiceOptions } from '../../src/http/service.ts';
import { countedBytes, NOW } from '../fixtures/feedback.ts';
import { siteCorpus } from './site.ts';
import { type Client, type SentRequest, transports } from './transports.ts';

const password = { Authorization: `Basic ${Buffer.from('visitor:open').toString('base64')}` };
const feedback = { store: createMemoryStore(), now: () => NOW, randomBytes: countedBytes() };

/** Services on one build, each with its settings and request fields. */
const services: Readonly<
  Record<string, { readonly options: ServiceOptions; readonly headers?: SentRequest['headers'] }>
> = {
  plain: { options: { corpus: siteCorpus() } },
  'the same again': { options: { corpus: siteCorpus() } },
  'native QUERY': { options: { corpus: siteCorpus(), nativeQuery: true } },
  gated: { options: { corpus: siteCorpus(), gatePassword: 'open' }, headers: password },
  'with feedback': { options: { corpus: siteCorpus(), feedback } },
  'another origin': { options: { corpus: siteCorpus({ publicOrigin: 'http://other.example' }) } },
  'origin by Host': { options: { corpus: siteCorpus({ publicOrigin: null }) }, headers: { Host: 'other.example' } },
  'another Host': { options: { corpus: siteCorpus({ publicOrigin: null }) }, headers: { Host: 'third.example' } },
  'a smaller cache': { options: { corpus: siteCorpus(), cacheBytes: 0 } },
};

const addresses: Readonly<Record<string, string>> = {
  '/api/pages': '/api/pages?q=cache',
  '/api/pages/{path}': '/api/pages/writing/caching',
  '/api/problems/{slug}': '/api/problems/invalid-query',
  '/{path}.md': '/writing/caching.md',
  '/explore/page/{path}': '/explore/page/writing/caching',
};
/** Without the files of the explorer, which are the same for all builds. */
const targets = resources
  .filter(({ validator, purpose }) => validator && purpose !== 'asset')
  .map(({ path }) => addresses[path] ?? path);

describe.each(transports)('4.15 Validators of services that differ ($name)', ({ open }) => {
  /** A client of each service, by its name. */
  const clients = new Map<string, Client>();
  beforeAll(async () => {
    for (const [name, { options }] of Object.entries(services)) clients.set(name, await open(options));
  });
  afterAll(() => Promise.all(Array.from(clients.values(), (client) => client.close())));

  it.each(targets)('%s has a different validator for each content', async (target) => {
    const byValidator = new Map<string, string>();
    const byContent = new Map<string, string>();
    for (const [name, { headers = {} }] of Object.entries(services)) {
      const client = clients.get(name)!;
      const accepted = target === '/' ? { Accept: 'text/html' } : {};
      const answer = await client.send({ target, headers: { ...accepted, ...headers } });
      const etag = answer.headers.etag ?? 'none';
      expect([answer.status, etag]).toEqual([
        200,
        expect.stringMatching(/^"0123456789ab\.ffffffffffff(\.[0-9a-f]{12})?(\.md)?"$/),
      ]);
      const content = Buffer.from(answer.body).toString('latin1');
      expect(byValidator.get(etag) ?? content).toBe(content);
      expect(byContent.get(content) ?? etag).toBe(etag);
      byValidator.set(etag, content);
      byContent.set(content, etag);
    }
    // Pages of the explorer name the origin, or lead to the feedback form where there is one.
    const isShaped =
      ['/api/openapi.json', '/.well-known/api-catalog', '/'].includes(target) ||
      ['/llms.txt', '/feed.xml', '/feed.json', '/robots.txt'].includes(target) ||
      /^\/explore(?!\/graph)/.test(target);
    expect(byValidator.size > 1).toBe(isShaped);
  });

  it.each(['/api/openapi.json', '/.well-known/api-catalog'])(
    'the validator of %s from one service gets no 304 from another',
    async (target) => {
      const etag = (await clients.get('plain')!.send({ target })).headers.etag!;
      const statuses: Record<string, number> = {};
      for (const name of ['the same again', 'with feedback', 'another origin', 'another Host']) {
        const headers = { ...services[name]!.headers, 'If-None-Match': etag };
        statuses[name] = (await clients.get(name)!.send({ target, headers })).status;
      }
      expect(statuses).toEqual({
        'the same again': 304,
        'with feedback': 200,
        'another origin': 200,
        'another Host': 200,
      });
    },
  );
});
