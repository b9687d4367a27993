import { describe, expect, test } from 'vitest';
import { contextOf } from '../../../test/fixtures/site_context.ts';
import type { Generator } from '../generators/generator_rules.ts';
import { readPage } from '../markdown/read_page.ts';
import type { ContentSettings } from '../site_content.ts';
import { assembleSite } from './assemble_site.ts';
import type { SiteContext } from './site_context.ts';

const SETTINGS: ContentSettings = { origin: 'https://site.example', language: 'en', collections: null };

interface Site {
  readonly generator?: Generator;
  readonly context?: Partial<SiteContext>;
  readonly settings?: Partial<ContentSettings>;
}

function assemble(files: Readonly<Record<string, string>>, site: Site = {}) {
  const context: SiteContext = {
    ...contextOf(site.generator ?? 'plain'),
    ...site.context,
  };
  const drafts = Object.entries(files).map(([file, source]) => {
    const { draft } = readPage(file, new TextEncoder().encode(source), context);
    if (draft === null) throw new Error(`${file} is no page`);
    return draft;
  });
  return assembleSite(drafts, context, { ...SETTINGS, ...site.settings });
}

function pathsOf(files: Readonly<Record<string, string>>, site?: Site): Record<string, string> {
  return Object.fromEntries(assemble(files, site).pages.map(({ file, path }) => [file, path]));
}

/** Path of the page that the only link of `from` leads to, or null. */
function targetOf(files: Readonly<Record<string, string>>, from: string, site?: Site): string | null {
  const { pages } = assemble(files, site);
  const [link] = pages.find(({ file }) => file === from)!.links;
  return link === undefined ? null : pages[link]!.path;
}

describe('names that differ only in Unicode normal form', () => {
  const [nfd, nfc] = ['cafe\u0301', 'caf\u00e9'];

  test.each<[string, string, string, Site?]>([
    ['a file name', `${nfd}/${nfd}.md`, `${nfc}/${nfc}`],
    ['a Hugo file name', `${nfd}/A ${nfd}.md`, `${nfc}/a-${nfc}`, { generator: 'hugo' }],
    ['an Astro file name', `${nfd}.md`, nfc, { generator: 'astro' }],
    ['Hangul', `${'한국'.normalize('NFD')}.md`, '한국'],
    ['half-width katakana, which is another name', 'ｶﾞ.md', 'ｶﾞ'],
  ])('%s is an address in NFC', (_name, file, path, site) => {
    expect(pathsOf({ [file]: 'text' }, site)).toEqual({ [file]: path });
  });

  test.each([
    ['---\npermalink: /x/cafe\u0301\n---\ntext', `x/${nfc}`],
    ['---\npermalink: /x/cafe%CC%81\n---\ntext', `x/${nfc}`],
    ['---\nslug: cafe\u0301\n---\ntext', nfc],
    ['---\nslug: "cafe\\u0301"\n---\ntext', nfc],
  ])('an address in %j is in NFC', (source, path) => {
    expect(pathsOf({ 'a.md': source })).toEqual({ 'a.md': path });
  });

  test.each([
    [`[x](${nfc}.md)`],
    [`[x](${nfd}.md)`],
    ['[x](caf%C3%A9.md)'],
    ['[x](cafe%CC%81)'],
    [`[x](/${nfd})`],
    [`[x](CAFE\u0301)`],
    [`[x](https://site.example/${nfd}/)`],
    ['[x](https://site.example/cafe%CC%81)'],
    [`[[${nfd}]]`],
    [`[[${nfc}]]`],
    [`[[other ${nfd}]]`],
    [`[x](https://elsewhere.example/${nfd})`],
  ])('%s leads to the page of either spelling', (link) => {
    for (const [file, name] of [
      [nfd, nfc],
      [nfc, nfd],
    ]) {
      const page = `---\naliases: [other ${name}]\ncanonical: https://elsewhere.example/${name}\n---\ntext`;
      expect(targetOf({ 'from.md': link, [`${file}.md`]: page }, 'from.md')).toBe(nfc);
    }
  });

  test('a relative link leads out of a folder of either spelling', () => {
    const files = { [`${nfd}/from.md`]: '[x](to.md)', [`${nfd}/to.md`]: 'text' };
    expect(targetOf(files, `${nfd}/from.md`)).toBe(`${nfc}/to`);
  });

  test('of two such files the first by code point is published, and the other is named in a warning', () => {
    const { pages, warnings } = assemble({ [`${nfc}.md`]: 'composed', [`${nfd}.md`]: 'decomposed' });
    expect(pages.map(({ file, path }) => [file, path])).toEqual([[`${nfd}.md`, nfc]]);
    expect(warnings).toEqual([
      {
        file: `${nfc}.md`,
        line: 0,
        column: 0,
        message: `Cannot publish the page at "${nfc}": ${nfd}.md is already there (the names differ only in Unicode normal form), so this one is left out`,
        rule: 'duplicate-path',
      },
    ]);
  });

  test('two such tags are one', () => {
    const { tags, pages } = assemble({
      'a.md': `---\ntags: [${nfd}, '${nfd}!']\n---\ntext`,
      'b.md': `---\ntags: ${nfc}\n---\ntext`,
    });
    expect(tags).toEqual([{ slug: nfc, title: nfc }]);
    expect(pages.map((page) => page.tags)).toEqual([[nfc], [nfc]]);
  });

  test('two such folders are one collection, which a declaration may spell either way', () => {
    const files = { [`${nfd}/a.md`]: 'text', [`${nfc}/b.md`]: 'text' };
    const collection = { name: nfc, title: 'Caf\u00e9', folder: nfc };
    expect(assemble(files).collections).toEqual([collection]);
    const declared = assemble(files, { settings: { collections: [{ name: nfd }] } });
    expect(declared.collections).toEqual([collection]);
    expect(declared.pages.map((page) => page.collection)).toEqual([nfc, nfc]);
  });
});

