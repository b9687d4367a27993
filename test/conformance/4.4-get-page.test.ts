import { expect, it } from 'vitest';
import { expectRefusal, markdownLinks, readFields, revalidated, validated, validator } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { siteCorpus } from './site.ts';
import { jsonOf, textOf } from './transports.ts';

describeOverTransports('4.4 GET /api/pages/{path}', { corpus: siteCorpus() }, (send) => {
  it('answers the page in JSON with what it references', async () => {
    const answer = await send({ target: '/api/pages/writing/caching' });
    expect({ status: answer.status, headers: answer.headers, body: jsonOf(answer) }).toEqual({
      status: 200,
      headers: readFields(answer, {
        ...validated,
        vary: 'Accept, Accept-Encoding',
        link: '<https://site.example/writing/caching.md>; rel="alternate"; type="text/markdown"',
      }),
      body: {
        page: {
          path: 'writing/caching',
          canonical: 'https://site.example/writing/caching',
          title: 'Caching',
          description: 'How caches keep answers.',
          indexing: 'index, follow',
          collection: 'writing',
          slug: 'caching',
          aliases: [],
          tags: [
            { slug: 'cache', title: 'CACHE' },
            { slug: 'http', title: 'HTTP' },
          ],
          published: '2026-01-02',
          updated: null,
          language: 'en',
          markdown: 'https://site.example/writing/caching.md',
          references: [
            { path: 'glossary/etag', title: 'Entity tag', collection: 'glossary' },
            { path: 'index', title: 'Home', collection: null },
          ],
          referencedBy: [
            { path: 'glossary/etag', title: 'Entity tag', collection: 'glossary' },
            { path: 'index', title: 'Home', collection: null },
          ],
          headings: [{ depth: 2, text: 'Validators', anchor: 'validators' }],
        },
      },
    });
  });

  it('answers the Markdown with its own validator and its canonical address', async () => {
    const answer = await send({ target: '/api/pages/writing/caching', headers: { Accept: 'text/markdown' } });
    expect({ ...answer, body: textOf(answer) }).toEqual({
      status: 200,
      headers: readFields(answer, {
        ...revalidated,
        'content-type': 'text/markdown; charset=utf-8',
        etag: `"${validator}.md"`,
        vary: 'Accept, Accept-Encoding',
        link: markdownLinks('https://site.example/writing/caching.md', 'writing/caching'),
      }),
      body: 'A cache keeps answers. Validators let it ask again.',
    });
  });

  it('answers the Markdown as written where both are asked for', async () => {
    const target = '/api/pages/docs/gr%C3%B6%C3%9Fe?form=source';
    const markdown = await send({ target, headers: { Accept: 'text/markdown' } });
    expect([markdown.headers.etag, markdown.headers.vary, textOf(markdown)]).toEqual([
      `"${validator}.source.md"`,
      'Accept, Accept-Encoding',
      'A name outside ASCII, <b>as written</b>.',
    ]);
    const json = await send({ target });
    expect([json.headers.etag, jsonOf(json).page.path]).toEqual([`"${validator}"`, 'docs/größe']);
  });

  it.each([
    ['/api/pages/index', 'index'],
    ['/api/pages/%61bout', 'about'],
    ['/api/pages/docs/gr%C3%B6%C3%9Fe', 'docs/größe'],
    ['/api/pages/docs/gro%CC%88%C3%9Fe', 'docs/größe'],
    ['/%61pi/pages/about?x=1', 'about'],
    ['http://else.example/api/pages/about', 'about'],
  ])('%s is the page %s', async (target, path) => {
    expect(jsonOf(await send({ target })).page.path).toBe(path);
  });

  it('answers a path in any normal form with the same bytes, which name the address in NFC', async () => {
    const composed = await send({ target: '/api/pages/docs/gr%C3%B6%C3%9Fe' });
    expect(await send({ target: '/api/pages/docs/gro%CC%88%C3%9Fe' })).toEqual(composed);
    const { path, canonical, markdown } = jsonOf(composed).page;
    expect([path, canonical, markdown, composed.headers.link]).toEqual([
      'docs/gr\u00f6ße',
      'https://site.example/docs/gr%C3%B6%C3%9Fe',
      'https://site.example/docs/gr%C3%B6%C3%9Fe.md',
      '<https://site.example/docs/gr%C3%B6%C3%9Fe.md>; rel="alternate"; type="text/markdown"',
    ]);
    const twin = await send({ target: '/docs/gr%C3%B6%C3%9Fe.md' });
    expect([twin.status, await send({ target: '/docs/gro%CC%88%C3%9Fe.md' })]).toEqual([200, twin]);
  });

  it.each([
    '/api/pages/writing%2Fcaching',
    '/api/pages/nothing',
    '/api/pages/',
    '/api/pages//index',
    '/api/pages/index/',
    '/api/pages/writing/../index',
    '/api/pages/writing/%2e%2e/index',
    '/api/pages/Index',
    '/api/pages/%',
    '/api/pages/%zz',
    '/api/pages/%FF',
    '/api/pages/%C0%AF',
    '/api/pages/%ED%A0%80',
    '/api/pages/%00',
    '/api/pages/..%00/',
    '/api/pages/__proto__',
    '/api/pages/../tags',
    '/api/pages/%2e%2E/tags',
    '/api/./tags',
    '/api/tags/',
    '/api/tags;v=1',
    '/api/tags%00',
    '/api%2Ftags',
    '/api//tags',
    '//evil.example/api/tags',
    '/api/pages;v=1',
    '/API/pages',
    '/api\\pages',
    '//evil.example/api/pages/index',
    '/',
  ])('%s does not exist', async (target) => {
    expectRefusal(await send({ target }), 'no-such-resource');
  });

  it.each([
    ['text/html', 406],
    ['*/*;q=0', 406],
    ['text/html,*/*;q=0.8', 'application/json'],
    ['text/markdown;q=0,*/*', 'application/json'],
    ['text/markdown,application/json', 'application/json'],
    ['text/markdown,*/*', 'text/markdown; charset=utf-8'],
    [`${'text/x,'.repeat(1500)}text/markdown`, 'text/markdown; charset=utf-8'],
  ])('Accept: %s gets %s', async (accept, expected) => {
    const answer = await send({ target: '/api/pages/index', headers: { Accept: accept } });
    if (expected === 406) expectRefusal(answer, 'not-acceptable', { vary: 'Accept' });
    else expect(answer.headers['content-type']).toBe(expected);
  });

  it.each([
    ['/api/pages/writing%2Fcaching', '/api/pages/writing/caching'],
    ['/api/pages/writing%2fcaching?x=1', '/api/pages/writing/caching'],
    ['/api/pages/docs%2Fgr%C3%B6%C3%9Fe', '/api/pages/docs/gr%C3%B6%C3%9Fe'],
    ['/writing%2Fcaching.md', '/writing/caching.md'],
    ['/api/problems%2Finvalid-query', '/api/problems/invalid-query'],
  ])('says how to spell the address %s', async (target, meant) => {
    const answer = await send({ target });
    expectRefusal(answer, 'no-such-resource');
    expect(jsonOf(answer).detail).toBe(
      `Cannot find a resource: there is nothing at this address. Send the slashes in the path unescaped: ${meant}.`,
    );
  });

  it.each([
    '/api/pages/writing%2Fnothing',
    '/api/pages/writing%252Fcaching',
    '/api/pages/writing%2F%2Fcaching',
    '/a%2F..',
  ])('suggests no address for %s', async (target) => {
    const answer = await send({ target });
    expectRefusal(answer, 'no-such-resource');
    expect(jsonOf(answer).detail).toBe('Cannot find a resource: there is nothing at this address.');
  });
});
