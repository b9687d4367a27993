import { expect, it } from 'vitest';
import { expectRefusal, markdownLinks, readFields, revalidated, validator } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { siteCorpus } from './site.ts';
import { textOf } from './transports.ts';

const accept = 'text/markdown, text/html;q=0.9, */*;q=0.1';

describeOverTransports('4.4 Accept: text/markdown at the address of a page', { corpus: siteCorpus() }, (send) => {
  it.each(['/', '/index', '/index/', '/index.html', '/explore/page/index'])(
    '%s answers its Markdown',
    async (target) => {
      const answer = await send({ target, headers: { accept } });
      expect({ ...answer, body: textOf(answer) }).toEqual({
        status: 200,
        headers: readFields(answer, {
          ...revalidated,
          vary: 'Accept, Accept-Encoding',
          'content-type': 'text/markdown; charset=utf-8',
          etag: `"${validator}.md"`,
          link: markdownLinks('https://site.example/index.md', 'index'),
        }),
        body: 'Welcome home.',
      });
    },
  );

  it('answers 304 to its own validator, and HEAD without a body', async () => {
    const known = await send({ target: '/index', headers: { accept, 'if-none-match': `"${validator}.md"` } });
    const head = await send({ target: '/index', method: 'HEAD', headers: { accept } });
    expect([known.status, textOf(known), head.status, textOf(head)]).toEqual([304, '', 200, '']);
  });

  it.each([
    ['/index', 'text/html,application/xhtml+xml,*/*;q=0.8'],
    ['/index', 'text/markdown;q=0.5, text/html'],
    ['/index', 'text/markdown;q=0, */*'],
    ['/index', '*/*'],
    ['/nothing', 'text/markdown'],
  ])('%s does not exist for Accept: %s', async (target, wanted) => {
    expectRefusal(await send({ target, headers: { accept: wanted } }), 'no-such-resource');
  });
});