describe('assembleSite gives addresses', () => {
  test.each<[string, string, string, Site?]>([
    ['a file', 'a/b.md', 'a/b'],
    ['the root', 'index.md', 'index'],
    ['a section', 'a/_index.md', 'a'],
    ['a README', 'a/README.md', 'a'],
    ['a group', '(x)/a.md', 'a'],
    ['the index of a group', 'b/(x)/index.md', 'b'],
    ['a file whose name only looks like a group', 'b/(x).md', 'b/(x)'],
    ['a post', 'blog/_posts/2024-01-02-a.md', 'blog/a'],
    ['a numbered file', '01-a/2.b.md', 'a/b', { context: { numberedFolders: ['', '01-a'] } }],
    ['a numbered file elsewhere', '404/2.b.md', '404/2.b'],
    ['a Hugo file', 'A/B c.md', 'a/b-c', { generator: 'hugo' }],
    ['a French Hugo file', 'a/b.fr.md', 'fr/a/b', { generator: 'hugo', context: { languageSuffixes: ['fr'] } }],
    ['an Astro file', 'A/b c.1.mdx', 'a/b-c1', { generator: 'astro' }],
    ['a note', 'A/My Note.md', 'A/My Note', { generator: 'obsidian' }],
  ])('to %s', (_name, file, path, site) => {
    expect(pathsOf({ [file]: 'text' }, site)).toEqual({ [file]: path });
  });

  test.each<[string, string, Generator?]>([
    ['permalink: /x/y/', 'x/y'],
    ['permalink: /x y/z/', 'x y/z'],
    ['permalink: x y', 'x y'],
    ['path: words of a text', 'a/b'],
    ['url: /x/index.html', 'x'],
    ['path: "2024/x"', '2024/x'],
    ['slug: x', 'a/x'],
    ['slug: /x/y', 'x/y'],
    ['slug: X/y', 'X/y'],
    ['permalink: /:year/:title/', 'a/b'],
    ['permalink: false', 'a/b'],
    ['url: https://elsewhere.example/x', 'a/b'],
    ['id: x', 'a/x', 'docusaurus'],
    ['id: x', 'a/b'],
    ['permalink: /', 'index'],
  ])('by %j in the front matter: %j', (field, path, generator = 'plain') => {
    expect(pathsOf({ 'a/b.md': `---\n${field}\n---\n` }, { generator })).toEqual({ 'a/b.md': path });
  });

  test('to the first of two pages at one path, in the order of file names', () => {
    const { pages, warnings } = assemble({ 'b.md': '---\nurl: /a\n---\n', 'a.mdx': 'x', 'a.md': 'y' });
    expect(pages.map(({ file, path }) => [file, path])).toEqual([
      ['a.md', 'a'],
      ['b.md', 'b'],
    ]);
    expect(warnings).toEqual([
      {
        ...{ file: 'a.mdx', line: 0, column: 0, rule: 'duplicate-path' },
        message: 'Cannot publish the page at "a": a.md is already there, so this one is left out',
      },
      {
        ...{ file: 'b.md', line: 0, column: 0, rule: 'duplicate-path' },
        message: 'Cannot publish the page at "a": a.md is already there, so this one is at "b"',
      },
    ]);
  });

  test('and warns of one where a server has a file', () => {
    const { pages, warnings } = assemble({ 'feed.xml.md': 'x', 'docs/feed.xml.md': 'y', 'sitemap.md': 'z' });
    expect(pages.map(({ path }) => path)).toEqual(['docs/feed.xml', 'feed.xml', 'sitemap']);
    expect(warnings).toEqual([
      {
        ...{ file: 'feed.xml.md', line: 0, column: 0, rule: 'served-path' },
        message:
          'The server has its own file at "/feed.xml", so this page is only at "/feed.xml.md". To serve the page at "/feed.xml", omit that file from "siteFiles"',
      },
    ]);
  });

  test('and keeps the dates of posts whose addresses would collide', () => {
    expect(pathsOf({ '2024-01-02-a.md': '', '2024-02-02-a.md': '' })).toEqual({
      '2024-01-02-a.md': 'a',
      '2024-02-02-a.md': '2024-02-02-a',
    });
  });
});

