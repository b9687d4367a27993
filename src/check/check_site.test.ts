import { describe, expect, it } from 'vitest';
import { checkFiles as check, findingsIn as findings } from '../../test/fixtures/check_files.ts';
import type { IgnoreEntry } from './finding.ts';

/** Findings of one page beside a page `b` with the headings "Set up" and "Größe". */
function findingsOf(text: string, more: Readonly<Record<string, string>> = {}): string[] {
  const b = '# B\n\n## Set up\n\n## Größe {#size}\n\n<a id="here"></a>\n';
  return findings({ 'b.md': b, 'a.md': `# A\n\n${text}\n`, ...more }).filter((finding) => finding.startsWith('a.md:'));
}

describe('checkSite', () => {
  it('reports the whole of a folder', () => {
    const report = check({ 'index.md': '# Home\n\n[b](b.md) [none](none.md)\n', 'b.md': '---\ntitle: "x\n---\n# B\n' });
    expect(report).toEqual({
      ...{ root: '', generator: 'plain', files: 2, pages: 2, linksResolved: 1, linksUnresolved: 1 },
      versions: [],
      ...{ imagesChecked: true, unchecked: null, ignored: 0, unusedIgnores: [] },
      findings: [
        {
          ...{ file: 'b.md', line: 3, column: 1, rule: 'front-matter', target: '' },
          problem: 'Cannot read the front matter: Missing closing "quote',
          message: 'Cannot read the front matter: Missing closing "quote',
        },
        {
          ...{ file: 'index.md', line: 3, column: 11, rule: 'dead-link', target: 'none.md', problem: 'no page' },
          message: 'Cannot resolve the link "none.md": no page matches it',
        },
      ],
    });
  });

  it('finds nothing in a folder without pages', () => {
    expect(check({ 'x.txt': '' })).toMatchObject({ files: 0, pages: 0, findings: [] });
  });
});

describe('dead links', () => {
  it.each([
    ['[x](missing)', 'missing'],
    ['[x](./missing.md#y)', './missing.md'],
    ['[x](/docs/missing/)', '/docs/missing/'],
    ['[x][m]\n\n[m]: missing', 'missing'],
    ['<a href="missing.html">x</a>', 'missing.html'],
    ['[x](@someone)', '@someone'],
  ])('are found in %s', (text, target) => {
    expect(check({ 'a.md': `# A\n\n${text}\n` }).findings.map((each) => [each.rule, each.target])).toEqual([
      ['dead-link', target],
    ]);
  });

  it.each([
    ['the root', '[x](/) [x](https://site.example/)', {}],
    ['a folder of pages', '[x](/docs/) [x](docs)', { 'docs/b.md': '# B' }],
    ['the list of a tag', '[x](/tags/) [x](/tags/two-words/)', { 'b.md': '---\ntags: [Two words]\n---\n# B' }],
    ['a template of the project', '[x](/about/) [x](team.html)', { 'about/index.njk': '', 'team.vue': '' }],
    [
      'a redirect in the settings',
      '[x](/old/) [x](/older)',
      { _redirects: '/old /new 301', 'vercel.json': '{"x":"/older"}' },
    ],
    ['a file of the project', '[x](src/Makefile) [x](./src)', { 'src/Makefile': '' }],
    ['a value of the site’s build', '[x](/{{ page.version }}/x) [x]({{< param "repo" >}}/tree)', {}],
    ['an alias of the site’s build', '[x](@snippets/x.nu)', {}],
    ['another part of the host', '[x](../std/index.html)', {}],
    ['a teleport of Vue', '<Teleport to="body">x</Teleport>', {}],
  ] as const)('are not found in links to %s', (_name, text, more) => {
    expect(findings({ 'a.md': `# A\n\n${text}\n`, ...more })).toEqual([]);
  });

  it('are judged behind the base address of Jekyll', () => {
    expect(check({ '_config.yml': '', 'a.md': '[x]({{ site.baseurl }}/missing)' }).findings).toHaveLength(1);
  });
});

