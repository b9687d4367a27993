import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import robotsParser from 'robots-parser';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { SITE_FILES } from '../../src/discovery/resource.ts';
import { createMemoryStore } from '../../src/feedback/stores/sqlite.ts';
import { openMcp } from '../../src/mcp/open_mcp.ts';
import { corpusOf, type TestPage } from '../fixtures/corpus_of.ts';
import { CANARY, countedBytes, NOW, spellings } from '../fixtures/feedback.ts';
import { expectFile, expectRefusal, revalidated, validated, validatedWhole } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { origin, siteCorpus } from './site.ts';
import { jsonOf, type ReceivedAnswer, textOf } from './transports.ts';

/** The package's types give it a default export that it does not have. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

const schemaOf = (name: string) =>
  readFileSync(new URL(`../fixtures/site_file_schemas/${name}`, import.meta.url), 'utf8');
const isJsonFeed = new Ajv2020().compile(JSON.parse(schemaOf('json_feed.schema.json')));

async function expectSitemap(answer: ReceivedAnswer): Promise<void> {
  const result = await validateXML({ xml: textOf(answer), schema: schemaOf('sitemap.xsd') });
  expect(result.errors).toEqual([]);
}

async function expectAtom(answer: ReceivedAnswer): Promise<void> {
  const result = await validateXML({ xml: textOf(answer), schema: schemaOf('atom.rng'), extension: 'relaxng' });
  expect(result.errors).toEqual([]);
}

function expectJsonFeed(answer: ReceivedAnswer): void {
  expect([isJsonFeed(jsonOf(answer)), isJsonFeed.errors]).toEqual([true, null]);
}

const mcp = { open: openMcp() };

describeOverTransports('6 The site files', { corpus: siteCorpus(), mcp }, (send) => {
  it('/sitemap.xml lists the canonical addresses by the protocol', async () => {
    const answer = await send({ target: '/sitemap.xml' });
    expectFile(answer, 'application/xml', validated);
    expect(textOf(answer)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>https://site.example/about</loc></url>
<url><loc>https://site.example/docs/gr%C3%B6%C3%9Fe</loc></url>
<url><loc>https://site.example/glossary/etag</loc></url>
<url><loc>https://site.example/</loc></url>
<url><loc>https://site.example/writing/caching</loc><lastmod>2026-01-02</lastmod></url>
<url><loc>https://site.example/writing/search</loc><lastmod>2026-02-03</lastmod></url>
</urlset>
`);
    await expectSitemap(answer);
    expect(await send({ target: '/sitemap.xml?part=1' })).toEqual(answer);
  });

  it.each(['2', '0', '-1', '1.0', 'x', '', '01', '1&part=1', '99999999999999999999'])(
    '/sitemap.xml?part=%s is no part of it',
    async (part) => {
      const answer = await send({ target: `/sitemap.xml?part=${part}` });
      expectRefusal(answer, 'no-such-resource');
      expect(jsonOf(answer).detail).toBe('Cannot find this part of the sitemap: "part" must be a number from 1 to 1.');
    },
  );

  it('/feed.xml has the newest dated pages as Atom', async () => {
    const answer = await send({ target: '/feed.xml' });
    expectFile(answer, 'application/atom+xml', validatedWhole(answer));
    await expectAtom(answer);
    expect(parseAtomFeed(textOf(answer))).toMatchObject({
      id: 'https://site.example/feed.xml',
      title: { value: 'A site' },
      subtitle: { value: 'Of tests' },
      updated: '2026-02-03T00:00:00Z',
      links: [
        { rel: 'self', href: `${origin}/feed.xml` },
        { rel: 'alternate', href: 'https://site.example/' },
      ],
      entries: [
        { id: 'https://site.example/writing/search', title: { value: 'Searching' }, published: '2026-02-03T00:00:00Z' },
        {
          id: 'https://site.example/writing/caching',
          title: { value: 'Caching' },
          summary: { value: 'How caches keep answers.' },
          categories: [
            { term: 'cache', label: 'CACHE' },
            { term: 'http', label: 'HTTP' },
          ],
        },
      ],
    });
  });

  it('/feed.json has the same pages as JSON Feed', async () => {
    const answer = await send({ target: '/feed.json' });
    expectFile(answer, 'application/feed+json', validatedWhole(answer));
    expectJsonFeed(answer);
    expect(parseJsonFeed(textOf(answer))).toMatchObject({ title: 'A site', feed_url: `${origin}/feed.json` });
    expect(jsonOf(answer).items).toEqual([
      expect.objectContaining({ id: 'https://site.example/writing/search', tags: ['SEARCH'] }),
      {
        id: 'https://site.example/writing/caching',
        url: 'https://site.example/writing/caching',
        title: 'Caching',
        content_text: 'How caches keep answers.',
        date_published: '2026-01-02T00:00:00Z',
        tags: ['CACHE', 'HTTP'],
        language: 'en',
      },
    ]);
  });

  it('/robots.txt keeps crawlers from results of searches alone, and names the sitemap', async () => {
    const answer = await send({ target: '/robots.txt' });
    expectFile(answer, 'text/plain; charset=utf-8', validatedWhole(answer));
    const robots = parseRobots(`${origin}/robots.txt`, textOf(answer));
    expect(robots.getSitemaps()).toEqual([`${origin}/sitemap.xml`]);
    const isAllowed = (target: string) => robots.isAllowed(`${origin}${target}`, 'Anybot/1.0');
    expect(['/', '/explore', '/explore/page/about', '/about.md', '/llms.txt', '/api/pages'].map(isAllowed)).toEqual(
      new Array(6).fill(true),
    );
    expect(['/explore?q=a', '/?q=a'].map(isAllowed)).toEqual([false, false]);
  });

  it.each(SITE_FILES)('/%s is compressed under a validator of its own', async (file) => {
    const plain = await send({ target: `/${file}` });
    const coded = await send({ target: `/${file}`, headers: { 'Accept-Encoding': 'gzip' } });
    const isLong = plain.body.length >= 1024;
    expect(coded.headers['content-encoding']).toBe(isLong ? 'gzip' : undefined);
    expect(coded.headers.etag).toBe(isLong ? plain.headers.etag!.replace(/"$/, '.gz"') : plain.headers.etag);
    const condition = { 'Accept-Encoding': 'gzip', 'If-None-Match': coded.headers.etag! };
    expect((await send({ target: `/${file}`, headers: condition })).status).toBe(304);
  });
});

describeOverTransports(
  '6 The site files with the origin from Host',
  { corpus: siteCorpus({ publicOrigin: null }) },
  (send) => {
    it.each(['/llms.txt', '/feed.xml', '/feed.json', '/robots.txt'])(
      '%s names it, for this caller alone',
      async (target) => {
        const answer = await send({ target, headers: { Host: 'else.example:8080' } });
        expect(answer.headers['cache-control']).toBe('private, max-age=0, must-revalidate');
        expect(textOf(answer)).toContain('http://else.example:8080/');
        expect(textOf(await send({ target, headers: { Host: 'third.example' } }))).not.toContain('else.example');
      },
    );

    it.each(['/llms-full.txt', '/sitemap.xml'])('%s does not name it, and is the same for all', async (target) => {
      const answer = await send({ target, headers: { Host: 'else.example' } });
      expect(answer.headers).toMatchObject(revalidated);
      expect(await send({ target })).toEqual(answer);
    });
  },
);

describeOverTransports(
  '6 The site files without MCP and the explorer at the root',
  { corpus: siteCorpus(), home: false },
  (send) => {
    it('name neither', async () => {
      expect(textOf(await send({ target: '/llms.txt' }))).not.toContain('Model Context Protocol');
      expect(textOf(await send({ target: '/robots.txt' }))).not.toContain('Disallow: /?');
    });
  },
);

describeOverTransports('6 No site files', { corpus: siteCorpus(), siteFiles: [] }, (send) => {
  it.each(SITE_FILES)('/%s is nothing, as an unknown path', async (file) => {
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const answer = await send({ method, target: `/${file}` });
      expectRefusal(answer, 'no-such-resource');
      expect(jsonOf(answer)).toEqual(jsonOf(await send({ method, target: '/unknown.txt' })));
    }
    expect(jsonOf(await send({ target: '/api/openapi.json' })).paths).not.toHaveProperty([`/${file}`]);
    expect(textOf(await send({ target: '/.well-known/api-catalog' }))).not.toContain(`${origin}/${file}`);
  });
});

describeOverTransports('6 Some site files', { corpus: siteCorpus(), siteFiles: ['llms.txt', 'robots.txt'] }, (send) => {
  it('name none of the others', async () => {
    const statuses = await Promise.all(SITE_FILES.map(async (file) => (await send({ target: `/${file}` })).status));
    expect(statuses).toEqual([200, 404, 404, 404, 404, 200]);
    expect(textOf(await send({ target: '/robots.txt' }))).not.toContain('Sitemap');
    expect(textOf(await send({ target: '/llms.txt' }))).not.toMatch(/sitemap|feed\.json|llms-full/);
  });
});

describe.each(['', '/docs', 'http://localhost:4777'])('6 Below the origin "%s"', (unknown) => {
  describeOverTransports('the site files', { corpus: siteCorpus({ origin: unknown }) }, (send) => {
    it.each(['/sitemap.xml', '/feed.xml', '/feed.json'])('%s says what is missing', async (target) => {
      const answer = await send({ target });
      expectRefusal(answer, 'no-such-resource');
      expect(jsonOf(answer).detail).toBe(
        'Cannot list the addresses of pages: the site has no public address. Set "origin" in catchword.config.json or CATCHWORD_ORIGIN, and build again.',
      );
      expect(jsonOf(await send({ target: '/api/openapi.json' })).paths).not.toHaveProperty([target]);
    });

    it('never name a made-up host', async () => {
      for (const target of ['/llms.txt', '/llms-full.txt', '/robots.txt']) {
        const answer = await send({ target });
        expect(answer.status).toBe(200);
        expect(textOf(answer)).not.toContain('localhost');
        expect(textOf(answer)).not.toContain('sitemap');
      }
    });
  });
});

describeOverTransports(
  '6 The site files of pages without dates',
  { corpus: corpusOf([{ path: 'a', indexing: 'noindex' }], { publicOrigin: origin }) },
  (send) => {
    it.each([
      ['/feed.xml', /no page has a date/],
      ['/feed.json', /no page has a date/],
      ['/sitemap.xml', /no page that search engines may index has an address/],
    ])('%s says so', async (target, reason) => {
      const answer = await send({ target });
      expectRefusal(answer, 'no-such-resource');
      expect(jsonOf(answer).detail).toMatch(reason);
      expect((await send({ method: 'HEAD', target })).status).toBe(404);
    });

    it('name no file that answers 404', async () => {
      expect(textOf(await send({ target: '/llms.txt' }))).not.toMatch(/sitemap|feed\.json/);
    });

    it('keep a page out that asks not to be indexed', async () => {
      expect(textOf(await send({ target: '/llms.txt' }))).not.toContain('/a.md');
      expect(textOf(await send({ target: '/llms-full.txt' }))).not.toContain('/a.md');
    });
  },
);

const hostileTexts = [
  'Ends ]]> early',
  '<script>alert("1")</script> & \'2\'',
  'A\u0000B\u0008C\u000bD\u001bE\ufffeF\uffffG',
  'lone \ud800 and \udc00 surrogates',
  '\u202eright to left\u202c \u05e9\u05dc\u05d5\u05dd',
  'tab\tline\nreturn\rend',
  '&amp; &#0; %PDF <!DOCTYPE x> <![CDATA[ <?xml',
  '[link](javascript:alert(1)) `code` *bold* _under_ # # \\ ![x](y)',
  '😀'.repeat(400),
];
const hostile: readonly TestPage[] = hostileTexts.map((title, index) => ({
  path: `p/${index} (a) ü&<"'`,
  title,
  description: title,
  text: title,
  tags: index === 0 ? ['a"b<'] : [],
  published: `2026-01-0${index + 1}`,
}));

describeOverTransports(
  '6 The site files of hostile pages',
  { corpus: corpusOf(hostile, { publicOrigin: origin, title: hostileTexts[2]!, description: hostileTexts[3]! }) },
  (send) => {
    /** What a reader must see: what XML cannot hold is replaced. */
    const shown = hostileTexts.map((text) =>
      text.toWellFormed().replace(/[\u0000-\u0008\u000b\u001b\ufffe\uffff]/g, '\ufffd'),
    );

    it('/sitemap.xml is valid', async () => {
      const answer = await send({ target: '/sitemap.xml' });
      await expectSitemap(answer);
      expect(textOf(answer)).toContain('<loc>https://site.example/p/0%20(a)%20%C3%BC&amp;%3C%22&apos;</loc>');
    });

    it('/feed.xml is valid and shows the titles', async () => {
      const answer = await send({ target: '/feed.xml' });
      await expectAtom(answer);
      const c14n = await validateXML({
        xml: textOf(answer),
        normalization: 'c14n',
        schema: schemaOf('atom.rng'),
        extension: 'relaxng',
      });
      // Canonical XML has five forms only (Canonical XML 1.1, 2.3).
      const titles = [...c14n.normalized.matchAll(/<title>([^<]*)<\/title>/g)].map(([, text]) =>
        text!.replaceAll('&#xD;', '\r').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
      );
      expect(titles).toEqual([shown[2], ...shown.toReversed()]);
    });

    it('/feed.json is valid and shows the titles', async () => {
      const answer = await send({ target: '/feed.json' });
      expectJsonFeed(answer);
      expect(jsonOf(answer).items.map(({ title }: { title: string }) => title)).toEqual(
        hostileTexts.map((text) => text.toWellFormed()).toReversed(),
      );
    });

    it('/llms.txt has one line for each page', async () => {
      const lines = textOf(await send({ target: '/llms.txt' }))
        .split('\n')
        .filter((line) => line.includes('/p/'));
      expect(lines).toHaveLength(hostile.length);
      for (const line of lines) expect(line).toMatch(/^- \[[^\]]+\]\([^)]+\)(: [^\n\r]*)?$/);
    });
  },
);

describe('The canary', () => {
  const store = createMemoryStore();
  const feedback = { store, now: () => NOW, randomBytes: countedBytes() };
  describeOverTransports('6 The site files after feedback', { corpus: siteCorpus(), feedback, mcp }, (send) => {
    it('contain nothing of it', async () => {
      const body = JSON.stringify({ kind: 'broken', severity: 'low', message: CANARY, about: 'index' });
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'canary' };
      expect((await send({ method: 'POST', target: '/api/feedback', headers, body })).status).toBe(201);
      for (const file of SITE_FILES) {
        for (const target of [`/${file}`, `/${file}?part=${CANARY}&message=${CANARY}`]) {
          const answer = await send({ target });
          const said = `${textOf(answer)}${JSON.stringify(answer.headers)}`;
          expect(spellings.filter((spelling) => said.includes(spelling))).toEqual([]);
        }
      }
    });
  });
});
