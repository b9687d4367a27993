import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { cleanMarkdown } from '../../src/content/markdown/clean_markdown.ts';
import { EngineUnavailable } from '../../src/engine/engine_unavailable.ts';
import { readGraph } from '../../src/explorer/browser/read_graph.ts';
import { builtAssets } from '../../src/explorer/explorer_assets.ts';
import { createMemoryStore } from '../../src/feedback/stores/sqlite.ts';
import { createLocalRequest } from '../../src/http/requests/local_request.ts';
import { createService } from '../../src/http/service.ts';
import { corpusOf, SETTINGS, STAMPS } from '../fixtures/corpus_of.ts';
import { countedBytes, NOW } from '../fixtures/feedback.ts';
import { common, expectRefusal, pageLinks, readFields, validated, validator } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { origin, siteCorpus } from './site.ts';
import { type ReceivedAnswer, textOf } from './transports.ts';

const policy = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; " +
    "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

/** All fields of a page of the explorer. */
function documentFields(answer: ReceivedAnswer, own: Readonly<Record<string, string>> = {}) {
  const digest = createHash('sha256').update(answer.body).digest('hex').slice(0, 12);
  return readFields(answer, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    etag: `"${validator}.${digest}"`,
    link: pageLinks,
    ...policy,
    ...own,
  });
}

const readingFields = {
  vary: 'Accept, Accept-Encoding',
  link: `<https://site.example/writing/caching.md>; rel="alternate"; type="text/markdown", ${pageLinks}`,
};

/** Any element of SVG at the root. */
const SVG =
  '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2000/svg"><xs:element name="svg"/></xs:schema>';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

/** Of `corpusOf`, as the search box is told them. */
const collections = JSON.stringify(SETTINGS.collections.map(({ name, title }) => [name, title]));

const languages = corpusOf([
  { path: 'cache', title: 'Cache', text: 'A cache keeps answers.' },
  { path: 'fr/cache', title: 'Le cache', text: 'Un cache garde des réponses.', language: 'fr' },
  { path: 'pt/cache', title: 'O cache', text: 'Um cache guarda respostas.', language: 'pt-BR' },
]);

describeOverTransports('6 the languages of /explore', { corpus: languages }, (send) => {
  it.each([
    ['fr-CA, en;q=0.8', '/explore?q=cache&sort=title&language=auto', '/explore?q=cache&language=fr&sort=title'],
    ['pt', '/?language=auto&q=cache', '/explore?q=cache&language=pt-BR'],
    ['fi', '/explore?q=cache&language=auto&offset=10', '/explore?q=cache'],
    [undefined, '/explore?language=auto', '/explore'],
  ])('for Accept-Language: %s, %s leads to %s, which no cache stores', async (accepted, target, address) => {
    const { status, headers, body } = await send({
      target,
      headers: { accept: browser, ...(accepted !== undefined && { 'accept-language': accepted }) },
    });
    expect({ status, headers, body: body.length }).toEqual({
      status: 303,
      headers: {
        ...common,
        location: address,
        'content-length': '0',
        'cache-control': 'no-store',
        vary: 'Accept-Language',
      },
      body: 0,
    });
  });

  it('answers every other address alike, whatever language is preferred', async () => {
    const answers = await Promise.all(
      ['fr', 'en'].map((language) => send({ target: '/explore?q=cache', headers: { 'accept-language': language } })),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]!.headers).toEqual(documentFields(answers[0]!));
  });

  it('tells the search box the languages and collections, in a module whose validator has a digest of them', async () => {
    const answer = await send({ target: '/explore/search.js' });
    const body = `import { describeSite } from './assets/${assets.box}';\ndescribeSite([["en","English"],["fr","Français"],["pt-BR","Português"]], ${collections});\n`;
    const digest = createHash('sha256').update(body).digest('hex').slice(0, 12);
    expect([textOf(answer), answer.headers.etag]).toEqual([body, `"${assets.box}.${digest}"`]);
  });

  it('offers the languages by name, and searches all of them where one has nothing', async () => {
    const all = textOf(await send({ target: '/explore?q=cache' }));
    expect(all).toContain('<p role="status" id="status" class>3 pages</p>');
    expect(all).toContain('<input type="hidden" name="language" value="auto"/>');
    expect(all).toContain(
      '<label>Language <select name="language"><option value="all" selected>All languages</option><option value="en" lang="en">English</option><option value="fr" lang="fr">Français</option><option value="pt-BR" lang="pt-BR">Português</option></select></label>',
    );
    const none = textOf(await send({ target: '/explore?q=keeps&language=fr' }));
    expect(none).toContain('<a href="/explore?q=keeps&amp;language=all">Search in all languages</a>');
    expect(textOf(await send({ target: '/explore/page/pt/cache' }))).toContain('<span lang="pt-BR">Português</span>');
  });
});

