import { describe, expect, test } from 'vitest';
import { readSite } from '../../../test/fixtures/read_site.ts';

/** Nine aliases to nine aliases, and so on: a billion values. */
const BOMB = [...'abcdefghij']
  .map(
    (name, at, names) =>
      `${name}: &${name} [${Array(9)
        .fill(at === 0 ? 'x' : `*${names[at - 1]}`)
        .join(', ')}]\n`,
  )
  .join('');
const H = (title: string) => `# ${title}\n`;

describe('hostile input', () => {
  const SIZE = 256 * 1024;
  const fill = (unit: string) => unit.repeat(Math.floor(SIZE / unit.length));

  test.each(
    [
      'hugo.toml',
      'config.yaml',
      '_config.yml',
      'docusaurus.config.js',
      'astro.config.mjs',
      '.vitepress/config.ts',
    ].concat([
      'dendron.yml',
      'mkdocs.yml',
      'book.toml',
      'conf.py',
      'eleventy.config.js',
      'docs.json',
      'myst.yml',
      'versions.json',
      'docfx.json',
      '.openpublishing.publish.config.json',
      'SUMMARY.md',
      'zola.toml',
      'gatsby-config.js',
      'next.config.mjs',
      'source.config.ts',
      'pelicanconf.py',
      'rspress.config.ts',
      '.gitbook.yaml',
      '.vuepress/config.js',
      '_quarto.yml',
      '_config.ts',
      'bridgetown.config.yml',
      'config.rb',
      'user/config/system.yaml',
      '_bookdown.yml',
      'index.Rmd',
      'antora.yml',
      'package.json',
      'pnpm-workspace.yaml',
    ]),
  )('in %s is read in time', (name) => {
    for (const unit of [
      '\n',
      ' ',
      'a',
      'a.',
      'docs: {',
      "root: { 'starlight' ",
      '- path:',
      '"',
      'baseURL:',
      'x: {',
      '- ',
      '[',
      '{"a":',
      'locales: [',
      "path: '",
      "'a': 'b', ",
      '**/',
      ': &a *a\n',
      "rewrites: {'a:b'",
      'docs: {output: true}}\n',
      'activate :i18n, ',
      'PAGE_PATHS = ["',
      '// a\n{',
      "module.exports = require('./",
    ]) {
      const { site } = readSite({
        [name]: fill(unit),
        'docusaurus.config.ts': '',
        'docs/a.md': H('A'),
        'content/a.md': H('A'),
      });
      expect(site.pages.length).toBeGreaterThan(0);
    }
  });

  test.each(['!!! ', '{ref}`', ' :a[', '## {.', '/// a', '{.a', '::: ', '(a', '!!! a', 'a:: [[', '=== "'])(
    'of many %j is read',
    (unit) => {
      for (const line of [unit.repeat(1000), `${unit}${' '.repeat(3900)}x`, unit]) {
        const { site } = readSite({
          'logseq/config.edn': '',
          'pages/a.md': `${line}\n`.repeat(Math.floor(SIZE / line.length)),
        });
        expect(site.pages.length).toBe(1);
      }
    },
  );

  test.each(['`r x', '``a', '\\index{', '\\index{a{', '# (PART) ', '[!code-a[', '[!code[](a?', '## {-'])(
    'of many %j in R Markdown and DocFX is read',
    (unit) => {
      for (const line of [unit.repeat(300), `${unit}${' '.repeat(1900)}x`, unit]) {
        const text = `${line}\n`.repeat(Math.floor(SIZE / line.length));
        expect(readSite({ '_bookdown.yml': '', 'a.Rmd': text }).site.pages.length).toBe(1);
        expect(readSite({ 'docfx.json': '{}', 'a.md': text }).site.pages.length).toBe(1);
      }
    },
  );

  test('of many inclusions of many ranges of code is read in time', () => {
    const ranges = '1-'.concat(',1-'.repeat(500));
    const { site } = readSite({
      'docfx.json': '{}',
      'a.cs': 'x\n'.repeat(SIZE),
      'a.md': `[!code[](a.cs?range=${ranges})]\n`.repeat(20),
    });
    expect(site.pages.length).toBe(1);
  });

  test.each(['plugins: &p [*p, *p, *p, *p]\nnav: *p\n', 'nav: &n {a: *n, b: *n, c: {d: [*n, *n]}}\n', BOMB])(
    'with aliases %j is read in time',
    (settings) => {
      for (const name of ['mkdocs.yml', 'hugo.yaml', '_config.yml', '_quarto.yml']) {
        const { site } = readSite({
          [name]: settings,
          'docs/a.md': `---\n${settings}cascade: &c [*c, *c]\ntags: &t [*t]\n---\n# A\n`,
          'content/a.md': H('A'),
        });
        expect(site.pages.map(({ title }) => title)).toContain('A');
      }
    },
  );
});
