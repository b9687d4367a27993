import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../src/discovery/resources.ts';
import { builtAssets } from '../../src/explorer/explorer_assets.ts';
import { createMemoryStore } from '../../src/feedback/stores/sqlite.ts';
import { createService } from '../../src/http/service.ts';
import { openMcp } from '../../src/mcp/open_mcp.ts';
import { corpusOf } from '../fixtures/corpus_of.ts';
import { countedBytes, NOW } from '../fixtures/feedback.ts';
import { markdownLinks } from './expected.ts';
import { siteCorpus } from './site.ts';
import {
  type Client,
  jsonOf,
  openInProcess,
  type ReceivedAnswer,
  type SentRequest,
  textOf,
  transports,
} from './transports.ts';

const assets = await builtAssets();
const host = 'here.example:8080';
const json = { 'Content-Type': 'application/json' };

/** A service of a site with an origin, over feedback of its own. */
function optionsFor(origin: string) {
  const feedback = { store: createMemoryStore(), now: () => NOW, randomBytes: countedBytes() };
  const corpus = siteCorpus({ origin, publicOrigin: null });
  return { corpus, feedback, mcp: { open: openMcp({ version: '1.2.3' }) } };
}

const examples: Readonly<Record<string, string>> = {
  '/api/pages': '/api/pages?q=cache&facets=tags',
  '/api/pages/{path}': '/api/pages/writing/caching',
  '/api/search': '/api/search?q=cache',
  '/api/problems/{slug}': '/api/problems/invalid-query',
  '/explore': '/explore?q=cache&page=writing%2Fcaching',
  '/explore/page/{path}': '/explore/page/writing/caching',
  '/explore/assets/{name}': `/explore/assets/${assets.style}`,
  '/{path}.md': '/writing/caching.md',
};

const rpc = (name: string, sent: object): SentRequest => ({
  method: 'POST',
  target: '/mcp',
  headers: { ...json, Host: host },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: sent } }),
});

/** A request of every resource and method, and requests that are refused. */
const requests: readonly SentRequest[] = [
  ...resources.flatMap(({ path, mediaTypes }) =>
    ['GET', 'HEAD', 'OPTIONS', 'DELETE'].flatMap((method) =>
      mediaTypes.map((type) => ({
        ...{ method, target: examples[path] ?? path },
        headers: { Host: host, Accept: type.split(';')[0]! },
      })),
    ),
  ),
  ...['/unknown', '/unknown.md', '/api/pages', '/api/pages?q=&limit=0', '/explore/page/unknown'].flatMap((target) =>
    ['text/html', '*/*'].map((Accept) => ({ target, headers: { Host: host, Accept } })),
  ),
  {
    ...{ method: 'POST', target: '/api/pages', body: '{"batch": [{"slug": "caching"}, {"like": "caches"}]}' },
    headers: { ...json, Host: host, 'x-http-method-override': 'QUERY' },
  },
  rpc('search', { query: 'cache' }),
  rpc('contents', { collection: 'writing' }),
  rpc('related', { path: 'writing/caching' }),
  rpc('read', { path: 'writing/caching' }),
  rpc('read', { path: 'unknown' }),
];

/** The hosts that an answer names, in its fields and its content. */
function hostsOf({ headers, body }: ReceivedAnswer): readonly string[] {
  const text = `${Object.values(headers).join(' ')} ${Buffer.from(body).toString('latin1')}`;
  const addresses = text.matchAll(/\b(?:https?:)\\?\/\\?\/([\w.-]+(?::\d+)?)/g);
  return [...new Set(Array.from(addresses, ([, name]) => name!))].sort();
}