const versions = corpusOf(
  [
    { path: 'docs/locks', title: 'Locks', text: 'A lock of a key.' },
    { path: 'docs/7.22/locks', title: 'Locks', text: 'A lock of one key.' },
    { path: 'docs/7.4/locks', title: 'Locks', text: 'A lock of keys.' },
    { path: 'fr/docs/locks', title: 'Verrous', text: 'Un lock.', language: 'fr' },
  ],
  {},
  STAMPS,
  true,
);

describeOverTransports('6 the versions of /explore', { corpus: versions }, (send) => {
  const htmlOf = async (target: string) => textOf(await send({ target }));

  it('shows each page once, with links to its copies, and offers the versions', async () => {
    const html = await htmlOf('/explore?q=lock');
    expect(html).toContain('<p role="status" id="status" class>1 page</p>');
    expect(html).toContain(
      'Also in <a href="/explore/page/docs/7.22/locks">7.22</a>, <a href="/explore/page/docs/7.4/locks">7.4</a>, <a href="/explore/page/fr/docs/locks" hreflang="fr" lang="fr">Français</a>',
    );
    expect(html).toContain(
      '<label>Version <select name="version"><option value selected>Current</option><option value="7.22">7.22</option><option value="7.4">7.4</option><option value="all">All versions</option></select></label>',
    );
  });

  it('shows one version, or every page by itself', async () => {
    const one = await htmlOf('/explore?q=lock&version=7.4');
    expect(one).toContain(
      '<a href="/explore/page/docs/7.4/locks#:~:text=A%20lock%20of%20keys" data-path="docs/7.4/locks">',
    );
    expect(one).toContain('<span class="badge">7.4</span>');
    expect(one).toContain('<option value="7.4" selected>7.4</option>');
    expect(one).toContain('Also in <a href="/explore/page/docs/locks">current version</a>');
    expect(await htmlOf('/explore?q=lock&version=all')).toContain('<p role="status" id="status" class>4 pages</p>');
    expect(await htmlOf('/explore?q=lock&version=9')).toContain(
      '<a href="/explore?q=lock&amp;version=all">Search in all versions</a>',
    );
  });

  it('lists the other versions and languages of a page beside its text', async () => {
    const html = await htmlOf('/explore/page/docs/7.22/locks');
    const listed = [...html.matchAll(/<h2 id="explorer-copies-\d">(\w+ \w+) .*?<ul>(.*?)<\/ul>/g)].map(
      ([, title, items]) => [
        title,
        items!
          .replaceAll(/<[^>]*>/g, ' ')
          .trim()
          .split(/\s+/),
      ],
    );
    expect(listed).toEqual([
      ['Other versions', ['Current', '7.4']],
      ['Other languages', ['Français']],
    ]);
    expect(html).toContain('<dt>Version</dt><dd dir="auto">7.22</dd>');
  });
});

