import { expect, it } from 'vitest';
import { corpusOf } from '../fixtures/corpus_of.ts';
import {
  expectRefusal,
  indexLine,
  markdownLinks,
  readFields,
  revalidated,
  sourceLinks,
  validator,
} from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { siteCorpus } from './site.ts';
import { textOf } from './transports.ts';

describeOverTransports('4.4 GET /{path}.md', { corpus: siteCorpus() }, (send) => {
  it.each([
    ['/index.md', 'https://site.example/index.md', 'Welcome home.'],
    ['/docs/gr%C3%B6%C3%9Fe.md', 'https://site.example/docs/gr%C3%B6%C3%9Fe.md', 'A name outside ASCII.'],
  ])('%s answers the Markdown of the page', async (target, address, body) => {
    const answer = await send({ target });
    expect({ ...answer, body: textOf(answer) }).toEqual({
      status: 200,
      headers: readFields(answer, {
        ...revalidated,
        'content-type': 'text/markdown; charset=utf-8',
        etag: `"${validator}.md"`,
        link: markdownLinks(address, target.slice(1, -'.md'.length)),
      }),
      body: indexLine + body,
    });
  });

  it('answers the Markdown as written under a validator of its own', async () => {
    const target = '/docs/gr%C3%B6%C3%9Fe.md?form=source';
    const answer = await send({ target });
    const expected = {
      status: 200,
      headers: readFields(answer, {
        ...revalidated,
        'content-type': 'text/markdown; charset=utf-8',
        etag: `"${validator}.source.md"`,
        link: sourceLinks('https://site.example/docs/gr%C3%B6%C3%9Fe.md', 'docs/gr%C3%B6%C3%9Fe'),
      }),
      body: 'A name outside ASCII, <b>as written</b>.',
    };
    expect({ ...answer, body: textOf(answer) }).toEqual(expected);
    const head = await send({ method: 'HEAD', target });
    expect([head.status, head.headers.etag, textOf(head)]).toEqual([200, `"${validator}.source.md"`, '']);
    const known = await send({ target, headers: { 'If-None-Match': `"${validator}.source.md"` } });
    expect(known.status).toBe(304);
    const other = await send({ target, headers: { 'If-None-Match': `"${validator}.md"` } });
    expect(other.status).toBe(200);
  });

  it.each(['form=', 'form=published', 'form=Source', 'form=source&form=source', 'x=source', 'form%3Dsource'])(
    'answers the published Markdown for ?%s',
    async (search) => {
      const answer = await send({ target: `/docs/gr%C3%B6%C3%9Fe.md?${search}` });
      expect([answer.status, textOf(answer)]).toEqual([200, `${indexLine}A name outside ASCII.`]);
    },
  );

  it.each(['/nothing.md', '/.md', '/docs/.md', '/index', '/index.md/'])('%s does not exist', async (target) => {
    expectRefusal(await send({ target }), 'no-such-resource');
  });
});

const kept = ['---\ntitle: A\n---\nText.', '+++\r\ntitle = "A"\n+++\nText.', '--- is no front matter.'];

describeOverTransports(
  '4.4 GET /{path}.md of a page with front matter',
  { corpus: corpusOf(kept.map((markdown, at) => ({ path: `p${at}`, markdown }))) },
  (send) => {
    it('leaves the front matter at the head of the file', async () => {
      const answers = await Promise.all(kept.map((_, at) => send({ target: `/p${at}.md` })));
      expect(answers.map(textOf)).toEqual([kept[0], kept[1], indexLine + kept[2]]);
    });
  },
);

describeOverTransports('4.4 GET /{path}.md without llms.txt', { corpus: siteCorpus(), siteFiles: [] }, (send) => {
  it('names no index, and has a validator of its own', async () => {
    const { headers, ...answer } = await send({ target: '/index.md' });
    expect([headers.etag, textOf({ headers, ...answer })]).toEqual([`"${validator}.alone.md"`, 'Welcome home.']);
  });
});
