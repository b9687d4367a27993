import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSite } from '../../../test/fixtures/read_site.ts';
import { readSiteFacts } from './site_facts.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'site-')), 'the-folder');
});
afterEach(() => rmSync(dirname(folder), { recursive: true }));

type Files = Readonly<Record<string, string>>;

function write(files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

/** `origin (from) | title (from)`. */
function told(files: Files, named = ''): string {
  write(files);
  const { origin, title } = readSiteFacts(join(folder, named));
  return [origin, title].map(({ value, from }) => `${value} (${from})`).join(' | ');
}

const PAGE = { 'docs/a.md': '# A\n' };

const SITES: Readonly<Record<string, readonly [files: Files, facts: string]>> = {
  docusaurus: [
    {
      'docusaurus.config.ts': "export default { title: 'The Site', url: 'https://acme.dev', baseUrl: '/docs/' };",
      ...PAGE,
    },
    'https://acme.dev/docs (docusaurus.config.ts: url, baseUrl) | The Site (docusaurus.config.ts: title)',
  ],
  'docusaurus with constants of another file': [
    {
      'docusaurus.config.js': `
        const { host, name: siteName } = require('./site.json');
        const { base } = require('./paths');
        module.exports = async () => ({ title: siteName, url: \`https://\${host}\`, baseUrl: process.env.BASE || base });`,
      'site.json': '{ "host": "acme.dev", "name": "The Site" }',
      'paths.js': "exports.base = '/x/';",
      ...PAGE,
    },
    'https://acme.dev/x (docusaurus.config.js: url, baseUrl) | The Site (docusaurus.config.js: title)',
  ],
  'docusaurus with a title in the navigation bar alone': [
    {
      'docusaurus.config.js':
        "export default { url: 'https://acme.dev', baseUrl: '/', themeConfig: { navbar: { title: 'The Bar' } } };",
      ...PAGE,
    },
    'https://acme.dev (docusaurus.config.js: url) | The Bar (docusaurus.config.js: themeConfig.navbar.title)',
  ],
  mkdocs: [
    { 'mkdocs.yml': 'site_name: The Site\nsite_url: https://acme.dev/handbook/\n', ...PAGE },
    'https://acme.dev/handbook (mkdocs.yml: site_url) | The Site (mkdocs.yml: site_name)',
  ],
  'mkdocs with a variable and its default': [
    { 'mkdocs.yml': 'site_name: The Site\nsite_url: !ENV [SITE_URL, "https://acme.dev"]\n', ...PAGE },
    'https://acme.dev (mkdocs.yml: site_url) | The Site (mkdocs.yml: site_name)',
  ],
  'mkdocs with settings that it takes from other files': [
    {
      'mkdocs.yml': 'INHERIT: shared/site.yml\nsite_name: The Site\n',
      'shared/site.yml': 'INHERIT: ../base.yml\nsite_name: All\ndocs_dir: docs\n',
      'base.yml': 'INHERIT: mkdocs.yml\nsite_url: https://acme.dev/handbook/\n',
      ...PAGE,
    },
    'https://acme.dev/handbook (base.yml: site_url) | The Site (mkdocs.yml: site_name)',
  ],
  hugo: [
    { 'hugo.toml': 'baseURL = "https://acme.dev/h/"\ntitle = "The Site"\n', 'content/a.md': '# A\n' },
    'https://acme.dev/h (hugo.toml: baseURL) | The Site (hugo.toml: title)',
  ],
  'hugo with the address of its default language': [
    {
      'hugo.yaml':
        'defaultContentLanguage: de\nlanguages:\n  en: { baseURL: "https://en.acme.dev", title: En }\n  de: { baseURL: "https://de.acme.dev", title: De }\n',
      'content/a.md': '# A\n',
    },
    'https://de.acme.dev (hugo.yaml: languages.de.baseURL) | De (hugo.yaml: languages.de.title)',
  ],
  'hugo with settings of production': [
    {
      'config/_default/hugo.toml': 'baseURL = "http://localhost:1313/"\ntitle = "The Site"\n',
      'config/production/hugo.toml': 'baseURL = "https://acme.dev/"\n',
      'content/a.md': '# A\n',
    },
    'https://acme.dev (config/production/hugo.toml: baseURL) | The Site (config/_default/hugo.toml: title)',
  ],
  'hugo with a file for each language': [
    {
      'config/_default/hugo.toml': 'defaultContentLanguage = "fr"\n',
      'config/_default/languages.fr.toml': 'baseURL = "https://acme.dev"\ntitle = "Le site"\n',
      'content/a.md': '# A\n',
    },
    'https://acme.dev (config/_default/languages.fr.toml: baseURL) | Le site (config/_default/languages.fr.toml: title)',
  ],
  jekyll: [
    { '_config.yml': 'url: https://acme.github.io\nbaseurl: /project\nname: The Site\n', 'a.md': '# A\n' },
    'https://acme.github.io/project (_config.yml: url, baseurl) | The Site (_config.yml: name)',
  ],
  astro: [
    {
      'astro.config.mjs': "export default defineConfig({ site: 'https://acme.dev', base: 'docs' });",
      'src/content/posts/a.md': '# A\n',
    },
    'https://acme.dev/docs (astro.config.mjs: site, base) | the-folder (name of the folder)',
  ],
  starlight: [
    {
      'astro.config.mjs':
        "export default defineConfig({ site: 'https://acme.dev', integrations: [starlight({ title: { en: 'The Site' } })] });",
      'src/content/docs/a.md': '# A\n',
    },
    'https://acme.dev (astro.config.mjs: site) | The Site (astro.config.mjs: title.en)',
  ],
  'starlight with a title of each language': [
    {
      'astro.config.mjs': `export default defineConfig({ integrations: [starlight({
        title: { en: 'English', 'pt-BR': 'Português' }, defaultLocale: 'pt', locales: { pt: { lang: 'pt-BR' }, en: {} } })] });`,
      'src/content/docs/pt/a.md': '# A\n',
    },
    'null (not set in any settings) | Português (astro.config.mjs: title.pt-BR)',
  ],
  vitepress: [
    {
      '.vitepress/config.mts':
        "export default defineConfig({ title: 'The Site', base: '/v/', sitemap: { hostname: 'https://acme.dev/v/' } });",
      'index.md': '# Home\n',
    },
    'https://acme.dev/v (.vitepress/config.mts: sitemap.hostname, base) | The Site (.vitepress/config.mts: title)',
  ],
  vuepress: [
    {
      '.vuepress/config.ts':
        "export default { base: '/p/', locales: { '/': { title: 'The Site' } }, plugins: [sitemapPlugin({ hostname: 'acme.dev' }), ['x', { hostname: 'https://acme.dev' }]], theme: hopeTheme({ hostname: 'https://acme.dev' }) };",
      'README.md': '# Home\n',
    },
    'https://acme.dev/p (.vuepress/config.ts: theme.hostname, base) | The Site (.vuepress/config.ts: locales./.title)',
  ],
  zola: [
    { 'config.toml': 'base_url = "https://acme.dev"\ntitle = "The Site"\n', 'content/a.md': '# A\n' },
    'https://acme.dev (config.toml: base_url) | The Site (config.toml: title)',
  ],
  'mdbook, whose address is a path': [
    {
      'book.toml': '[book]\ntitle = "The Book"\n[output.html]\nsite-url = "/book/"\n',
      'src/SUMMARY.md': '[A](a.md)',
      'src/a.md': '# A\n',
    },
    'null (not set in any settings) | The Book (book.toml: book.title)',
  ],
  'mdbook with a host': [
    {
      'book.toml': '[book]\ntitle = "The Book"\n[output.html]\nsite-url = "/book/"\ncname = "acme.dev"\n',
      'src/a.md': '# A\n',
    },
    'https://acme.dev/book (book.toml: output.html.cname, output.html.site-url) | The Book (book.toml: book.title)',
  ],
  hexo: [
    {
      '_config.yml': 'title: The Site\nurl: https://acme.dev/blog\nroot: /blog/\n',
      'package.json': '{"dependencies":{"hexo":"7"}}',
      'source/_posts/a.md': '# A\n',
    },
    'https://acme.dev/blog (_config.yml: url, root) | The Site (_config.yml: title)',
  ],
  eleventy: [
    {
      'eleventy.config.js': "export default function (c) { return { dir: { input: 'src' }, pathPrefix: '/e/' }; }",
      'src/_data/metadata.js': "export default { title: 'The Site', url: 'https://acme.dev' };",
      'src/a.md': '# A\n',
    },
    'https://acme.dev/e (src/_data/metadata.js: url, eleventy.config.js: pathPrefix) | The Site (src/_data/metadata.js: title)',
  ],
  antora: [
    {
      'antora-playbook.yml': 'site:\n  title: The Site\n  url: https://acme.dev/a\n',
      'antora.yml': 'name: x\nversion: ~\n',
      'modules/ROOT/pages/a.md': '# A\n',
    },
    'https://acme.dev/a (antora-playbook.yml: site.url) | The Site (antora-playbook.yml: site.title)',
  ],
  mintlify: [
    {
      'docs.json': '{ "$schema": "x", "name": "The Site", "seo": { "metatags": { "canonical": "https://acme.dev" } } }',
      'a.mdx': '# A\n',
    },
    'https://acme.dev (docs.json: seo.metatags.canonical) | The Site (docs.json: name)',
  ],
  sphinx: [
    {
      'conf.py':
        "import os\nproject = 'The Site'\nextensions = ['myst_parser']\nhtml_title = project\nhtml_baseurl = os.environ.get('URL', 'https://acme.dev/s/')\n",
      'index.md': '# Home\n',
    },
    'https://acme.dev/s (conf.py: html_baseurl) | The Site (conf.py: html_title)',
  ],
  gatsby: [
    {
      'gatsby-config.js': "module.exports = require('./config/site');",
      'config/site.js':
        "const url = 'https://acme.dev';\nmodule.exports = { pathPrefix: '/g', siteMetadata: { title: `The Site`, siteUrl: url } };",
      'content/a.md': '# A\n',
    },
    'https://acme.dev/g (config/site.js: siteMetadata.siteUrl, pathPrefix) | The Site (config/site.js: siteMetadata.title)',
  ],
  quarto: [
    { '_quarto.yml': 'book:\n  title: The Book\n  site-url: https://acme.dev/q/\n', 'index.qmd': '# Home\n' },
    'https://acme.dev/q (_quarto.yml: book.site-url) | The Book (_quarto.yml: book.title)',
  ],
  quartz: [
    {
      'quartz.config.ts':
        "const config: QuartzConfig = { configuration: { pageTitle: 'The Site', baseUrl: 'acme.dev/notes' } };\nexport default config;",
      'content/a.md': 'A',
    },
    'https://acme.dev/notes (quartz.config.ts: configuration.baseUrl) | The Site (quartz.config.ts: configuration.pageTitle)',
  ],
  pelican: [
    {
      'pelicanconf.py': "SITENAME = 'The Site'\nSITEURL = ''\nPATH = 'content'\n",
      'publishconf.py': "SITEURL = 'https://acme.dev'\n",
      'content/a.md': 'Title: A\n\nText',
    },
    'https://acme.dev (publishconf.py: SITEURL) | The Site (pelicanconf.py: SITENAME)',
  ],
  docfx: [
    {
      'docfx.json':
        '{ "build": { "content": [{ "files": "**/*.md" }], "globalMetadata": { "_appTitle": "The Site" }, "sitemap": { "baseUrl": "https://acme.dev/d" } } }',
      'a.md': '# A\n',
    },
    'https://acme.dev/d (docfx.json: build.sitemap.baseUrl) | The Site (docfx.json: build.globalMetadata._appTitle)',
  ],
  gitbook: [
    { 'book.json': '{ "title": "The Book" }', 'README.md': '# Home\n', 'SUMMARY.md': '* [Home](README.md)\n' },
    'null (not set in any settings) | The Book (book.json: title)',
  ],
  nuxt: [
    {
      'nuxt.config.ts':
        "export default defineNuxtConfig({ app: { baseURL: '/n/' }, site: { url: 'https://acme.dev', name: 'The Site' } });",
      'content/a.md': '# A\n',
    },
    'https://acme.dev/n (nuxt.config.ts: site.url, app.baseURL) | The Site (nuxt.config.ts: site.name)',
  ],
  next: [
    {
      'next.config.mjs': "export default { basePath: '/docs' };",
      'app/layout.tsx':
        "export const metadata: Metadata = { metadataBase: new URL('https://acme.dev'), title: { default: 'The Site', template: '%s' } };\nexport default function Layout({ children }) { return <html><body>{children}</body></html>; }",
      'content/a.md': '# A\n',
    },
    'https://acme.dev/docs (app/layout.tsx: metadata.metadataBase, next.config.mjs: basePath) | The Site (app/layout.tsx: metadata.title.default)',
  ],
  rspress: [
    {
      'rspress.config.ts':
        "import * as path from 'node:path';\nexport default defineConfig({ root: path.join(__dirname, 'docs'), base: '/r/', title: 'The Site', siteOrigin: 'https://acme.dev' });",
      ...PAGE,
    },
    'https://acme.dev/r (rspress.config.ts: siteOrigin, base) | The Site (rspress.config.ts: title)',
  ],
  lume: [
    {
      '_config.ts':
        "import lume from 'lume/mod.ts';\nconst site = lume({ location: new URL('https://acme.dev/l/') });\nexport default site;",
      'a.md': '# A\n',
    },
    'https://acme.dev/l (_config.ts: location) | the-folder (name of the folder)',
  ],
};

describe('the origin and the title of', () => {
  for (const [name, [files, facts]] of Object.entries(SITES)) test(name, () => expect(told(files)).toBe(facts));
});

describe('an address is not used', () => {
  test.each([
    ['https://your-docusaurus-site.example.com', 'is a placeholder or the address of this machine'],
    ['https://example.com', 'is a placeholder or the address of this machine'],
    ['https://www.example.org/docs/', 'is a placeholder or the address of this machine'],
    ['http://localhost:3000', 'is a placeholder or the address of this machine'],
    ['http://127.0.0.1:8000/', 'is a placeholder or the address of this machine'],
    ['https://yourdomain.com', 'is a placeholder or the address of this machine'],
    ['https://username.github.io', 'is a placeholder or the address of this machine'],
    ['/', 'is not an http or https address'],
    ['acme.dev', 'is not an http or https address'],
    ['ftp://acme.dev', 'is not an http or https address'],
  ])('if it is %s, and a warning says so', (url, reason) => {
    const files = { 'docusaurus.config.js': `export default {\n  url: '${url}',\n};`, ...PAGE };
    expect(told(files)).toMatch(/^null \(not set in any settings\)/);
    const { facts, warnings } = readSite(files);
    expect(facts.origin.value).toBeNull();
    expect(warnings).toEqual([
      {
        ...{ file: 'docusaurus.config.js', line: 2, column: 1, rule: 'origin' },
        message: `Cannot use "url" as the origin: "${url}" ${reason}. Set "origin" in catchword.config.json or CATCHWORD_ORIGIN`,
      },
    ]);
  });

  test('if only running the settings would tell it', () => {
    const { facts, warnings } = readSite({ 'docusaurus.config.js': 'export default { url: makeUrl() };', ...PAGE });
    expect([facts.origin.value, warnings.map(({ message }) => message)]).toEqual([
      null,
      [
        'Cannot use "url" as the origin: its value is known only when the generator runs. Set "origin" in catchword.config.json or CATCHWORD_ORIGIN',
      ],
    ]);
  });

  test.each(['https://docs.example.com', 'https://my.acme.dev', 'https://a.example'])('but %s is', (url) => {
    expect(told({ 'mkdocs.yml': `site_url: ${url}\n`, ...PAGE })).toContain(`${url} (mkdocs.yml: site_url)`);
  });
});

describe('without a title in settings, the title is', () => {
  test('the name of the folder', () => expect(told(PAGE)).toContain('| the-folder (name of the folder)'));

  test.each([
    [
      'the title of the root page',
      { 'content/index.md': '---\ntitle: The Page\n---\n' },
      'The Page (title of index.md)',
    ],
    [
      'its first heading',
      { 'content/README.md': '```\n# no\n```\n# The Heading #\n' },
      'The Heading (title of README.md)',
    ],
    [
      'the name of the package',
      { 'content/index.md': '# Home\n', 'content/package.json': '{"name":"@acme/kit"}' },
      'kit (package.json: name)',
    ],
    [
      'the name of the project',
      { 'content/index.md': '# Welcome\n', 'package.json': '{}' },
      'the-folder (name of the folder)',
    ],
    ['the name of the folder after all', { 'content/a.md': '' }, 'content (name of the folder)'],
  ])('%s, where the folder says only what is in it', (_name, files, title) => {
    expect(told(files as Files, 'content')).toContain(`| ${title}`);
  });
});

test('what the owner sets comes before what the settings say', () => {
  write({ 'mkdocs.yml': 'site_name: The Site\nsite_url: https://acme.dev\n', ...PAGE });
  expect(readSiteFacts(folder, { origin: 'https://own.dev', title: 'Own' })).toMatchObject({
    origin: { value: 'https://own.dev', from: null },
    title: { value: 'Own', from: null },
  });
});

test('links that begin with the path of the site lead to its pages', () => {
  const { site, page } = readSite({
    'mkdocs.yml': 'site_name: x\nsite_url: https://acme.dev/handbook/\n',
    'docs/a.md': '[b](/handbook/b/) [c](https://acme.dev/handbook/c/)\n',
    'docs/b.md': '# B\n',
    'docs/c.md': '# C\n',
  });
  expect(page('a.md').links.map((id) => site.pages[id]!.path)).toEqual(['b', 'c']);
  expect(page('a.md').path).toBe('a');
});