describeOverTransports('6 GET /explore', { corpus: siteCorpus() }, (send) => {
  it.each([
    '/explore',
    '/explore?q=cache',
    '/explore/page/writing/caching',
    '/explore/query',
    '/explore/map',
    '/explore/embed',
    '/explore/api',
  ])('%s is a document without anything inline, under a strict policy', async (target) => {
    const answer = await send({ target });
    expect({ status: answer.status, headers: answer.headers }).toEqual({
      status: 200,
      headers: documentFields(answer, target.startsWith('/explore/page/') ? readingFields : {}),
    });
    const html = textOf(answer);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).not.toMatch(/<style|<script(?![^>]*\bsrc=)| style=| on\w+=|<iframe|<object/);
    // Only links lead to other hosts.
    for (const [tag] of html.matchAll(/<(?!a )[a-z][^>]*>/g)) expect(tag).not.toContain('://');
  });

  it('begins with the collections, their pages, and what the page of their folder is about', async () => {
    const about = corpusOf([
      { path: 'glossary', title: 'Glossary', description: 'Words & names.', collection: 'glossary' },
      { path: 'glossary/etag', collection: 'glossary' },
      { path: 'writing/caching', collection: 'writing' },
    ]);
    const { body } = await createService({ corpus: about }).answer(
      createLocalRequest({ method: 'GET', target: '/explore?language=en', fields: {} }),
    );
    const cards = /<section class="cards".*?<\/section>/.exec(Buffer.from(body!).toString())![0];
    expect(cards).toBe(
      '<section class="cards" aria-label="Collections"><ul><li><a href="/explore?collection=glossary&amp;language=en" dir="auto">Glossary</a> <span class="count">2 pages</span><p class="excerpt" dir="auto">Words &amp; names.</p></li><li><a href="/explore?collection=writing&amp;language=en" dir="auto">Writing</a> <span class="count">1 page</span></li></ul></section>',
    );
    expect(textOf(await send({ target: '/explore?q=cache' }))).not.toContain('class="cards"');
  });

  it('has the rows of the search with their hits and addresses, and the request that gave them', async () => {
    const html = textOf(await send({ target: '/explore?q=cache' }));
    expect(html).toContain('<p role="status" id="status" class>2 pages</p>');
    expect(html).toContain(
      '<a href="/explore/page/writing/caching" data-path="writing/caching"><mark>Caching</mark></a>',
    );
    expect(html).toContain(
      '<a href="/explore?q=cache&amp;tag=http"><span dir="auto">HTTP</span><span class="count">2</span></a>',
    );
    expect(html).toContain(`curl '${origin}/api/search?q=cache&amp;facets=collection%2Ctags&amp;values=100'`);
    expect(html).toContain('<input type="search" name="q" id="q" value="cache"');
  });

  it('shows what is searched as text, never as markup', async () => {
    const html = textOf(await send({ target: '/explore?q=%3Cscript%3Ealert(1)%3C/script%3E%22%27' }));
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('value="&lt;script>alert(1)&lt;/script>&quot;');
  });

  it.each([
    ['/explore?collection=nowhere', 'Cannot read &quot;nowhere&quot; as collection'],
    [`/explore?q=${'a'.repeat(201)}`, 'Cannot search for a text of 201 characters'],
  ])('%s says on the page why it shows no rows', async (target, detail) => {
    const answer = await send({ target });
    expect(answer.status).toBe(200);
    expect(textOf(answer).replaceAll('"', '&quot;')).toContain(detail);
  });

  it('opens a page beside the rows by its address', async () => {
    const html = textOf(await send({ target: '/explore?q=cache&page=glossary/etag' }));
    expect(html).toContain('<aside id="panel" aria-label="Selected page"><h2 dir="auto">Entity tag</h2>');
    const unknown = textOf(await send({ target: '/explore?q=cache&page=nowhere' }));
    expect(unknown).toContain('<aside id="panel" aria-label="Selected page"></aside>');
  });

  it('is refused for Accept: application/json', async () => {
    const answer = await send({ target: '/explore', headers: { Accept: 'application/json' } });
    expectRefusal(answer, 'not-acceptable', { vary: 'Accept' });
  });
});

describeOverTransports('6 GET /', { corpus: siteCorpus() }, (send) => {
  it.each([browser, 'text/html', 'text/*', 'text/html,application/json'])(
    'is the explorer for Accept: %s',
    async (accept) => {
      const answer = await send({ target: '/', headers: { Accept: accept } });
      expect({ status: answer.status, headers: answer.headers }).toEqual({
        status: 200,
        headers: documentFields(answer, { vary: 'Accept, Accept-Encoding' }),
      });
      expect(textOf(answer)).toContain('<h1 dir="auto">A site</h1>');
    },
  );

  it.each([undefined, '*/*', 'application/json', 'application/json,text/html;q=0.9', 'application/*', 'image/png'])(
    'is nothing for Accept: %s, as before there was an explorer',
    async (accept) => {
      const headers = accept === undefined ? {} : { Accept: accept };
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
        const answer = await send({ method, target: '/', headers });
        expect([method, answer.status]).toEqual([method, 404]);
        if (method !== 'HEAD') expectRefusal(answer, 'no-such-resource');
      }
    },
  );

  it('answers HEAD, 304 and OPTIONS for browsers, and refuses other methods', async () => {
    const headers = { Accept: 'text/html' };
    const { headers: fields } = await send({ target: '/', headers });
    expect(await send({ method: 'HEAD', target: '/', headers })).toEqual({
      status: 200,
      headers: fields,
      body: expect.objectContaining({ length: 0 }),
    });
    expect((await send({ target: '/', headers: { ...headers, 'If-None-Match': fields.etag! } })).status).toBe(304);
    expect((await send({ method: 'OPTIONS', target: '/', headers })).headers.allow).toBe('GET, HEAD, OPTIONS');
    const refused = await send({ method: 'PUT', target: '/', headers });
    expect({ status: refused.status, headers: refused.headers }).toEqual({
      status: 405,
      headers: pageFields(refused, { allow: 'GET, HEAD, OPTIONS' }),
    });
  });
});

