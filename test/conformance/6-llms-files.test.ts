import { expect, it } from 'vitest';
import { openMcp } from '../../src/mcp/open_mcp.ts';
import { expectFile, expectRefusal, indexLine, validated, validatedWhole } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { origin, siteCorpus } from './site.ts';
import { textOf } from './transports.ts';

const mcp = { open: openMcp() };

describeOverTransports('6 The files for language models', { corpus: siteCorpus(), mcp }, (send) => {
  it('/llms.txt links the Markdown of every page, the API and MCP', async () => {
    const answer = await send({ target: '/llms.txt' });
    expectFile(answer, 'text/plain; charset=utf-8', validatedWhole(answer));
    expect(textOf(answer)).toBe(`# A site

> Of tests

Each link leads to the Markdown of a page. Only pages of the current version in the site's language are listed. A section that does not list all its pages lists those with the shortest paths.

Agents can search and read these pages with the Model Context Protocol (Streamable HTTP) at ${origin}/mcp.

Programs can search at ${origin}/api/search?q=WORDS, which returns JSON. ${origin}/api/openapi.json describes every resource, and ${origin}/api/query-schema.json describes the queries that POST /api/pages accepts. ${origin}/explore shows these pages to people. ${origin}/sitemap.xml lists the addresses of all pages. ${origin}/feed.json lists the newest pages.

## Pages (3 pages)

- [About](${origin}/about.md)
- [Größe](${origin}/docs/gr%C3%B6%C3%9Fe.md)
- [Home](${origin}/index.md): Where to begin.

## Writing (2 pages)

- [Caching](${origin}/writing/caching.md): How caches keep answers.
- [Searching](${origin}/writing/search.md)

## Glossary (1 page)

- [Entity tag](${origin}/glossary/etag.md)

## Optional

- [Full text](${origin}/llms-full.txt): the pages above in one file; with ?collection=NAME, those of one collection
`);
  });

  it('/llms.txt?collection=NAME lists the pages of a collection, and of none where the name is empty', async () => {
    const listed = async (name: string) => {
      const { status, body, headers } = await send({ target: `/llms.txt?collection=${name}` });
      expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
      return new TextDecoder().decode(body).match(/^## .*$/gm);
    };
    expect(await listed('glossary')).toEqual(['## Glossary (1 page)', '## Optional']);
    expect((await listed(''))![0]).toMatch(/^## Pages \(/);
    expectRefusal(await send({ target: '/llms.txt?collection=nothing' }), 'no-such-resource');
    expectRefusal(await send({ target: '/llms-full.txt?collection=nothing' }), 'no-such-resource');
  });

  it('/llms.txt names only addresses that answer', async () => {
    const text = textOf(await send({ target: '/llms.txt' }));
    const addresses = [...text.matchAll(/http:\/\/[^\s)]*[^\s).,]/g)].map(([address]) => address);
    expect(addresses).toHaveLength(6 + 8);
    for (const address of addresses) {
      const { status } = await send({ method: 'OPTIONS', target: address.slice(origin.length) });
      expect([address, status]).toEqual([address, 204]);
    }
  });

  it('/llms-full.txt has the Markdown of these pages, by section with its size', async () => {
    const answer = await send({ target: '/llms-full.txt' });
    expectFile(answer, 'text/plain; charset=utf-8', validated);
    const text = textOf(answer);
    expect([...text.matchAll(/^## .*$/gm)].map(([heading]) => heading)).toEqual([
      expect.stringMatching(/^## Pages \(3 pages, \d+ bytes\)$/),
      expect.stringMatching(/^## Writing \(2 pages, [\d,]+ bytes\)$/),
      expect.stringMatching(/^## Glossary \(1 page, \d+ bytes\)$/),
    ]);
    expect(text).toContain('\n---\n\nSource: /glossary/etag.md\n\nA validator of one representation in a cache.\n');
    const sources = [...text.matchAll(/^Source: (.*)$/gm)].map(([, source]) => source!);
    expect(sources).toHaveLength(6);
    for (const target of sources) {
      expect(text).toContain(textOf(await send({ target })).slice(indexLine.length));
    }
  });

  it('/llms-full.txt?collection=NAME has those of one collection under a validator of its own', async () => {
    const target = '/llms-full.txt?collection=glossary';
    const answer = await send({ target });
    expectFile(answer, 'text/plain; charset=utf-8', validatedWhole(answer));
    expect(textOf(answer)).toBe(`# A site

> Of tests

The Markdown of the pages that /llms.txt?collection=glossary lists, as much as fits. Each page begins with a line that gives the address of its Markdown.

## Glossary (1 page, 79 bytes)

---

Source: /glossary/etag.md

A validator of one representation in a cache.
`);
    expect(textOf(await send({ target: '/llms.txt?collection=glossary' }))).toContain(
      `- [Full text](${origin}${target}): the pages above in one file\n`,
    );
    const none = textOf(await send({ target: '/llms-full.txt?collection=' }));
    expect(none.match(/^Source: .*$/gm)).toEqual([
      'Source: /about.md',
      'Source: /docs/gr%C3%B6%C3%9Fe.md',
      'Source: /index.md',
    ]);
    const known = await send({ target, headers: { 'If-None-Match': answer.headers.etag! } });
    expect(known.status).toBe(304);
  });
});