describe('assembleSite resolves a link', () => {
  const files = { 'a/one.md': '', 'a/two.md': '', 'b/index.md': '', 'b/My_File.md': '', 'index.md': '' };
  test.each([
    ['to a file beside it', '[x](two.md)', 'a/two'],
    ['without extension', '[x](two)', 'a/two'],
    ['with HTML extension', '[x](two.html#y)', 'a/two'],
    ['up and down', '[x](../b/index.md)', 'b'],
    ['to a folder', '[x](../b/)', 'b'],
    ['as seen from a pretty address', '[x](../two/)', 'a/two'],
    ['from the root', '[x](/a/two/)', 'a/two'],
    ['to the root', '[x](/)', 'index'],
    ['in other case and with spaces', '[x](/B/my%20file)', 'b/My_File'],
    ['by the whole address', '[x](https://site.example/a/two)', 'a/two'],
    ['by a bare name', '[x](my-file)', 'b/My_File'],
    ['by reference', '[x][r]\n\n[r]: two.md', 'a/two'],
    ['of HTML', '<a href="/b">x</a>', 'b'],
    ['of Hugo', '[x]({{< ref "two.md" >}})', 'a/two'],
    ['of Jekyll', '[x]({% link a/two.md %})', 'a/two'],
    ['of Zola', '[x](@/a/two.md)', 'a/two'],
    ['of a wiki', '[[My_File]]', 'b/My_File'],
    ['of a wiki by path', '[[b/My_File|x]]', 'b/My_File'],
    ['whose version only the build knows', '[x](/{{ page.version }}/two)', 'a/two'],
    ['below a base address', '[x]({{ site.baseurl }}/a/two)', 'a/two'],
  ])('%s', (_name, source, path) => {
    expect(targetOf({ ...files, 'a/one.md': source }, 'a/one.md')).toBe(path);
  });

  test('by an old address, an alias and a canonical address', () => {
    const page = '---\naliases: [/old/place/, Nick name]\ncanonical: https://other.example/x/\n---\n';
    for (const link of [
      '[x](/old/place)',
      '[[nick name]]',
      '[x](nick%20name)',
      '[x](<Nick name#y>)',
      '<a href="/nick-name/">x</a>',
      '[x](https://other.example/x)',
    ]) {
      expect(targetOf({ 'a.md': link, 'b.md': page }, 'a.md')).toBe('b');
    }
  });

  test('by an alias only if no page has that address, and only one page has the alias', () => {
    const page = '---\naliases: [there]\n---\n';
    expect(targetOf({ 'a.md': '[x](there)', 'b.md': page, 'there.md': '' }, 'a.md')).toBe('there');
    expect(targetOf({ 'a.md': '[x](there)', 'b.md': page, 'c.md': '' }, 'a.md')).toBe('b');
    expect(assemble({ 'a.md': '[x](there)', 'b.md': page, 'c.md': page }).linksResolved).toBe(0);
  });

  test('by a wiki name that fits several pages to the shortest path, then the first by code point', () => {
    const pages = { 'z/n.md': '', 'b/n.md': '', 'a/deep/n.md': '', 'from.md': '[[n]]', 'z/from.md': '[[n]]' };
    for (const from of ['from.md', 'z/from.md']) expect(targetOf(pages, from)).toBe('b/n');
  });

  test('to a post by its date and by its name', () => {
    const pages = {
      '_posts/2024-01-02-x.md': '',
      'a.md': '[x](/2024/01/02/x.html)',
      'b.md': '[x]({% post_url 2024-01-02-x %})',
    };
    expect(targetOf(pages, 'a.md', { generator: 'jekyll' })).toBe('x');
    expect(targetOf(pages, 'b.md', { generator: 'jekyll' })).toBe('x');
  });

  test('within its own language, else in the default one', () => {
    const site = { context: { locales: ['de', 'en'] } };
    const pages = { 'de/a.md': '[x](/b/)', 'de/b.md': '', 'en/b.md': '', 'de/c.md': '[x](/de/d/)', 'en/d.md': '' };
    expect(targetOf(pages, 'de/a.md', site)).toBe('de/b');
    expect(targetOf(pages, 'de/c.md', site)).toBe('en/d');
  });

  test('below an address that three links agree on', () => {
    const pages = {
      'a.md': '',
      'b.md': '',
      'c.md': '',
      'from.md': '[x](/docs/a) [x](/docs/b) [x](/docs/c) [x](/docs/d)',
    };
    const { pages: placed, linksResolved, linksUnresolved } = assemble(pages);
    expect(placed.at(-1)).toMatchObject({ path: 'from', links: [0, 1, 2] });
    expect([linksResolved, linksUnresolved]).toEqual([3, 1]);
    expect(assemble({ 'a.md': '', 'b.md': '', 'from.md': '[x](/docs/a) [x](/docs/b)' }).linksResolved).toBe(0);
  });
});

