import { describe, expect, it } from 'vitest';
import { contextOf } from '../../../test/fixtures/site_context.ts';
import type { Generator } from '../generators/generator_rules.ts';
import { assembleSite } from '../site/assemble_site.ts';
import type { SiteContext } from '../site/site_context.ts';
import { publishMarkdown } from './publish_markdown.ts';
import { readPage } from './read_page.ts';

const SETTINGS = { origin: 'https://site.example', language: null, collections: null };
const PAGES = {
  'index.md': '# Home',
  'guide/index.md': '# Guide',
  'guide/install (1).md': '# Install',
  'guide/größe.md': '---\naliases: [Size]\n---\n# Größe',
};

/** The published Markdown of a page of the site above. */
function published(source: string, { file = 'guide/page.md', generator = 'plain', more = {} }: Options = {}): string {
  const context = contextOf(generator, more);
  const drafts = Object.entries({ ...PAGES, [file]: source }).map(
    ([name, text]) => readPage(name, Buffer.from(text), context).draft!,
  );
  const { pages } = assembleSite(drafts, context, SETTINGS);
  const page = pages.find((each) => each.file === file)!;
  const { links, markdown } = drafts.find((draft) => draft.file === file)!;
  const places = { origin: SETTINGS.origin, path: (at: number) => pages[at]!.path };
  return Buffer.from(publishMarkdown({ ...page, links, markdown: Buffer.from(markdown) }, places)).toString();
}

interface Options {
  readonly file?: string;
  readonly generator?: Generator;
  readonly more?: Partial<SiteContext>;
}

describe('publishMarkdown', () => {
  it.each([
    ['a link to a page', '[g](index.md)', '[g](/guide.md)'],
    ['its heading', '[g](größe.md#a "t")', '[g](/guide/gr%C3%B6%C3%9Fe.md#a "t")'],
    ['a link to the root', '[home](/)', '[home](/index.md)'],
    ['a link by the address of the site', '[g](https://site.example/guide/)', '[g](/guide.md)'],
    ['a name with parentheses', '[i](<install (1).md>)', '[i](</guide/install%20%281%29.md>)'],
    ['a reference that is used twice', '[a][g] ![b][g]\n\n[g]: ../guide/', '[a][g] ![b][g]\n\n[g]: /guide.md'],
    ['HTML', '<a href="../guide/">g</a>', '<a href="/guide.md">g</a>'],
    ['an alias', '[[Size]]', '[Size](/guide/gr%C3%B6%C3%9Fe.md)'],
    ['a wiki link with a label', '[[größe#Part|the size]]', '[the size](/guide/gr%C3%B6%C3%9Fe.md)'],
    [
      'a wiki link with a label in a table',
      '|a|\n|-|\n|[[größe#A\\|b]]|',
      '|a|\n|-|\n|[b](/guide/gr%C3%B6%C3%9Fe.md)|',
    ],
    ['an image beside the page', '![a](img/a.png)', '![a](https://site.example/guide/img/a.png)'],
    ['an image from the root', '![a](/img/a.png?x=1)', '![a](https://site.example/img/a.png?x=1)'],
    ['an image above', '<img src="../a.png">', '<img src="https://site.example/a.png">'],
    ['an image in a link', '[![a](a.png)](index.md)', '[![a](https://site.example/guide/a.png)](/guide.md)'],
    ['another file', '[pdf](/x.pdf#page=2)', '[pdf](https://site.example/x.pdf#page=2)'],
    ['an address that is no page', '[app](/app?x#y)', '[app](https://site.example/app?x#y)'],
    ['the page itself', '[me](page.md)', '[me](/guide/page.md)'],
  ])('rewrites %s', (_name, source, expected) => {
    expect(published(`# T\n\nÜber ${source}\n\nend`)).toBe(`# T\n\nÜber ${expected}\n\nend`);
  });

  it.each([
    ['links within the page', '[a](#part)'],
    ['relative links to nothing', '[a](nothing.md)'],
    ['links to other sites', '[a](https://other.example/guide) ![b](//cdn.example/a.png)'],
    ['images that the generator’s build resolves', '![a](@site/static/a.png) ![b](../../../static/b.png)'],
    ['code', '`[g](index.md)`\n\n```\n[g](index.md)\n```'],
    ['automatic links', '<https://site.example/guide/>'],
    ['double brackets that name no page', '[[Nothing]]'],
  ])('leaves %s', (_name, source) => {
    expect(published(`# T\n\n${source}`)).toBe(`# T\n\n${source}`);
  });

  it('resolves the references of templates', () => {
    const source = '# T\n\n{{< note >}} [g]({{< ref "/guide/index.md#x" >}}) {{< /note >}} [h]({{< relref "größe" >}})';
    expect(published(source)).toBe('# T\n\n> **Note**\n>\n> [g](/guide.md#x)\n\n[h](/guide/gr%C3%B6%C3%9Fe.md)');
    expect(published('# T\n\n![a]({{ site.baseurl }}/a.png) ![b]({{ site.cdn }}/b.png)', { generator: 'jekyll' })).toBe(
      '# T\n\n![a](https://site.example/a.png) ![b](…/b.png)',
    );
  });

  it('takes images of an index relative to its own address', () => {
    expect(published('# T\n\n![a](a.png)', { file: 'post/index.md' })).toBe(
      '# T\n\n![a](https://site.example/post/a.png)',
    );
  });

  it('adds the title as a heading, or keeps the front matter', () => {
    const source = '\ufeff---\r\ntitle: Größe\r\nx: 1 # y\r\n---\r\n\r\n[g](index.md)\r\n';
    expect(published(source)).toBe('# Größe\n\n[g](/guide.md)\n');
    const more = { keepsFrontMatter: true };
    expect(published(source, { more })).toBe('---\ntitle: Größe\nx: 1 # y\n---\n\n[g](/guide.md)\n');
    expect(published('[g](index.md)\n', { more, file: 'guide/a.md' })).toBe('# A\n\n[g](/guide.md)\n');
  });
});
