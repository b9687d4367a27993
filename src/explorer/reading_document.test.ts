import { describe, expect, test } from 'vitest';
import type { SinglePage } from '../client/api_types.ts';
import { parsePage } from './page_tree.ts';
import { type ReadingRequest, readingDocument } from './reading_document.ts';

const noVersions: ReadingRequest['versions'] = { version: null, total: 0, items: [] };

function shown(
  markdown: string,
  members: Partial<SinglePage> = {},
  versions = noVersions,
  translations: ReadingRequest['translations'] = [],
  above: ReadingRequest['above'] = [],
  around: Partial<Pick<ReadingRequest, 'before' | 'after'>> = {},
): string {
  const page = {
    ...{ path: 'a/b', canonical: 'https://site.example/a/b', title: 'T', description: '', collection: null },
    ...{ aliases: [], tags: [], published: null, updated: null, language: 'en' },
    ...{ references: [], referencedBy: [], headings: [], ...members },
  };
  const request = {
    page: Buffer.from(JSON.stringify({ page })),
    markdown: Buffer.from(markdown),
    images: new Map([['https://site.example/a/ü.png', '/explore/images/a/%C3%BC.png']]),
    ownOrigin: 'https://docs.example',
    ...{ before: null, after: null, ...around },
    ...{ above, versions, translations },
    facts: {
      ...{ title: 'A site', description: '', collections: [], hasFeedback: false },
      languages: [{ code: 'fr', name: 'Français' }],
      versions: ['7.22', '7.4'],
    },
    assets: { style: 'a.css', script: null, box: null },
  };
  return readingDocument(request, parsePage);
}

/** What the article of a page has behind its title. */
function article(markdown: string, members: Partial<SinglePage> = {}): string {
  return /<article[^>]*>(.*)<\/article>/s.exec(shown(markdown, members))![1]!;
}

