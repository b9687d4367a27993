import { describe, expect, test } from 'vitest';
import { contextOf } from '../../../test/fixtures/site_context.ts';
import { readPage } from './read_page.ts';

function read(source: string | Uint8Array, file = 'a.md', context = contextOf('plain')) {
  return readPage(file, typeof source === 'string' ? new TextEncoder().encode(source) : source, context);
}

function draftOf(...args: Parameters<typeof read>) {
  const { draft } = read(...args);
  if (draft === null) throw new Error('no page');
  return draft;
}

describe('readPage', () => {
  test('gives texts in normal form C and the Markdown byte for byte', () => {
    const [nfd, nfc] = ['cafe\u0301', 'caf\u00e9'];
    const body = `# ${nfd}\n\nA ${nfd}, e&#x301; and \`${nfd}\`. #${nfd}\n\n\`\`\`\n${nfd}\n\`\`\``;
    const fields = `---\ndescription: ${nfd}\ntags: ["cafe\\u0301"]\naliases: [${nfd}, ${nfc}]\n---\n`;
    const draft = draftOf(fields + body, 'a.md', contextOf('obsidian'));
    expect(draft).toMatchObject({
      title: nfc,
      description: nfc,
      tags: [nfc],
      aliases: [nfc],
      headings: [{ depth: 1, text: nfc, anchor: nfc }],
      text: `A ${nfc}, é and ${nfc}. #${nfc}\n${nfc}`,
      markdown: body,
    });
    expect(draft.code).toEqual([draft.text.length - nfc.length, draft.text.length]);
    expect(draftOf('text', `${nfd}.md`).title).toBe('Caf\u00e9');
  });

  test('reads a whole page', () => {
    const source = [
      '\ufeff---',
      'title: A page',
      'tags: [One, two]',
      'date: 2024-05-06T23:30:00-08:00',
      'aliases: [/old/, Other name]',
      '---',
      '# A page',
      '',
      'First *sentence* with [a link](b.md#x). Second.',
      '',
      '- item `code`',
      '',
      '```js',
      'let a;',
      '```',
    ].join('\r\n');
    expect(read(source)).toEqual({
      warnings: [],
      draft: {
        file: 'a.md',
        title: 'A page',
        titleFromFile: false,
        description: 'First sentence with a link. Second.',
        indexing: 'index, follow',
        canonical: null,
        tags: ['One', 'two'],
        categories: [],
        aliases: ['/old/', 'Other name'],
        address: null,
        slug: null,
        bodyFile: null,
        takesBody: false,
        redirectTo: null,
        hides: [],
        isBuilt: false,
        labels: [],
        published: '2024-05-06',
        updated: null,
        weight: null,
        unlisted: false,
        language: 'en',
        headings: [{ depth: 1, text: 'A page', anchor: 'a-page' }],
        sections: [0],
        fields: {},
        links: [{ target: 'b.md', fragment: 'x', kind: 'address', line: 9, column: 23, range: [41, 47] }],
        text: 'First sentence with a link. Second.\nitem code\nlet a;',
        code: [46, 52],
        markdown: '# A page\n\nFirst *sentence* with [a link](b.md#x). Second.\n\n- item `code`\n\n```js\nlet a;\n```',
        source: '# A page\n\nFirst *sentence* with [a link](b.md#x). Second.\n\n- item `code`\n\n```js\nlet a;\n```',
      },
    });
  });

  test('returns data that JSON preserves', () => {
    const reading = read('---\ntitle: {x\n---\n[a](b) {{ x }}\n');
    expect(JSON.parse(JSON.stringify(reading))).toEqual(reading);
  });

  test.each([
    ['front matter', '---\ntitle: T\n---\n# H', 'T'],
    ['a number', '---\ntitle: 2022\n---\n', '2022'],
    ['the first H1, not an object', '---\ntitle: {a: 1}\n---\n# The `H` *one*\n# Two', 'The H one'],
    ['a menu title', '---\nsidebar_label: Menu\n---\ntext', 'Menu'],
    ['the file name', 'text', 'Some file name'],
  ])('takes its title from %s', (_name, source, title) => {
    expect(draftOf(source, 'x/02-some_file-name.md', contextOf('plain', { numberedFolders: ['x'] })).title).toBe(title);
  });

  test('titles an index by its folder, and a note by its file name as it is', () => {
    expect(draftOf('text', 'getting-started/_index.md').title).toBe('Getting started');
    expect(draftOf('text', 'x/My note_2.md', contextOf('obsidian')).title).toBe('My note_2');
  });

  test('describes a page without paragraphs by its text, on one line', () => {
    expect(draftOf('| a |\n|---|\n| b |').description).toBe('a b');
  });

  test('keeps an H1 that differs from the title, and gives Markdown without H1 one', () => {
    expect(draftOf('---\ntitle: T\n---\n# H\n\ntext').text).toBe('H\ntext');
    expect(draftOf('---\ntitle: T\n---\n# t\n\ntext').text).toBe('text');
    expect(draftOf('---\ntitle: T\n---\n\n## H\n').markdown).toBe('# T\n\n## H\n');
  });

  test.each([
    ['table cells', '| a | b |\n|---|---|\n| c | d |', 'a\nb\nc\nd'],
    ['soft breaks', 'a\nb  \nc', 'a b c'],
    ['HTML', '<div>a<b>b</b></div>\n\nc <i>d</i> <!-- no -->e', 'ab\nc d e'],
    ['inline scripts', 'a <script>no()</script> b', 'a b'],
    ['character references', 'a &amp; b&nbsp;c', 'a & b c'],
    ['callouts', '> [!NOTE] Title\n> text', 'Title text'],
    ['templates', '{{< tabs >}}\na {{ x }} b\n{{< /tabs >}}', 'a b'],
    ['images', 'a ![alt](b.png) c', 'a c'],
    ['footnotes', 'a[^1]\n\n[^1]: b', 'a\nb'],
    ['wiki links', 'see [[Note|the note]], [[Other#Part]]', 'see the note, Other Part'],
    ['no wiki link in HTML code', 'see <code>[[a]] [b](c.md)</code>', 'see [[a]] b'],
  ])('keeps the words of %s', (_name, source, text) => {
    expect(draftOf(source).text).toBe(text);
  });

  test('finds no links in HTML code, and those behind it', () => {
    const { links } = draftOf(
      'see <code>[[a]] [b](c.md) <a href="d.md">d</a></code> [e](f.md)\n\n<kbd>[[g]]\n\n[[h]]\n',
    );
    expect(links.map(({ target }) => target)).toEqual(['f.md', 'h']);
  });

  test('reads MDX that its parser would take too long for as Markdown, with a warning', () => {
    const source = `---\ntitle: T\n---\n${'<Tab>\n\n'.repeat(20_000)}words\n`;
    const { draft, warnings } = read(source, 'a.mdx');
    expect(draft?.text).toBe('words');
    expect(warnings).toEqual([
      {
        ...{ file: 'a.mdx', line: 4, column: 1, rule: 'mdx' },
        message:
          'Cannot read the page as MDX, so it is read as Markdown: it has too many tags and braces for its length',
      },
    ]);
  });

  test('reads MDX, and MDX with an error as Markdown with a warning', () => {
    const mdx =
      'import X from "x"\n\n## Part {/* own-id */}\n\n<Card href="/a" to={`/b`}>words {"said"} {x.y}</Card>\n';
    expect(draftOf(mdx, 'a.mdx')).toMatchObject({
      text: 'words said',
      headings: [{ depth: 2, text: 'Part', anchor: 'own-id' }],
      links: [{ target: '/a' }, { target: '/b' }],
    });
    const broken = read('import X from "x"\n\na <b\n', 'a.mdx');
    expect(broken.draft?.text).toBe('a <b');
    expect(broken.warnings).toMatchObject([{ file: 'a.mdx', line: 3, rule: 'mdx' }]);
    expect(read('a <b {x\n').warnings).toEqual([]);
  });

  test.each([
    ['# Title\n\nOne.\n\n## Two\n\nThree.\n\n### Four\n', 'One.\nTwo\nThree.\nFour', ['One.', 'Two', 'Four']],
    ['## Alone\n\nText.\n\n### Part\n', 'Text.\nPart', ['Text.', 'Part']],
    ['---\ntitle: T\n---\n\n# A\n\n## B\n\n```\ncode\n```\n\n## C\n', 'A\nB\ncode\nC', ['A', 'B', 'C']],
    ['# Title\n', '', ['']],
  ])('tells where the section of each heading of %j begins', (source, text, starts) => {
    const draft = draftOf(source);
    expect([draft.text, draft.sections.map((at) => draft.text.slice(at).split('\n')[0])]).toEqual([text, starts]);
  });

  test('gives headings their anchors, own ids and counters', () => {
    expect(draftOf('## A b\n\n## A b\n\n## C {#own}\n').headings.map(({ anchor }) => anchor)).toEqual([
      'a-b',
      'a-b-1',
      'own',
    ]);
  });

  test('finds links of every kind in the order of mention, and none in code', () => {
    const source =
      '[a](/1) [r] <a href="/2">b</a> [[W]] ![i](/i) `[c](/no)` [d](#d) ![s] [f](f.pdf)\n\n```\n[e](/no)\n```\n\n[r]: /r\n[s]: /s\n';
    expect(draftOf(source).links.map(({ target, kind }) => `${kind} ${target}`)).toEqual([
      'address /1',
      'address /r',
      'address /2',
      'wiki W',
      'image /i',
      'own ',
      'image /s',
      'file f.pdf',
    ]);
  });

  test.each([
    ['![[in/a.png]]', ['image in/a.png']],
    ['![[ a.SVG#icon|20]]', ['image a.SVG']],
    ['![[/in/a.png]]', ['image in/a.png']],
    ['![[a.pdf#page=2]] ![[a.md#b.png]]', ['wiki a.md']],
  ])('finds the embedded pictures in %j', (source, links) => {
    expect(draftOf(source).links.map(({ target, kind }) => `${kind} ${target}`)).toEqual(links);
  });

  test('takes no link from an inclusion', () => {
    expect(draftOf('[!INCLUDE [shown](x.md)]\n\n[a](b.md)').links.map(({ target }) => target)).toEqual(['b.md']);
  });

  test('reads inline tags in a vault only', () => {
    const source = 'text #topic/sub and #2024 and a#b\n';
    expect(draftOf(source, 'a.md', contextOf('obsidian')).tags).toEqual(['topic/sub']);
    expect(draftOf(source).tags).toEqual([]);
  });

  test.each([
    ['draft: true', 'plain', 'a.md'],
    ['published: false', 'plain', 'a.md'],
    ['publish: false', 'plain', 'a.md'],
    ['dg-publish: false', 'plain', 'a.md'],
    ['title: x', 'jekyll', '_drafts/a.md'],
    ['title: x', 'docusaurus', 'docs/_partial.md'],
  ] as const)('leaves out a page with %s in a %s site at %s', (field, generator, file) => {
    expect(read(`---\n${field}\n---\ntext`, file, contextOf(generator))).toEqual({ draft: null, warnings: [] });
  });

  test('keeps a page with future or past dates, because the result must not depend on the clock', () => {
    expect(draftOf('---\npublishDate: 2999-01-01\nexpiryDate: 1999-01-01\n---\n').published).toBe('2999-01-01');
  });

  test.each([
    ['robots: NOINDEX, NOFOLLOW', 'NOINDEX, NOFOLLOW'],
    ['robots: [noindex, nofollow]', 'noindex, nofollow'],
    ['robots: {index: false}', 'noindex'],
    ['robots: {index: true, follow: true}', 'index, follow'],
    ['robots: []', 'index, follow'],
    ['unlisted: true', 'noindex'],
    ['searchable: false', 'noindex'],
    ['title: x', 'index, follow'],
  ])('reads %j as the robots directive %j', (field, indexing) => {
    expect(draftOf(`---\n${field}\n---\n`).indexing).toBe(indexing);
  });

  test('reads the language from front matter, folder, file name and site, in that order', () => {
    const hugo = contextOf('hugo', { locales: ['pt-br'], languageSuffixes: ['fr'], language: 'en' });
    expect(draftOf('---\nlang: de_at\n---\n', 'pt-br/a.md', hugo).language).toBe('de-AT');
    expect(draftOf('a', 'pt-br/a.md', hugo).language).toBe('pt-BR');
    expect(draftOf('a', 'x/a.fr.md', hugo).language).toBe('fr');
    expect(draftOf('a', 'x/a.md', hugo).language).toBe('en');
  });

  test('takes the date from a dated file name when the front matter has none', () => {
    expect(draftOf('a', '_posts/2024-02-29-x.md').published).toBe('2024-02-29');
    expect(draftOf('a', '_posts/2023-02-29-x.md').published).toBeNull();
    expect(draftOf('a', 'x/2024-02-29-x.md', contextOf('jekyll')).published).toBe('2024-02-29');
    expect(draftOf('a', 'x/2024-02-29-x.md').published).toBe('2024-02-29');
    expect(draftOf('a', 'x/2024-02-29-x.md', contextOf('hugo')).published).toBeNull();
  });

  test('takes dates of TOML, which are no records', () => {
    expect(draftOf('+++\ndate = 2024-01-02T23:30:00-08:00\nlastmod = 2024-02-03\n+++\n')).toMatchObject({
      ...{ published: '2024-01-02', updated: '2024-02-03' },
    });
  });

  test('refuses bytes that are not UTF-8', () => {
    expect(read(Uint8Array.of(0x61, 0xff))).toEqual({
      draft: null,
      warnings: [
        {
          file: 'a.md',
          line: 1,
          column: 2,
          message:
            'Cannot read the page: the byte 0xFF is not UTF-8; the file may be in Latin-1 (Windows-1252). Save it as UTF-8',
          rule: 'encoding',
        },
      ],
    });
  });

  test.each([
    ['one line of 50 MB', 'word '.repeat(10 << 20)],
    ['deep block quotes', '>'.repeat(200_000)],
    ['deep lists', Array.from({ length: 2000 }, (_item, at) => `${' '.repeat(at * 2)}- a\n`).join('')],
    ['nested brackets', '['.repeat(200_000)],
    ['reference links', `[r]: /x\n\n${'[r] '.repeat(100_000)}`],
    ['wiki brackets', '[[a|'.repeat(100_000)],
    ['headings', '# a\n'.repeat(100_000)],
    ['tags', '<a href="/x">'.repeat(50_000)],
    ['nothing', ''],
    ['NUL characters', '\0'.repeat(1000)],
  ])('survives %s', (_name, source) => {
    expect(draftOf(source).title).not.toBe('');
  });
});