describeOverTransports('6 GET / with home: none', { corpus: siteCorpus(), home: false }, (send) => {
  it('is nothing for browsers either, and /explore stays', async () => {
    expectRefusal(await send({ target: '/', headers: { Accept: browser } }), 'no-such-resource');
    expect((await send({ target: '/explore', headers: { Accept: browser } })).status).toBe(200);
    const description = JSON.parse(textOf(await send({ target: '/api/openapi.json' }))) as { paths: object };
    expect(description.paths).not.toHaveProperty(['/']);
  });
});

const hostile = corpusOf(
  [
    {
      path: 'index',
      title: 'Home',
      markdown: [
        '# Home',
        '<script>alert(1)</script><img src=x onerror=alert(1)><iframe src="https://else.example"></iframe>',
        '<a href="javascript:alert(1)" onclick="alert(1)" style="color:red" id="answer">one</a> [two](javascript:alert(1))',
        '[a page](/a/b.md#part) ![A picture](https://else.example/p.png) <style>*{display:none}</style>',
        '<svg><script>alert(1)</script></svg><math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
        '## Part two',
        '- [x] done',
      ].join('\n\n'),
      headings: [{ depth: 2, text: 'Part two', anchor: 'part-two' }],
    },
    { path: 'a/b', title: 'B <b>', description: '</title><script>alert(1)</script>' },
  ],
  { publicOrigin: origin, title: 'Site </script><script>alert(1)</script>' },
);

describeOverTransports('6 GET /explore/page/{path}', { corpus: hostile }, (send) => {
  it('shows Markdown without anything that runs, loads or styles', async () => {
    const html = textOf(await send({ target: '/explore/page/index' }));
    const article = /<article.*<\/article>/s.exec(html)![0];
    expect(article).not.toMatch(
      /<script|<style|<img|<iframe|<svg|<math|javascript:|onerror|onclick|style=|display:none/,
    );
    expect(article).toContain('<a href="/explore/page/a/b#part">a page</a>');
    expect(article).toContain('<a href="https://else.example/p.png" class="image">A picture</a>');
    expect(article).toContain('<h2 id="part-two">Part two</h2>');
    expect(article).toContain('<span>☑</span> done');
    expect(article).not.toContain('id="answer"');
    expect(html).not.toContain('<script>alert');
  });

  it('escapes titles and descriptions', async () => {
    for (const target of ['/explore/page/a/b', '/explore?q=b', '/explore', '/explore/api']) {
      const html = textOf(await send({ target }));
      expect(html).not.toContain('<script>alert');
      expect(html).not.toContain('B <b>');
    }
  });

  it.each(['/explore/page/nowhere', '/explore/page/a%2Fb', '/explore/page/', '/explore/pages'])(
    '%s does not exist',
    async (target) => {
      expectRefusal(await send({ target }), 'no-such-resource');
    },
  );
});

/** The orders that are offered. */
const ordersOf = (html: string): string[] =>
  [...(/<ul class="sorts".*?<\/ul>/s.exec(html)?.[0] ?? '').matchAll(/>([^<>]+)<\/a>/g)].map(([, title]) => title!);

describe.each([
  [{ published: '2026-01-02' }, ['Newest', 'Published', 'Title'], ['Best match', 'Published', 'Title']],
  [{ updated: '2026-01-02' }, ['Path', 'Updated', 'Title'], ['Best match', 'Updated', 'Title']],
  [{}, ['Path', 'Title'], ['Best match', 'Title']],
])('a site with the dates %j', (dates, ofAll, ofSearch) => {
  const corpus = corpusOf([
    { path: 'a', text: 'cache' },
    { path: 'b', text: 'cache', ...dates },
  ]);
  describeOverTransports('6 GET /explore', { corpus }, (send) => {
    it('offers the orders that differ on it', async () => {
      expect(ordersOf(textOf(await send({ target: '/explore' })))).toEqual(ofAll);
      expect(ordersOf(textOf(await send({ target: '/explore?q=cache' })))).toEqual(ofSearch);
    });
  });
});

