import { expect, it } from 'vitest';
import { expectRefusal, markdownLinks, readFields, revalidated, validator } from './expected.ts';
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
      body,
    });
  });

  it.each(['/nothing.md', '/.md', '/docs/.md', '/index', '/index.md/'])('%s does not exist', async (target) => {
    expectRefusal(await send({ target }), 'no-such-resource');
  });
});