test('assembleSite lists each link once, in order of first mention, without links to the page itself, and warns of dead ones', () => {
  const { pages, warnings, linksResolved, linksUnresolved } = assemble({
    'a.md': '[x](c.md) [x](b.md) [x](c.md#y) [x](a.md) [x](#y)\n\n[x](gone.md)',
    'b.md': '',
    'c.md': '',
  });
  expect(pages[0]!.links).toEqual([2, 1]);
  expect({ linksResolved, linksUnresolved }).toEqual({ linksResolved: 3, linksUnresolved: 1 });
  expect(warnings).toEqual([
    {
      file: 'a.md',
      line: 3,
      column: 1,
      message: 'Cannot resolve the link "gone.md": no page matches it',
      rule: 'dead-link',
    },
  ]);
});

test('assembleSite merges spellings of a tag and titles it by the most frequent one', () => {
  const tagged = (tags: string) => `---\ntags: ${tags}\n---\n`;
  const { tags, pages } = assemble({
    'a.md': tagged('[web dev, Z]'),
    'b.md': tagged('[Web Dev]'),
    'c.md': tagged('"Web Dev, z"'),
  });
  expect(tags).toEqual([
    { slug: 'web-dev', title: 'Web Dev' },
    { slug: 'z', title: 'Z' },
  ]);
  expect(pages.map((page) => page.tags)).toEqual([['web-dev', 'z'], ['web-dev'], ['web-dev', 'z']]);
});