describeOverTransports('6 GET /explore/api', { corpus: siteCorpus() }, (send) => {
  it('leads from every question and every file into the query builder', async () => {
    const html = textOf(await send({ target: '/explore/api' }));
    const targets = [...html.matchAll(/href="\/explore\/query#get=([^"]+)"/g)].map(([, to]) => decodeURIComponent(to!));
    expect(targets).toEqual(
      expect.arrayContaining([
        '/api/pages?q=search',
        '/api/pages/index',
        '/api/search?q=search',
        '/api/problems/invalid-query',
        '/api/tags',
        '/llms.txt',
        '/version.json',
      ]),
    );
    for (const target of targets) expect(target).toMatch(/^\/(?!explore)[^{}]+$/);
    expect(html).toContain('<a href="/explore/query#body=">Try it</a>');
  });

  it('says what each parameter takes, and leads to each resource from its side', async () => {
    const html = textOf(await send({ target: '/explore/api' }));
    for (const [name, values] of [
      ['limit', '1 to 100; <code>10</code> by default'],
      ['prefix', 'last | none; <code>last</code> by default'],
      ['q', 'at most 1,000 characters'],
      ['offset', 'from 0; <code>0</code> by default'],
    ]) {
      expect(html).toContain(`<tr><td><code>${name}</code></td><td>query</td><td>${values}</td>`);
    }
    const outline = /<ul class="outline">.*?<\/ul>/s.exec(html)![0];
    const anchors = [...outline.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor!);
    expect(anchors).toEqual([...html.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id).slice(2));
  });
});

const assets = await builtAssets();

/** As pages publish it. */
function clean(blocks: readonly string[]): string {
  return cleanMarkdown(blocks.join('\n\n'), () => null);
}

const written = corpusOf(
  [
    {
      path: 'mdx',
      title: 'Made of parts',
      markdown: clean([
        "import { Card } from 'parts';",
        '# Made of parts',
        '<Card title="First">\n    A *word*.\n</Card>',
        ':::tip\nMind **this**.\n:::',
        '> [!WARNING]\n> Do not.',
        '> [!tip]+ With [a link](/mdx.md)',
        '#### Deep',
        '###### Deeper',
        '# Top',
        '[x]({link}) ![logo]({logo}) [![badge](/b.png)](/mdx.md)',
      ]),
      headings: [
        { depth: 1, text: 'Made of parts', anchor: 'made-of-parts' },
        { depth: 4, text: 'Deep', anchor: 'deep' },
        { depth: 6, text: 'Deeper', anchor: 'deeper' },
        { depth: 1, text: 'Top', anchor: 'top' },
      ],
    },
    {
      path: 'liquid',
      title: 'Templates',
      markdown: clean(['# Templates', '{% if a %}', '`{% x %}` is {{ site.x }}.', '{% endif %}']),
    },
    {
      path: 'rtl',
      title: 'DER בקצרה',
      markdown: '# DER בקצרה\n\nטקסט בעברית\n\n## DER',
      headings: [{ depth: 2, text: 'DER', anchor: 'der' }],
    },
    { path: 'long', title: 'Long', markdown: `# Long\n\n${'A paragraph of words.\n\n'.repeat(20_000)}The end.` },
  ],
  { publicOrigin: origin, title: 'Site' },
);

describeOverTransports('6 GET /explore/page/{path} as people read it', { corpus: written }, (send) => {
  const article = async (path: string): Promise<string> => {
    const html = textOf(await send({ target: `/explore/page/${path}` }));
    return /<article.*<\/article>/s.exec(html)![0].replaceAll(/>\s+</g, '><');
  };

  it('leaves out what only a generator understands, and nests headings', async () => {
    expect(await article('mdx')).toBe(
      [
        '<article class="content" lang="en" dir="ltr"><h1 id="made-of-parts">Made of parts</h1><p><strong>First</strong></p>',
        '<p>A <em>word</em>.</p><blockquote class="notice tip"><p><strong>Tip</strong></p><p>Mind <strong>this</strong>.</p></blockquote>',
        '<blockquote class="notice warning"><p><strong>Warning</strong><br/>Do not.</p></blockquote>',
        '<blockquote class="notice tip"><p><strong>With </strong><a href="/explore/page/mdx">a link</a></p></blockquote>',
        '<h2 id="deep">Deep</h2><h3 id="deeper">Deeper</h3><h2 id="top">Top</h2>',
        '<p><span>x</span><span class="image">logo</span><a href="/explore/page/mdx"><span class="image">badge</span></a></p></article>',
      ].join(''),
    );
  });

  it('leaves out tags of templates but not those in code', async () => {
    expect(await article('liquid')).toBe(
      '<article class="content" lang="en" dir="ltr"><h1>Templates</h1><p><code>{% x %}</code> is ….</p></article>',
    );
  });

  it('reads from right to left by the letters of the text, whatever the first one is', async () => {
    const html = textOf(await send({ target: '/explore/page/rtl' }));
    expect(html).toContain('<article class="content" lang="en" dir="rtl">');
    expect(html).toContain('<ul class="outline" dir="rtl">');
  });

  it('shows the beginning of a long page and leads to the rest', async () => {
    const text = await article('long');
    expect(text).toContain('<p>A paragraph of words.</p>');
    expect(text).not.toContain('The end.');
    expect(text).toContain('This page is too long to show in full. <a href="/long.md">Read its Markdown</a>.');
  });
});

