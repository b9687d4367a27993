import { describe, expect, it } from 'vitest';
import { contextOf } from '../../../test/fixtures/site_context.ts';
import { readPage } from './read_page.ts';

const draftOf = (source: string, file = 'a.md') => readPage(file, Buffer.from(source), contextOf('hugo')).draft!;

/** The destinations of the links in the published Markdown; null for one that was not found there. */
function located(source: string, file?: string): (string | null)[] {
  const { links, markdown } = draftOf(source, file);
  const bytes = Buffer.from(markdown);
  return links.map(({ range }) => (range === undefined ? null : bytes.subarray(...range).toString()));
}

describe('the place of a destination', () => {
  it.each([
    ['a link', '# T\n\nSee [b.md](b.md#x "title").', ['b.md#x']],
    ['a link in brackets', '[a](<b c.md>)', ['b c.md']],
    ['an image in a link', '[![a](x.png)](x.png) ![b](x.png)', ['x.png', 'x.png', 'x.png']],
    ['a reference, twice', '# T\n\n[a][r] and ![i][r]\n\n[r]: b.md', ['b.md', 'b.md']],
    ['HTML', '<a href="b.md"><img src="b.md"></a> <a href=\'c.md?x&amp;y\'>c</a>', ['b.md', 'b.md', 'c.md?x&amp;y']],
    ['a wiki link', 'Größe [[B|b]] [[B]]\n\n| a |\n|---|\n| [[B\\|c]] |', ['[[B|b]]', '[[B]]', '[[B\\|c]]']],
    ['a destination with escapes', '[a](b\\_c&amp;d.md)', ['b\\_c&amp;d.md']],
    ['a destination with parentheses', '[a](b(c).md) x', ['b(c).md']],
    ['Hugo’s reference', '{{< note >}} [a]({{< ref "/b" >}}) [c](c.md) {{< /note >}}', ['{{< ref "/b" >}}', 'c.md']],
    ['Liquid’s variable', '[a]({{ site.baseurl }}/b)', ['{{ site.baseurl }}/b']],
    ['text behind code with the same text', '`[a](b.md)` [a](b.md)', ['b.md']],
    ['an automatic link, which has none', '<https://site.example/b> [a](b.md)', [null, 'b.md']],
    ['text outside the Basic Multilingual Plane', '😀 [a](b.md) 😀 [a](c.md)', ['b.md', 'c.md']],
    ['a page without a heading', '---\ntitle: Größe\n---\n\n\n[a](b.md)', ['b.md']],
  ])('of %s', (_name, source, destinations) => {
    expect(located(source)).toEqual(destinations);
  });

  it('is the one that a renderer reads: replaced, each link leads elsewhere', () => {
    const source =
      '`[a](b)` [![b](b)](b) <a href="b">b</a> [b][r] [[b]] [b](b)\n\n[r]: b\n\n{{< x >}} [b](b) `](b)` [b](b)';
    const { links, markdown } = draftOf(`# T\n\n${source}`);
    let bytes = Buffer.from(markdown);
    for (const [at, { range, kind }] of [...links.entries()].sort((x, y) => y[1].range![0] - x[1].range![0])) {
      const text = kind === 'wiki' ? `[[to${at}]]` : `to${at}`;
      bytes = Buffer.concat([bytes.subarray(0, range![0]), Buffer.from(text), bytes.subarray(range![1])]);
    }
    expect(draftOf(bytes.toString()).links.map(({ target }) => target)).toEqual(links.map((_, at) => `to${at}`));
  });

  it.each(['[a](b\\_) ', '[a](b\\_)\n\n', '<a href="b&amp;c">x</a>\n\n', '{{< x >}}\n[a](\\"b) ](', '[[a\\|b]]'])(
    'is looked for in bounded time in 20,000 times %j',
    (piece) => {
      expect(draftOf(`# T\n\n${piece.repeat(20_000)}`).links.length).toBeGreaterThanOrEqual(1);
    },
  );
});