describe('dead anchors', () => {
  it.each([
    ['another page', '[b](b.md#nothing)', 'a.md:3:1 dead-anchor b#nothing: no heading has this anchor'],
    ['its own page', 'x [a](#nothing)', 'a.md:3:3 dead-anchor a#nothing: no heading has this anchor'],
    [
      'another case',
      '[b](b.md#Set-up)',
      'a.md:3:1 dead-anchor b#Set-up: no heading has this anchor (did you mean "#set-up"?)',
    ],
    [
      'a slip',
      '<a href="b#set-pu">b</a>',
      'a.md:3:10 dead-anchor b#set-pu: no heading has this anchor (did you mean "#set-up"?)',
    ],
    [
      'the text of a heading that names its id',
      '[b](b.md#größe)',
      'a.md:3:1 dead-anchor b#größe: no heading has this anchor',
    ],
    ['a wiki link', '[[b#Nothing]]', 'a.md:3:1 dead-anchor b#Nothing: no heading has this anchor'],
  ])('are found in a link to %s', (_name, text, finding) => {
    expect(findingsOf(text)).toEqual([finding]);
  });

  it.each([
    ['a heading', '[b](b.md#set-up) [b](b#size)'],
    ['a heading of its own page', '[a](#a)'],
    ['an anchor in HTML', '[b](b.md#here)'],
    ['a percent-encoded anchor', '## Maß\n\n[b](#ma%C3%9F)'],
    ['a heading by a wiki link', '[[b#Set up]] [[b#Größe|size]]'],
    [
      'the top, a route, a text fragment, a footnote, a line',
      '[t](#top) [r](b#/x) [f](b#:~:text=x) [n](#fn1) [l](b#L10)',
    ],
    ['a page of another site', '[x](https://other.example/#y)'],
    ['a page that is missing', '[x](missing.md#y)'],
  ])('are not found in links to %s', (_name, text) => {
    expect(findingsOf(text).filter((finding) => finding.includes('dead-anchor'))).toEqual([]);
  });

  it.each([
    ['includes text', { 'c.md': '# C\n\n{% include part.md %}\n' }],
    ['has no heading', { 'c.md': 'Text.\n' }],
    ['is in another language', { 'c.md': '---\nlang: de\n---\n# C\n' }],
    ['has a heading with a value of a template', { 'c.md': '# C\n\n## {{ site.name }} noth{{ x }}ing\n' }],
    ['makes a heading of a shortcode', { 'c.md': '# C\n\n{{% term "Nothing" %}}\n' }],
  ])('are not found in a page that %s', (_name, more) => {
    expect(findingsOf('[c](c.md#nothing)', more)).toEqual([]);
  });

  it('are judged by the rule of the generator', () => {
    const page = '# A\n\n## 1. Größe\n\n[a](#1-groe) [a](#1-größe) [a](#_1-große)\n';
    const dead = (files: Readonly<Record<string, string>>) => check(files).findings.map(({ target }) => target);
    expect(dead({ 'mkdocs.yml': '', 'docs/a.md': page })).toEqual(['a#_1-große']);
    expect(dead({ '.vitepress/config.ts': '', 'a.md': page })).toEqual(['a#1-groe', 'a#1-größe']);
    expect(dead({ 'a.md': page })).toEqual(['a#1-groe', 'a#_1-große']);
  });
});

describe('missing images', () => {
  const pictures = { 'img/there.png': '', 'static/logo.svg': '', 'docs/near.png': '' };
  const missing = (text: string, more: Readonly<Record<string, string>> = pictures) =>
    findings({ 'docs/a.md': `# A\n\n${text}\n`, ...more });

  it.each([
    ['![a](no.png)', ['docs/a.md:3:1 missing-image no.png: no such file']],
    ['![a](../img/no.png)', ['docs/a.md:3:1 missing-image ../img/no.png: no such file']],
    ['![a](/img/no.png)', ['docs/a.md:3:1 missing-image /img/no.png: no such file']],
    ['<div>\n\n<p>\nä <img src="/img/no.png">', ['docs/a.md:6:13 missing-image /img/no.png: no such file']],
    ['![a][i]\n\n[i]: no.png', ['docs/a.md:3:1 missing-image no.png: no such file']],
    ['![[no.png]]', ['docs/a.md:3:1 missing-image no.png: no such file']],
    ['![a](../../../etc/no.png)', ['docs/a.md:3:1 missing-image ../../../etc/no.png: no such file']],
    ['![a](near.png) ![a](../img/there.png) ![a](/img/there.png?raw=true) ![[there.png]]', []],
    ['![a](/logo.svg) ![a](/base/logo.svg) ![a](@site/static/logo.svg)', []],
    ['![a](https://cdn.example/no.png) ![a](data:image/png;base64,AA) `![a](no.png)`', []],
    ['![a](https://site.example/logo.svg) ![a]({{ site.cdn }}/no.png) <img src={no}>', []],
  ])('of %s', (text, expected) => {
    expect(missing(text)).toEqual(expected);
  });

  it('are not looked for in a folder without any picture', () => {
    expect(check({ 'a.md': '![a](no.png)' })).toMatchObject({ imagesChecked: false, findings: [] });
  });
});