/** All fields of a refusal as a page. */
function pageFields(answer: ReceivedAnswer, own: Readonly<Record<string, string>> = {}) {
  return {
    ...common,
    ...policy,
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(answer.body.length),
    'cache-control': 'no-store',
    vary: 'Accept',
    ...own,
  };
}

describeOverTransports('6 GET an address below /explore where nothing is', { corpus: siteCorpus() }, (send) => {
  const unknown = '/explore/page/old/entity_tag.html';

  it('is a page with status 404 for browsers, with the facts of the problem, a search and pages that may be meant', async () => {
    const answer = await send({ target: unknown, headers: { Accept: browser } });
    expect({ status: answer.status, headers: answer.headers }).toEqual({ status: 404, headers: pageFields(answer) });
    const html = textOf(answer);
    expect(html).toContain('<h1>There is no page at this address</h1>');
    expect(html).toContain('<p>Cannot find a resource: there is nothing at this address.</p>');
    expect(html).toContain(
      `<p class="count">404 <a href="${origin}/api/problems/no-such-resource">No such resource</a></p>`,
    );
    expect(html).toContain('<input type="search" name="q" id="q" value="entity tag"');
    expect(html).toContain('<li><a href="/explore/page/glossary/etag" lang="en" dir="auto">Entity tag</a>');
    expect(html).not.toMatch(/<style|<script(?![^>]*\bsrc=)| style=| on\w+=/);
  });

  it('is the same without its content for HEAD', async () => {
    const headers = { Accept: browser };
    const { headers: fields } = await send({ target: unknown, headers });
    expect(await send({ method: 'HEAD', target: unknown, headers })).toEqual({
      status: 404,
      headers: fields,
      body: expect.objectContaining({ length: 0 }),
    });
  });

  it.each([
    '/explore/page/a%2Fb',
    '/explore/page/%E0%A4',
    '/explore/page/',
    '/explore/nowhere',
    '/explore/page/%3Cb%3E',
  ])('%s is such a page too', async (target) => {
    const answer = await send({ target, headers: { Accept: browser } });
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(textOf(answer)).not.toContain('<b>');
  });

  it('names the address with plain slashes where escaped ones were sent', async () => {
    const answer = await send({ target: '/explore/page/glossary%2Fetag', headers: { Accept: browser } });
    expect(textOf(answer)).toContain('Send the slashes in the path unescaped: /explore/page/glossary/etag.');
  });

  it.each([undefined, '*/*', 'application/json', 'application/problem+json', 'text/html;q=0.5,application/json'])(
    'is the problem document for Accept: %s',
    async (accept) => {
      const headers = accept === undefined ? {} : { Accept: accept };
      expectRefusal(await send({ target: unknown, headers }), 'no-such-resource');
    },
  );

  it('is such a page for every method', async () => {
    const answer = await send({ method: 'PUT', target: unknown, headers: { Accept: browser } });
    expect({ status: answer.status, headers: answer.headers }).toEqual({ status: 404, headers: pageFields(answer) });
  });

  it('is the problem document at other addresses, whatever is accepted', async () => {
    const headers = { Accept: browser };
    expectRefusal(await send({ target: '/explorer/page', headers }), 'no-such-resource');
    expectRefusal(await send({ target: '/api/pages/nowhere', headers }), 'no-such-resource');
  });
});

describeOverTransports('6 a method that the explorer does not have', { corpus: siteCorpus() }, (send) => {
  it.each(['/explore', '/explore/page/writing/caching', '/explore/map'])(
    'is a page with status 405 for browsers at %s, and the problem document for programs',
    async (target) => {
      const answer = await send({ method: 'POST', target, headers: { Accept: browser } });
      expect({ status: answer.status, headers: answer.headers }).toEqual({
        status: 405,
        headers: pageFields(answer, { allow: 'GET, HEAD, OPTIONS' }),
      });
      const html = textOf(answer);
      expect(html).toContain('<h1>This request is not valid</h1>');
      expect(html).toContain('<p>Cannot answer this method: the resource supports GET.</p>');
      expect(html).toContain(`405 <a href="${origin}/api/problems/method-not-allowed">Method not allowed</a>`);
      for (const accept of [undefined, 'application/json', '*/*']) {
        const headers = accept === undefined ? {} : { Accept: accept };
        const refused = await send({ method: 'POST', target, headers });
        expectRefusal(refused, 'method-not-allowed', { allow: 'GET, HEAD, OPTIONS' });
      }
    },
  );
});

