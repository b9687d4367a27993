import { expect, it } from 'vitest';
import { corpusOf } from '../fixtures/corpus_of.ts';
import {
  common,
  expectRefusal,
  indexLine,
  markdownLinks,
  readFields,
  revalidated,
  validatedWhole,
  validator,
} from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { origin, siteCorpus } from './site.ts';
import { type ReceivedAnswer, textOf } from './transports.ts';

const accept = 'text/markdown, text/html;q=0.9, */*;q=0.1';

/** @param address of the Markdown of the root page on the site */
function expectHome(answer: ReceivedAnswer, address: string): void {
  expect({ ...answer, body: textOf(answer) }).toEqual({
    status: 200,
    headers: readFields(answer, {
      ...revalidated,
      vary: 'Accept, Accept-Encoding',
      'content-type': 'text/markdown; charset=utf-8',
      etag: `"${validator}.md"`,
      link: markdownLinks(address, 'index'),
    }),
    body: `${indexLine}Welcome home.`,
  });
}

describeOverTransports('4.4 Accept: text/markdown at the address of a page', { corpus: siteCorpus() }, (send) => {
  it.each(['/', '/index', '/index/', '/index.html', '/explore/page/index'])(
    '%s answers its Markdown',
    async (target) => {
      expectHome(await send({ target, headers: { accept } }), 'https://site.example/index.md');
    },
  );

  it('answers 304 to its own validator, and HEAD without a body', async () => {
    const known = await send({ target: '/index', headers: { accept, 'if-none-match': `"${validator}.md"` } });
    const head = await send({ target: '/index', method: 'HEAD', headers: { accept } });
    expect([known.status, textOf(known), head.status, textOf(head)]).toEqual([304, '', 200, '']);
  });

  it.each([
    ['/index', 'text/markdown;q=0, */*'],
    ['/index', '*/*'],
    ['/index', 'application/json, text/html;q=0.9'],
    ['/nothing', 'text/markdown'],
    ['/nothing', 'text/html'],
  ])('%s does not exist for Accept: %s', async (target, wanted) => {
    expectRefusal(await send({ target, headers: { accept: wanted } }), 'no-such-resource');
  });

  it.each([
    ['/index', 'text/html,application/xhtml+xml,*/*;q=0.8', 'index'],
    ['/writing/caching/', 'text/markdown;q=0.5, text/html', 'writing/caching'],
    ['/writing/caching.html?x=1', 'text/*', 'writing/caching'],
    ['/docs/gr%C3%B6%C3%9Fe', 'text/html', 'docs/gr%C3%B6%C3%9Fe'],
  ])('%s leads Accept: %s to the reading page', async (target, wanted, page) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await send({ target, method, headers: { accept: wanted } });
      expect({ ...answer, body: textOf(answer) }).toEqual({
        status: 303,
        headers: {
          ...common,
          location: `/explore/page/${page}`,
          'content-length': '0',
          'cache-control': 'no-store',
          vary: 'Accept',
        },
        body: '',
      });
    }
    expectRefusal(await send({ target, method: 'POST', headers: { accept: wanted } }), 'no-such-resource');
  });

  it.each(['GET', 'HEAD'])('%s of the page in the explorer with .md behind it answers the same', async (method) => {
    const twin = await send({ target: '/writing/caching.md', method });
    expect(twin.status).toBe(200);
    expect(await send({ target: '/explore/page/writing/caching.md', method })).toEqual(twin);
  });

  it('nothing is in the explorer behind the name of no page', async () => {
    expectRefusal(await send({ target: '/explore/page/nothing.md' }), 'no-such-resource');
  });
});

const rootless = corpusOf([{ path: 'about', title: 'About', text: 'Who writes this.' }], {
  origin: 'https://site.example/docs',
  publicOrigin: origin,
});

describeOverTransports(
  '4.4 Accept: text/markdown at the root of a site without a page there',
  { corpus: rootless },
  (send) => {
    it.each(['/', '/docs', '/docs/'])('%s answers the list of the pages', async (target) => {
      const list = await send({ target: '/llms.txt' });
      const answer = await send({ target, headers: { accept } });
      expect({ ...answer, body: textOf(answer) }).toEqual({
        status: 200,
        headers: readFields(answer, {
          ...validatedWhole(answer),
          vary: 'Accept, Accept-Encoding',
          'content-type': 'text/markdown; charset=utf-8',
        }),
        body: textOf(list),
      });
    });
  },
);

const below = siteCorpus({ origin: 'https://site.example/docs' });

describeOverTransports('4.4 Accept: text/markdown below the base path of the site', { corpus: below }, (send) => {
  it.each(['/docs', '/docs/', '/docs/index', '/docs/index.html', '/index'])(
    '%s answers its Markdown at the address of the site',
    async (target) => {
      expectHome(await send({ target, headers: { accept } }), 'https://site.example/docs/index.md');
    },
  );

  it('leads browsers from the address of the site to the reading page', async () => {
    const answer = await send({ target: '/docs/writing/caching', headers: { accept: 'text/html' } });
    expect([answer.status, answer.headers.location]).toEqual([303, '/explore/page/writing/caching']);
  });

  it.each(['/docs/nothing', '/docsindex', '/other/index', '/docs/docs/index'])('%s does not exist', async (target) => {
    expectRefusal(await send({ target, headers: { accept } }), 'no-such-resource');
  });
});