describe('redirects', () => {
  const page = (...aliases: string[]) => `---\naliases: ${JSON.stringify(aliases)}\n---\n# Page\n`;

  it('are a fault when the address is a page, which may redirect further', () => {
    const files = { 'a.md': page('/b'), 'b.md': page('/c/'), 'c.md': page('/old', 'A name', '/old.html') };
    expect(findings(files)).toEqual([
      'a.md:1:1 redirect-chain /b: it is the address of b.md, so one of the two hides the other: /b → /a',
      'b.md:1:1 redirect-chain /c/: it is the address of c.md, so one of the two hides the other: /c → /b → /a',
    ]);
  });

  it('are a fault when they go round, or lead to the page itself', () => {
    expect(findings({ 'a.md': page('/b'), 'b.md': page('/a'), 'c.md': page('/c') })).toEqual([
      'a.md:1:1 redirect-chain /b: it is the address of b.md, and the redirects form a loop: /b → /a → /b',
      'b.md:1:1 redirect-chain /a: it is the address of a.md, and the redirects form a loop: /a → /b → /a',
      'c.md:1:1 redirect-chain /c: it is the address of the page itself',
    ]);
  });

  it('are a fault when two pages declare them', () => {
    expect(findings({ 'a.md': page('/old'), 'b.md': page('/old/') })).toEqual([
      'b.md:1:1 duplicate-alias /old/: a.md declares it too, so the redirect can lead to only one of the two pages',
    ]);
  });
});

describe('one rule', () => {
  const files = {
    'mkdocs.yml': '',
    'docs/a.md': '# A\n\n--8<-- "b.txt"\n\n[x](none.md) <Chart />\n',
    'b.txt': 'One.\nTwo.\n',
  };

  it('is reported alone, with the line of the page', () => {
    expect(findings(files, [], 'unknown-component')).toEqual([
      'a.md:5:1 unknown-component <Chart>: its content is missing from the published Markdown and from search',
    ]);
    expect(findings(files, [], 'dead-link')).toEqual(['a.md:5:1 dead-link none.md: no page']);
    expect(findings(files, [])).toEqual(['a.md:5:1 dead-link none.md: no page']);
  });

  it('counts what is ignored of it alone, and takes entries for other rules as used', () => {
    const ignore = [{ rule: 'dead-link' }, { rule: 'unknown-component' }];
    const counts = [null, 'dead-link', 'front-matter', 'unknown-component'].map((rule) => {
      const report = check(files, ignore, rule);
      return [report.findings.length, report.ignored, report.unusedIgnores.length];
    });
    expect(counts).toEqual([
      [0, 1, 0],
      [0, 1, 0],
      [0, 0, 0],
      [0, 1, 0],
    ]);
  });
});

describe('the ignore list', () => {
  const files = { 'x/a.md': '# A\n\n[1](/api/one) [2](/api/two) [3](three)\n', 'y/b.md': '# B\n\n[1](/api/one)\n' };

  it.each<[IgnoreEntry[], string[], IgnoreEntry[]]>([
    [[], ['/api/one', '/api/two', 'three', '/api/one'], []],
    [[{ target: '/api/*' }], ['three'], []],
    [[{ target: '/api/one', file: 'x/*' }], ['/api/two', 'three', '/api/one'], []],
    [[{ rule: 'dead-link' }], [], []],
    [
      [{ rule: 'dead-anchor' }, { target: '*e*o*' }],
      ['/api/one', '/api/two', 'three', '/api/one'],
      [{ rule: 'dead-anchor' }, { target: '*e*o*' }],
    ],
    [[{ target: '*' }, { file: 'y*' }], [], [{ file: 'y*' }]],
    [[{ target: '/api*e' }], ['/api/two', 'three'], []],
  ])('%j leaves some findings out, and names what it does not use', (ignore, targets, unused) => {
    const report = check(files, ignore);
    expect(report.findings.map(({ target }) => target)).toEqual(targets);
    expect([report.ignored, report.unusedIgnores]).toEqual([4 - targets.length, unused]);
  });
});

describe('hostile folders', () => {
  it('are checked in time', () => {
    const links = Array.from({ length: 20_000 }, (_, at) => `[x](#dead-${at}) ![i](i${at}.png) [y](none-${at})`);
    const headings = Array.from({ length: 5_000 }, (_, at) => `## Heading ${at}`);
    const report = check({ 'a.md': `# A\n\n${links.join('\n')}\n\n${headings.join('\n')}\n`, 'x.png': '' });
    expect(report.findings).toHaveLength(60_000);
  });
});