const failing = siteCorpus();
const unreadable = {
  ...failing,
  pages: {
    ...failing.pages,
    row() {
      throw new EngineUnavailable('the engine did not answer');
    },
  },
};

describeOverTransports('6 a page of the explorer that fails', { corpus: unreadable }, (send) => {
  it.each(['GET', 'HEAD'])('is a page with status 500 for browsers that says when to ask again: %s', async (method) => {
    const target = '/explore/page/writing/caching';
    const answer = await send({ method, target, headers: { Accept: browser } });
    const whole = method === 'HEAD' ? await send({ target, headers: { Accept: browser } }) : answer;
    expect({ status: answer.status, headers: answer.headers }).toEqual({
      status: 500,
      headers: pageFields(whole, { 'retry-after': '1' }),
    });
    expect(textOf(whole)).toContain('<h1>This page cannot be shown now</h1>');
    expect(textOf(whole)).toContain('<p>Cannot answer: the resource failed. The request was not at fault.</p>');
    expectRefusal(await send({ target }), 'unexpected-failure', { 'retry-after': '1' });
  });
});

describeOverTransports('6 GET /explore/assets/{name}', { corpus: siteCorpus() }, (send) => {
  it.each(assets.files.map(({ name }) => name))('%s is immutable and compressed beforehand', async (name) => {
    const target = `/explore/assets/${name}`;
    const file = assets.files.find((each) => each.name === name)!;
    const fields = (own: object) => ({
      ...common,
      'content-type': file.contentType,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'cross-origin-resource-policy': 'cross-origin',
      ...own,
    });
    const plain = await send({ target, headers: { Accept: 'image/png' } });
    expect(plain).toEqual({
      status: 200,
      headers: fields({ 'content-length': String(file.body.length), etag: `"${name}"` }),
      body: plain.body,
    });
    expect(Buffer.from(plain.body).equals(file.body)).toBe(true);
    for (const [coding, suffix, decode] of [
      ['br', 'br', brotliDecompressSync],
      ['gzip', 'gz', gunzipSync],
    ] as const) {
      const coded = await send({ target, headers: { 'Accept-Encoding': `zstd, ${coding}` } });
      expect(coded.headers).toEqual(
        fields({
          'content-encoding': coding,
          'content-length': String(coded.body.length),
          etag: `"${name}.${suffix}"`,
        }),
      );
      expect(decode(coded.body).equals(file.body)).toBe(true);
    }
  });

  it.each([
    '/explore/assets/explorer.00000000.js',
    '/explore/assets/',
    '/explore/assets/..%2Fexplorer.ts',
    '/explore/assets/names.json',
  ])('%s does not exist', async (target) => {
    expectRefusal(await send({ target }), 'no-such-resource');
  });
});

describeOverTransports('6 GET /favicon.ico', { corpus: siteCorpus() }, (send) => {
  it('is the icon that the pages of the explorer name, kept for five minutes', async () => {
    for (const target of ['/explore', '/explore/page/index', '/explore/nothing']) {
      const page = textOf(await send({ target, headers: { Accept: browser } }));
      expect(page).toContain('<link rel="icon" href="/favicon.ico" type="image/svg+xml"/>');
    }
    const answer = await send({ target: '/favicon.ico', headers: { Accept: 'image/avif,image/webp' } });
    const digest = createHash('sha256').update(answer.body).digest('hex').slice(0, 12);
    expect({ status: answer.status, headers: answer.headers }).toEqual({
      status: 200,
      headers: readFields(answer, {
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=300',
        etag: `"icon.${digest}"`,
      }),
    });
    expect((await validateXML({ xml: textOf(answer), schema: SVG })).errors).toEqual([]);
    const known = await send({ target: '/favicon.ico', headers: { 'If-None-Match': answer.headers.etag! } });
    expect(known.status).toBe(304);
  });
});

const directive = /<p class="unseen" aria-hidden="true">For agents:.*?<a href="\/llms\.txt" tabindex="-1">/;

describeOverTransports('6 The head of the explorer', { corpus: siteCorpus() }, (send) => {
  it.each(['/explore', '/explore/page/index', '/explore/map'])('%s says where llms.txt is', async (target) => {
    expect(textOf(await send({ target }))).toMatch(directive);
  });
});

describeOverTransports(
  '6 The head of the explorer without llms.txt',
  { corpus: siteCorpus(), siteFiles: [] },
  (send) => {
    it.each(['/explore', '/explore/page/index'])('%s does not name it', async (target) => {
      expect(textOf(await send({ target }))).not.toContain('llms.txt');
    });
  },
);