describe.each([
  { of: 'without an origin', origin: '' },
  { of: 'of which only the path on its host is known', origin: '/docs' },
])('a site $of', ({ origin }) => {
  const named = openInProcess(createService(optionsFor('https://site.example/docs')));

  describe.each(transports)('6 No origin ($name)', ({ open }) => {
    let client: Client;
    beforeAll(async () => {
      client = await open(optionsFor(origin));
    });
    afterAll(() => client.close());
    const send = (request: SentRequest) => client.send(request);
    const get = async (target: string) => jsonOf(await send({ target, headers: { Host: host } }));

    it('names no host in any answer that it does not name with an origin, nor the host of that', async () => {
      for (const request of requests) {
        const answer = await send(request);
        const elsewhere = hostsOf(await named.send(request)).filter((name) => name !== 'site.example');
        const own = hostsOf(answer).filter((name) => name !== host);
        expect([request, own.filter((name) => !elsewhere.includes(name))]).toEqual([request, []]);
        expect(Buffer.from(answer.body).includes('localhost:4777')).toBe(false);
      }
    });

    it('has root-relative addresses of pages', async () => {
      const address = `${origin}/writing/caching`;
      expect((await get('/api/pages?q=caching&limit=1')).items[0]).toMatchObject({
        canonical: address,
        markdown: `${address}.md`,
      });
      expect((await get('/api/pages/index')).page).toMatchObject({
        canonical: `${origin}/`,
        markdown: `${origin}/index.md`,
      });
      expect((await get('/api/pages?q=gr%C3%B6%C3%9Fe')).items[0].canonical).toBe(`${origin}/docs/gr%C3%B6%C3%9Fe`);
      const found = (await get('/api/search?q=validators')).items as {
        readonly path: string;
        readonly sections: readonly { readonly address: string }[];
      }[];
      const caching = found.find(({ path }) => path === 'writing/caching');
      expect(caching!.sections.map((section) => section.address)).toEqual([`${address}#validators`]);
      const sitePages = (await get('/api/site-pages')).items as { readonly canonical: string }[];
      expect(sitePages.map(({ canonical }) => canonical)).toEqual([
        `${origin}/about`,
        `${origin}/docs/gr%C3%B6%C3%9Fe`,
        `${origin}/`,
      ]);
    });

    it('answers the same bytes of a page whatever host the request names', async () => {
      for (const target of ['/api/pages/writing/caching', '/writing/caching.md', '/api/search?q=cache']) {
        const answer = await send({ target, headers: { Host: host } });
        expect(answer.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
        expect(await send({ target, headers: { Host: 'else.example' } })).toEqual(answer);
      }
    });

    it('links to its own twin of a page, relative to the request', async () => {
      const target = '/api/pages/writing/caching';
      expect((await send({ target })).headers.link).toBe(
        '</writing/caching.md>; rel="alternate"; type="text/markdown"',
      );
      for (const request of [
        { target, headers: { Accept: 'text/markdown' } },
        { target: '/writing/caching.md', headers: {} },
      ])
        expect((await send(request)).headers.link).toBe(markdownLinks('/writing/caching.md', 'writing/caching'));
    });

    it.each(['/sitemap.xml', '/sitemap.xml?part=1', '/feed.xml', '/feed.json'])(
      'has no %s, and says what to set',
      async (target) => {
        for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
          const answer = await send({ method, target });
          expect(answer.status).toBe(404);
          if (method === 'HEAD') continue;
          expect(jsonOf(answer).detail).toBe(
            'Cannot list the addresses of pages: the site has no public address. Set "origin" in catchword.config.json or CATCHWORD_ORIGIN, and build again.',
          );
        }
        const path = target.replace(/\?.*/, '');
        for (const list of [
          '/api/openapi.json',
          '/.well-known/api-catalog',
          '/llms.txt',
          '/robots.txt',
          '/explore/api',
        ])
          expect(textOf(await send({ target: list }))).not.toContain(path);
      },
    );

    it('has no link to the page on the site in the explorer, as its host is unknown', async () => {
      for (const target of ['/explore/page/writing/caching', '/explore?page=writing%2Fcaching']) {
        const headers = { Accept: 'text/html' };
        const [shown, shownOnSite] = [await send({ target, headers }), await named.send({ target, headers })].map(
          textOf,
        );
        expect(shownOnSite).toContain('<a href="https://site.example/docs/writing/caching">View on the site</a>');
        expect(shown).not.toContain('View on the site');
        expect(shown).toContain('<a href="/writing/caching.md">Markdown</a>');
      }
    });

    it('shows images of its own site by their names, and links to those of other sites', async () => {
      const markdown = '# A\n\n![Plan](/plan.png) ![Near](near.png) ![Far](https://images.example/far.png)\n';
      const pictures = await open({ corpus: corpusOf([{ path: 'a', markdown }], { origin }) });
      const text = textOf(await pictures.send({ target: '/explore/page/a', headers: { Accept: 'text/html' } }));
      await pictures.close();
      for (const name of ['Plan', 'Near']) expect(text).toContain(`<span class="image">${name}</span>`);
      expect(text).toContain('<a href="https://images.example/far.png" class="image">Far</a>');
    });

    it('lets no script of another origin read the answer to a submission', async () => {
      const post = { method: 'POST', target: '/api/feedback', body: '{}' };
      for (const Origin of ['https://site.example', 'http://localhost:4777', 'null', `http://${host}`]) {
        const { headers } = await send({ ...post, headers: { ...json, Host: host, Origin } });
        expect(headers).not.toHaveProperty('access-control-allow-origin');
      }
    });

    it('knows pages in feedback by their root-relative addresses', async () => {
      const body = JSON.stringify({
        kind: 'broken',
        severity: 'low',
        message: 'Wrong.',
        about: `${origin}/writing/caching`,
      });
      const headers = { ...json, 'Idempotency-Key': `key${origin.length}` };
      expect((await send({ method: 'POST', target: '/api/feedback', headers, body })).status).toBe(201);
      expect((await get('/api/feedback')).items[0].about).toBe('writing/caching');
    });

    it('names pages to agents by their Markdown at the address that they asked, again and again', async () => {
      for (const Host of [host, 'else.example', host, host]) {
        const url = `http://${Host}/writing/caching.md`;
        const call = async (name: string, sent: object) => {
          const request = rpc(name, sent);
          return jsonOf(await send({ ...request, headers: { ...request.headers, Host } })).result;
        };
        const urls = ({ content }: { content: [{ text: string }] }) =>
          [...content[0].text.matchAll(/url: ([^#\n]*)/g)].map(([, found]) => found);
        expect(urls(await call('search', { query: 'validators' }))).toContain(url);
        expect(urls(await call('search', { query: 'ASCII' }))).toEqual([`http://${Host}/docs/gr%C3%B6%C3%9Fe.md`]);
        for (const path of [url, `${origin}/writing/caching`, 'writing/caching']) {
          const { content } = await call('read', { path });
          expect(content[1].text).toBe(`Page: Caching <${url}>`);
        }
      }
    });
  });
});