describe('the document of a page', () => {
  test('tells its description and the address of its Markdown to programs', () => {
    const head = /<head>(.*)<\/head>/s.exec(shown('', { description: 'About "b"' }))![1]!;
    expect(head).toContain('<meta name="description" content="About &quot;b&quot;"/>');
    expect(head).toContain('<link rel="alternate" type="text/markdown" href="/a/b.md"/>');
    expect(shown('')).not.toContain('name="description"');
  });

  test('names itself in all of its languages', () => {
    const translations = ['en', 'fr'].map((language, page) => ({ page, language, path: `${language}/a b` }));
    expect(shown('', {}, noVersions, translations)).toContain(
      '<link rel="alternate" hreflang="en" href="/explore/page/en/a%20b"/><link rel="alternate" hreflang="fr" href="/explore/page/fr/a%20b"/>',
    );
    expect(shown('')).not.toContain('hreflang');
  });

  test('lists its other versions, languages and places, and says its own version', () => {
    const copy = (name: string, path: string, language = 'en') => ({ name, path, language });
    const items = [
      ...[copy('current', 'x'), copy('7.22', '7.22/x'), copy('fr', 'fr/x', 'fr'), copy('7.22', 'fr/7.22/x', 'fr')],
      copy('else', 'else/x'),
    ];
    const html = shown('', {}, { version: '7.4', total: 7, items });
    const section = (title: string) => new RegExp(`>${title} <.*?<ul>(.*?)</ul>`).exec(html)?.[1];
    expect(section('Other versions')).toBe(
      '<li dir="auto"><a href="/explore/page/x" data-path="x">Current</a></li>' +
        '<li dir="auto"><a href="/explore/page/7.22/x" data-path="7.22/x">7.22</a></li>',
    );
    expect(section('Other languages')).toBe(
      '<li><a href="/explore/page/fr/x" data-path="fr/x" lang="fr">Français</a></li>',
    );
    expect(section('Pages with the same text')).toContain('>else/x</a>');
    expect(html).toContain('<p>and 2 more</p>');
    expect(html).toContain('<dt>Version</dt><dd dir="auto">7.4</dd>');
    expect(shown('')).not.toMatch(/Other versions|Version<|more\.</);
  });

  test('has its text as HTML, below the title that it begins with', () => {
    expect(article('# T\n\nSome *words*.\n')).toBe('<h1>T</h1>\n<p>Some <em>words</em>.</p>');
  });

  test.each([
    ['quotes in each other', '>'.repeat(120_000), 'its quotes or lists are nested more than 100 levels deep'],
    ['lists in each other', '1. '.repeat(10_000), 'its quotes or lists are nested more than 100 levels deep'],
    ['elements in each other', '<div>'.repeat(6_000), 'its elements are nested more than 400 levels deep'],
    [
      'elements in each other, a block each',
      '<div>\n\n'.repeat(6_000),
      'its elements are nested more than 400 levels deep',
    ],
    ['formatting that no block ends', number('<b id="%">\n\n', 3_000), 'it has more than 50,000 elements'],
    ['three open elements in each block', `<b><i><s>\n\n${'a\n\n'.repeat(60_000)}`, 'it has more than 50,000 elements'],
    ['a table with cells that are not written', wideTable(2_000), 'it has more than 50,000 elements'],
    ['more elements than a page may have', '*a* '.repeat(10_000).replaceAll(/(.{800})/g, '$1\n\n'), null],
    [
      'elements in each other in many blocks',
      `${'*'.repeat(200)}a${'*'.repeat(200)}\n\n`.repeat(420),
      'it has too many deeply nested elements',
    ],
    ['many headings', '## a\n'.repeat(40_000), 'it has more than 50,000 elements'],
    [
      'many footnotes',
      `${'a[^1] '.repeat(2_600).replaceAll(/(.{800})/g, '$1\n\n')}\n\n[^1]: b\n`,
      'it has more than 50,000 elements',
    ],
    ['emphasis marks', '_a'.repeat(60_000), 'its blocks have too many emphasis marks'],
  ])('shows %s as text where it must, and says so', (_what, markdown, refusal) => {
    const text = article(markdown);
    if (refusal === null) {
      expect(text).toContain('<p><em>a</em>');
      return;
    }
    const shownText = markdown
      .slice(0, 256 * 1024)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('"', '&quot;');
    expect(text).toBe(
      `<h1>T</h1><p lang="en" dir="ltr">This page is shown as plain text, because ${refusal}. <a href="/a/b.md">Read its Markdown</a>.</p><pre class="plain" tabindex="0">${shownText}</pre>`,
    );
  });

  test.each([
    [
      "an image at the service's origin",
      '![A *b*](https://docs.example/a/%C3%BC.png?v=1 "T")',
      '<img src="https://docs.example/a/%C3%BC.png?v=1" alt="A b" title="T" loading="lazy"/>',
    ],
    [
      'an image of the folder',
      '![A *b*](https://site.example/a/%C3%BC.png?v=1 "T")',
      '<img src="/explore/images/a/%C3%BC.png" alt="A b" title="T" loading="lazy"/>',
    ],
    [
      'another image of the site as a link',
      '<img src="https://site.example/b.png" alt="B" loading="lazy">',
      '<a href="https://site.example/b.png" class="image">B</a>',
    ],
    [
      'an image with a size',
      '<img src="https://docs.example/a.png" width="20" onerror="x()" style="a">',
      '<img src="https://docs.example/a.png" alt width="20" loading="lazy"/>',
    ],
    [
      'an image in a link',
      '[![A](https://docs.example/a.png)](https://b.example/)',
      '<a href="https://b.example/"><img src="https://docs.example/a.png" alt="A" loading="lazy"/></a>',
    ],
    [
      'an image at another port as a link',
      '<img src="https://docs.example:8443/b.png" alt="B" loading="lazy">',
      '<a href="https://docs.example:8443/b.png" class="image">B</a>',
    ],
  ])('shows %s', (_what, markdown, html) => {
    expect(article(`# T\n\n${markdown}\n`)).toContain(html);
  });

  test('names the folders above a page, and when it was changed', () => {
    const html = shown('# T', { updated: '2026-01-02' }, noVersions, [], [{ path: 'a', title: 'A' }]);
    expect(/<div class="place">.*?<\/div>/.exec(html)![0]).toBe(
      '<div class="place"><nav aria-label="Breadcrumb"><ol><li><a href="/explore/page/a">A</a></li></ol></nav><p lang="en" dir="ltr">Updated <time datetime="2026-01-02">2026-01-02</time></p></div>',
    );
    expect(shown('# T')).not.toContain('class="place"');
    expect(shown('# T', { published: '2026-01-02' })).toContain('Published <time datetime="2026-01-02">');
  });

  test('leads to the pages before and after it, where they are known', () => {
    const before = { path: 'a b', title: 'A' };
    const around = (pages: Parameters<typeof shown>[5]) =>
      /<nav class="around".*?<\/nav>/.exec(shown('# T', {}, noVersions, [], [], pages))?.[0];
    expect(around({ before, after: { path: 'c', title: 'C' } })).toBe(
      '<nav class="around" aria-label="Previous and next page"><a rel="prev" href="/explore/page/a%20b"><span lang="en">Previous</span> A</a><a rel="next" href="/explore/page/c"><span lang="en">Next</span> C</a></nav>',
    );
    expect(around({ before })).not.toContain('rel="next"');
    expect(around({})).toBeUndefined();
  });

  test.each([
    ['stands below the title', '# T\n\nText', '<h1>T</h1><p class="about">A &quot;b&quot;, c.</p>\n<p>Text</p>'],
    [
      'stands below a title that the text lacks',
      'Text',
      '<h1>T</h1><p class="about">A &quot;b&quot;, c.</p><p>Text</p>',
    ],
    [
      'is not repeated before the same sentence',
      '# T\n\nA **"b"**, c. Text',
      '<h1>T</h1>\n<p>A <strong>&quot;b&quot;</strong>, c. Text</p>',
    ],
    [
      'is not repeated where the text has it below a list',
      '# T\n\n- x\n\na b c',
      '<h1>T</h1>\n<ul>\n<li>x</li>\n</ul>\n<p>a b c</p>',
    ],
  ])('its description %s', (_what, markdown, html) => {
    expect(article(markdown, { description: 'A "b", c.' })).toBe(html);
  });

  test.each([
    ['js', 'let a', '<span class="c-word">let</span> a'],
    ['Console', '"a" # b', '<span class="c-string">&quot;a&quot;</span> <span class="c-comment"># b</span>'],
    [
      'ts',
      'f(1) // c',
      '<span class="c-name">f</span>(<span class="c-number">1</span>) <span class="c-comment">// c</span>',
    ],
    ['yaml', 'a: true', '<span class="c-name">a</span>: <span class="c-word">true</span>'],
    ['json', '{"a": null}', '{<span class="c-name">&quot;a&quot;</span>: <span class="c-word">null</span>}'],
    [
      'html',
      '<b id="c">',
      '<span class="c-word">&lt;b</span> <span class="c-name">id</span>=<span class="c-string">&quot;c&quot;</span><span class="c-word">></span>',
    ],
    [
      'sql',
      'SELECT 1 -- a',
      '<span class="c-word">SELECT</span> <span class="c-number">1</span> <span class="c-comment">-- a</span>',
    ],
    ['diff', '+a\n-b', '<span class="c-good">+a</span>\n<span class="c-bad">-b</span>'],
    ['no-such-language', 'let a', 'let a'],
  ])('colours code in %s where it knows the language', (language, code, coloured) => {
    expect(article(`\`\`\`${language}\n${code}\n\`\`\`\n`)).toContain(
      `<code class="language-${language}">${coloured}\n</code>`,
    );
  });

  test('colours the code of a page up to a length, and shows the rest as it is', () => {
    const long = `\`\`\`js\n${'let a; '.repeat(8_000)}\n\`\`\`\n\n`;
    const [first, second, third] = article(`${long}${long}\`\`\`js\nlet b\n\`\`\`\n`).split('<pre').slice(1);
    expect(first).toContain('c-word');
    expect(second).not.toContain('c-word');
    expect(third).toContain('c-word');
  });

  test.each([
    ['> [!NOTE]\n> a', 'notice note'],
    ['> **Warning: Mind**\n>\n> a', 'notice warning'],
    ['> **Danger**\n>\n> a', 'notice danger'],
    ['> [!tip] Title\n> a', 'notice tip'],
    ['> [!IMPORTANT]\n> a', 'notice important'],
    ['> **Bold** words', null],
    ['> **Important things**', null],
    ['> a', null],
  ])('gives the notice %j the class %s', (markdown, name) => {
    expect(/<blockquote(?: class="([^"]*)")?>/.exec(article(markdown))![1] ?? null).toBe(name);
  });

  test('closes unclosed elements of a block with it, and names that are no elements', () => {
    const page = 'move <name> to <host>\n\n'.repeat(2_000);
    expect(article(page)).not.toContain('plain text');
  });

  test('keeps the text of a page with unclosed tags behind an import', () => {
    const page = `import A from "a";\n\n${'Foo<A x={ '.repeat(20_000)}>`;
    expect(article(page)).toContain('Foo&lt;A x={ Foo&lt;A');
  });

  test('counts what its lists leave out', () => {
    const headings = Array.from({ length: 1_500 }, () => ({ depth: 2, text: 'h', anchor: 'h' }));
    const references = Array.from({ length: 1_500 }, (_, at) => ({ path: `p${at}`, title: 'P', collection: null }));
    const aliases = Array.from({ length: 300 }, (_, at) => `n${at}`);
    const text = shown('a', { headings, references, aliases });
    expect(text.match(/class="level-2"/g)).toHaveLength(1_000);
    expect(text).toContain('</ul><p>and 500 more</p></nav>');
    expect(text.match(/ data-path="p/g)).toHaveLength(1_012);
    expect(text).toContain('</ul><p>and 488 more</p></details>');
    expect(text).toContain('n199 and 100 more');
  });
});

function number(text: string, count: number): string {
  return Array.from({ length: count }, (_, at) => text.replace('%', String(at))).join('');
}

function wideTable(size: number): string {
  return `${'|a'.repeat(size)}|\n${'|-'.repeat(size)}|\n${'|b|\n'.repeat(size)}`;
}