describe('assembleSite collects', () => {
  const files = { 'blog/index.md': '# News', 'blog/a.md': '', 'one/a.md': '', 'index.md': '', 'blog/x/b.md': '' };
  test('the top folders with two or more pages when none is declared', () => {
    const { collections, pages } = assemble(files);
    expect(collections).toEqual([{ name: 'blog', title: 'News', folder: 'blog' }]);
    expect(pages.map(({ path, collection }) => [path, collection])).toEqual([
      ['blog', 'blog'],
      ['blog/a', 'blog'],
      ['blog/x/b', 'blog'],
      ['index', null],
      ['one/a', null],
    ]);
  });

  test('folders of translations under the names of their languages', () => {
    const translated = ['br', 'pt-br', 'de', 'tlh', 'fr'].flatMap((folder) => [`${folder}/a.md`, `${folder}/b.md`]);
    const context = { locales: ['br', 'de', 'fr', 'pt-br', 'tlh'] };
    const { collections } = assemble(
      { ...Object.fromEntries(translated.map((file) => [file, ''])), 'fr/index.md': '# Accueil' },
      { context },
    );
    expect(collections.map(({ name, title }) => `${name}: ${title}`)).toEqual([
      'br: Português (Brasil)',
      'de: Deutsch',
      'fr: Accueil',
      'pt-br: Português (Brasil)',
      'tlh: Tlh',
    ]);
  });

  test('the declared ones, the innermost folder first', () => {
    const declared = [
      { name: 'posts', title: 'Posts', folder: '/blog/' },
      { name: 'x', folder: 'blog/x' },
      { name: 'none' },
    ];
    const { collections, pages } = assemble(files, { settings: { collections: declared } });
    expect(collections).toEqual([
      { name: 'posts', title: 'Posts', folder: 'blog' },
      { name: 'x', title: 'X', folder: 'blog/x' },
      { name: 'none', title: 'None', folder: 'none' },
    ]);
    expect(pages.map(({ collection }) => collection)).toEqual(['posts', 'posts', 'x', null, null]);
  });
});

test('assembleSite does not depend on the order of its drafts', () => {
  const files = {
    'b.md': '[x](a.md)',
    'a.md': '---\nurl: /c\n---\n',
    'c.md': '[x](b.md)',
    'd/\u{1f600}.md': '',
    'd/\uff5e.md': '',
  };
  const turned = Object.fromEntries(Object.entries(files).reverse());
  expect(assemble(turned)).toEqual(assemble(files));
});

describe('links with dots', () => {
  const files = { 'x/a.md': '', 'x/b.md': '# B', 'y/c.md': '# C', 'x/z/d.md': '# D' };

  test.each([
    ['./b', 'x/b'],
    ['./b.md', 'x/b'],
    ['./z/../b', 'x/b'],
    ['../y/c', 'y/c'],
    ['./z/./d.md', 'x/z/d'],
    ['../../y/c', 'y/c'],
  ])('%s lead to %j', (target, path) => {
    expect(targetOf({ ...files, 'x/a.md': `[a](${target})` }, 'x/a.md')).toBe(path);
  });
});