describeOverTransports('6 GET /explore/search.js and /explore/embed', { corpus: siteCorpus() }, (send) => {
  const box = assets.files.find(({ name }) => name === assets.box)!;

  it('is a module that sites of other origins may load, kept for five minutes', async () => {
    const answer = await send({ target: '/explore/search.js', headers: { Origin: 'https://else.example' } });
    expect(answer).toEqual({
      status: 200,
      headers: {
        ...common,
        'content-type': 'text/javascript; charset=utf-8',
        'content-length': String(answer.body.length),
        'cache-control': 'public, max-age=300',
        etag: expect.stringMatching(/^"search_box\.[A-Z0-9]{8}\.js\.[0-9a-f]{12}"$/),
        vary: 'Accept-Encoding',
        'cross-origin-resource-policy': 'cross-origin',
      },
      body: answer.body,
    });
    expect(textOf(answer)).toBe(
      `import { describeSite } from './assets/${assets.box}';\ndescribeSite([], ${collections});\n`,
    );
  });

  it('shows the lines to copy, and the digest of the built file', async () => {
    const html = textOf(await send({ target: '/explore/embed' }))
      .replaceAll('&lt;', '<')
      .replaceAll('&quot;', '"');
    expect(html).toContain(`<script type="module" src="${origin}/explore/search.js"></script>\n<catchword-search>`);
    const integrity = `sha384-${createHash('sha384').update(box.body).digest('base64')}`;
    expect(html).toContain(`src="${origin}/explore/assets/${box.name}"\n  integrity="${integrity}" crossorigin>`);
  });
});

describeOverTransports(
  '6 GET /explore/feedback.js and /explore/embed of a service with feedback',
  { corpus: siteCorpus(), feedback: { store: createMemoryStore(), now: () => NOW, randomBytes: countedBytes() } },
  (send) => {
    it('is a module of one import that sites of other origins may load, kept for five minutes', async () => {
      const answer = await send({ target: '/explore/feedback.js', headers: { Origin: 'https://else.example' } });
      expect(answer).toEqual({
        status: 200,
        headers: {
          ...common,
          'content-type': 'text/javascript; charset=utf-8',
          'content-length': String(answer.body.length),
          'cache-control': 'public, max-age=300',
          etag: `"${assets.feedback}"`,
          vary: 'Accept-Encoding',
          'cross-origin-resource-policy': 'cross-origin',
        },
        body: answer.body,
      });
      expect(textOf(answer)).toBe(`import './assets/${assets.feedback}';\n`);
      const file = await send({ target: `/explore/assets/${assets.feedback}` });
      expect([file.status, file.headers['content-type'], file.headers['cache-control']]).toEqual([
        200,
        'text/javascript; charset=utf-8',
        'public, max-age=31536000, immutable',
      ]);
    });

    it('shows the lines to copy', async () => {
      const html = textOf(await send({ target: '/explore/embed' }))
        .replaceAll('&lt;', '<')
        .replaceAll('&quot;', '"');
      expect(html).toContain(
        `<script type="module" src="${origin}/explore/feedback.js"></script>\n<catchword-feedback>\n  <form action="${origin}/feedback">`,
      );
    });
  },
);

describeOverTransports('6 GET /explore/feedback.js of a service without feedback', { corpus: siteCorpus() }, (send) => {
  it('is not there, and no line leads to it', async () => {
    expectRefusal(await send({ target: '/explore/feedback.js' }), 'no-such-resource');
    expect(textOf(await send({ target: '/explore/embed' }))).not.toContain('feedback.js');
  });
});

describeOverTransports('6 GET /explore/graph.bin', { corpus: siteCorpus() }, (send) => {
  it('holds every page with its place, collection and links', async () => {
    const answer = await send({ target: '/explore/graph.bin' });
    expect(answer.headers).toEqual(readFields(answer, { ...validated, 'content-type': 'application/octet-stream' }));
    const graph = readGraph(new Uint8Array(answer.body).buffer);
    expect(graph.paths).toEqual(['about', 'docs/größe', 'glossary/etag', 'index', 'writing/caching', 'writing/search']);
    expect([graph.count, graph.total, [...graph.collection]]).toEqual([6, 6, [0, 0, 2, 0, 1, 1]]);
    expect(graph.outgoing).toEqual([[], [], [4], [4], [2, 3], []]);
    expect(graph.incoming).toEqual([[], [], [4], [4], [2, 3], []]);
    expect(new Set(Array.from(graph.x, (x, page) => `${x} ${graph.y[page]}`)).size).toBe(6);
    // A group has four pages at least.
    expect(graph.groups).toEqual([]);
  });
});
