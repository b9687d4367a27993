import { describe, expect, test } from 'vitest';
import { type ReadSite, readSite } from '../../../test/fixtures/read_site.ts';

/** `path | title | language | published` of every page, by its file below the root. */
function told({ site }: ReadSite): Record<string, string> {
  return Object.fromEntries(
    site.pages.map(({ file, path, title, language, published }) => [
      file,
      [path, title, language, published ?? '-'].join(' | '),
    ]),
  );
}

interface Case {
  readonly root: string;
  readonly files: Readonly<Record<string, string>>;
  readonly pages: Readonly<Record<string, string>>;
}

const H = (title: string) => `# ${title}\n`;

const CASES: Readonly<Record<string, Case>> = {
  hugo: {
    root: 'content',
    files: {
      'hugo.yaml': 'baseURL: https://a.example\ndefaultContentLanguage: de\n',
      'content/_index.md': H('Start'),
      'content/posts/2024-01-02-Two Words.md': H('Post'),
      'content/posts/01-first.md': H('First'),
      'content/page.md': H('Page de'),
      'content/page.fr.md': H('Page'),
      'content/notes.is.md': H('Notes'),
    },
    pages: {
      '_index.md': 'index | Start | de | -',
      'posts/2024-01-02-Two Words.md': 'posts/2024-01-02-two-words | Post | de | -',
      'posts/01-first.md': 'posts/01-first | First | de | -',
      'page.md': 'page | Page de | de | -',
      'page.fr.md': 'fr/page | Page | fr | -',
      'notes.is.md': 'notes.is | Notes | de | -',
    },
  },
  'hugo with config/_default in a folder of its project': {
    root: 'site.dev/content/en',
    files: {
      'package.json': '{}',
      'README.md': H('Read me'),
      'theme/hugo.toml': '',
      'site.dev/config/_default/hugo.yaml': 'title: x\n',
      'site.dev/content/en/a.md': H('A'),
    },
    pages: { 'a.md': 'a | A | en | -' },
  },
  'hugo with a pattern for a section with bundles': {
    root: 'content',
    files: {
      'hugo.toml': '[permalinks]\nblog = "/:year/:month/:slug/"\n',
      'content/blog/_index.md': H('Blog'),
      'content/blog/one/index.md': '---\ntitle: One\nslug: first\ndate: 2020-03-04\n---\n',
      'content/blog/two.md': '---\ntitle: Two\ndate: 2020-03-05\n---\n',
    },
    pages: {
      'blog/_index.md': 'blog | Blog | en | -',
      'blog/one/index.md': '2020/03/first | One | en | 2020-03-04',
      'blog/two.md': '2020/03/two | Two | en | 2020-03-05',
    },
  },
  'hugo with a folder of each language beside its settings': {
    root: '',
    files: {
      'hugo.toml': '[languages.en]\ncontentDir = "content.en"\n[languages.zh]\ncontentDir = "content.zh"\n',
      'content.en/docs/a.md': H('A'),
      'content.zh/docs/a.md': H('A zh'),
      'other/b.md': H('B'),
    },
    pages: { 'content.en/docs/a.md': 'docs/a | A | en | -', 'content.zh/docs/a.md': 'zh/docs/a | A zh | zh | -' },
  },
  'logseq with links in names': {
    root: '',
    files: { 'logseq/config.edn': '', 'pages/[[A]] b.md': '- text\n', 'pages/c.md': '- [[CLJS: D]] text\n' },
    pages: { 'pages/[[A]] b.md': '[[A]] b | [[A]] b | en | -', 'pages/c.md': 'c | c | en | -' },
  },
  'quartz with patterns of ignored files': {
    root: 'content',
    files: {
      'quartz.config.ts':
        'const config: QuartzConfig = { configuration: { ignorePatterns: ["private", "templates"] } };\nexport default config;',
      'content/a.md': 'A',
      'content/templates/b.md': 'B',
    },
    pages: { 'a.md': 'a | a | en | -' },
  },
  'next with the folder of Contentlayer': {
    root: 'data',
    files: {
      'next.config.js': 'module.exports = {};',
      'contentlayer.config.ts': "export default makeSource({ contentDirPath: 'data', documentTypes: [Blog] });",
      'README.md': H('Read me'),
      'data/blog/a.mdx': '---\ntitle: A\ndate: 11 Oct 2023\n---\n',
    },
    pages: { 'blog/a.mdx': 'blog/a | A | en | 2023-10-11' },
  },
  'plain in the package of a monorepo that is its site by its name': {
    root: 'packages/dev/s2-docs/pages',
    files: {
      'package.json': '{"workspaces": ["packages/dev/*", "packages/@*/*", "../outside/*", "!packages/x"]}',
      'docs/contributing.md': H('Contributing'),
      'packages/dev/docs/pages/old.mdx': H('Old'),
      'packages/dev/s2-docs/pages/a.mdx': H('A'),
      'packages/dev/s2-docs/pages/b.mdx': H('B'),
      'packages/@x/button/docs/c.md': H('C'),
    },
    pages: { 'a.mdx': 'a | A | en | -', 'b.mdx': 'b | B | en | -' },
  },
  'plain in the application of a workspace of pnpm': {
    root: 'apps/example.dev/content',
    files: {
      'package.json': '{}',
      'pnpm-workspace.yaml': 'packages:\n  - apps/*\n  - packages/*\n',
      'apps/example.dev/content/docs/a.md': H('A'),
      'packages/kit/README.md': H('Kit'),
    },
    pages: { 'docs/a.md': 'docs/a | A | en | -' },
  },
  'hugo in the documentation of a theme, which has settings of its own': {
    root: 'docs/content',
    files: {
      'hugo.toml': '[module.hugoVersion]\nmin = "0.146.0"\n',
      'README.md': H('Read me'),
      'docs/hugo.yaml': 'title: x\n',
      'docs/content/a.md': H('A'),
    },
    pages: { 'a.md': 'a | A | en | -' },
  },
  'hugo in the example of a theme': {
    root: 'exampleSite/content',
    files: {
      'theme.toml': '',
      'config.toml': 'markup = "x"\n',
      'exampleSite/hugo.toml': '',
      'exampleSite/content/a.md': H('A'),
    },
    pages: { 'a.md': 'a | A | en | -' },
  },
  'starlight in the largest of several sites of a project': {
    root: 'docs/guide/src/content/docs',
    files: {
      'package.json': '{}',
      'docs/building.md': H('Building'),
      'docs/api/astro.config.mjs': "import starlight from '@astrojs/starlight';",
      'docs/api/src/content/docs/a.md': H('A'),
      'docs/guide/astro.config.mjs': "import starlight from '@astrojs/starlight';",
      'docs/guide/src/content/docs/a.md': H('A'),
      'docs/guide/src/content/docs/b.md': H('B'),
    },
    pages: { 'a.md': 'a | A | en | -', 'b.md': 'b | B | en | -' },
  },
  'plain in the routes of a framework': {
    root: 'src/routes',
    files: { 'package.json': '{}', 'src/routes/(docs)/a.mdx': H('A'), 'README.md': H('Read me') },
    pages: { '(docs)/a.mdx': 'a | A | en | -' },
  },
  'next with the folder markdown that its code reads': {
    root: 'markdown',
    files: {
      'next.config.mjs': 'export default {};',
      'docs/contributing.md': H('Contributing'),
      'markdown/docs/a.md': H('A'),
    },
    pages: { 'docs/a.md': 'docs/a | A | en | -' },
  },
  'docusaurus in a project that keeps old settings of gitbook': {
    root: '',
    files: {
      '.gitbook.yaml': 'structure:\n  summary: docs/README.md\n',
      'README.md': H('Read me'),
      'docs/README.md': '- [A](a.md)\n',
      'docs/a.md': H('A'),
      'website/docusaurus.config.js':
        "module.exports = { presets: [['classic', { docs: { path: '../docs', routeBasePath: '/' } }]] };",
    },
    pages: { 'docs/README.md': 'index | Docs | en | -', 'docs/a.md': 'a | A | en | -' },
  },
  'mdbook in a folder of its project': {
    root: 'doc/book/src',
    files: {
      'Cargo.toml': '',
      'doc/book/book.toml': '',
      'doc/book/src/a.md': H('A'),
      'doc/contrib/book.toml': '',
      'doc/contrib/src/b.md': H('B'),
    },
    pages: { 'a.md': 'a | A | en | -' },
  },
  'middleman of Slate, whose page ends with partials': {
    root: 'source',
    files: {
      'config.rb': '',
      'source/index.html.md': '---\ntitle: API\nincludes:\n  - errors\n  - ../secret\n---\n# Start\n',
      'source/includes/_errors.md': '# Errors\n',
    },
    pages: { 'index.html.md': 'index | API | en | -' },
  },
  'hugo with languages, and sections that are not built': {
    root: 'content',
    files: {
      'config.toml':
        'baseURL = "https://a.example"\n[languages.en]\ncontentDir = "content/en"\n[languages.de]\ncontentDir = "content/de"\n',
      'content/en/a.md': H('A'),
      'content/de/a.md': H('A de'),
      'content/de/own.md': H('Own'),
      'content/en/parts/_index.md': '---\ncascade:\n  build:\n    render: never\n---\n',
      'content/en/parts/b.md': H('B'),
      'content/en/c.md': '---\nbuild:\n  render: never\n---\n# C',
    },
    pages: {
      'en/a.md': 'a | A | en | -',
      'de/a.md': 'de/a | A de | de | -',
      'de/own.md': 'de/own | Own | de | -',
    },
  },
  zola: {
    root: 'content',
    files: {
      'config.toml': 'base_url = "https://a.example"\n',
      'content/2024-01-02-a.md': H('A'),
      'content/01-b.md': H('B'),
    },
    pages: { '2024-01-02-a.md': 'a | A | en | 2024-01-02', '01-b.md': '01-b | B | en | -' },
  },
  jekyll: {
    root: '',
    files: {
      '_config.yml': 'title: x\nlang: fr\n',
      '_posts/2024-01-02-a.md': '---\ncategories: [News]\n---\n# A',
      'blog/_posts/2024-01-03-b.md': '---\ndate: 2024-02-03\n---\n# B',
      '_tutorials/01-c.md': H('C'),
      '_drafts/d.md': H('D'),
      'e.md': '---\npermalink: /about/\n---\n# E',
    },
    pages: {
      '_posts/2024-01-02-a.md': 'news/2024/01/02/a | A | fr | 2024-01-02',
      'blog/_posts/2024-01-03-b.md': 'blog/2024/02/03/b | B | fr | 2024-02-03',
      '_tutorials/01-c.md': 'tutorials/01-c | C | fr | -',
      'e.md': 'about | E | fr | -',
    },
  },
  'jekyll with a pattern': {
    root: '',
    files: { '_config.yml': 'permalink: /news/:title/\n', '_posts/2024-01-02-a.md': H('A') },
    pages: { '_posts/2024-01-02-a.md': 'news/a | A | en | 2024-01-02' },
  },
  hexo: {
    root: 'source',
    files: {
      '_config.yml': 'title: x\nlanguage: zh-CN\n',
      'scaffolds/post.md': '',
      'source/_posts/2024-01-02-a.md': H('A'),
      'source/_posts/b.md': '---\ndate: 2024-03-04 10:00:00\n---\n# B',
      'source/about/index.md': H('About'),
    },
    pages: {
      '_posts/2024-01-02-a.md': '2024/01/02/2024-01-02-a | A | zh-CN | 2024-01-02',
      '_posts/b.md': '2024/03/04/b | B | zh-CN | 2024-03-04',
      'about/index.md': 'about | About | zh-CN | -',
    },
  },
  docusaurus: {
    root: '',
    files: {
      'docusaurus.config.ts':
        "export default { i18n: { defaultLocale: 'pt-BR' }, presets: [['classic', { docs: { path: 'docs' }, blog: {} }]] };",
      'README.md': H('Read me'),
      'docs/01-intro/02-start.md': H('Start'),
      'docs/1.2-notes.md': H('Notes'),
      'docs/own.md': '---\nslug: /other\n---\n# Own',
      'versioned_docs/version-1.0/01-old.md': H('Old'),
      'blog/2024-01-02-post.md': H('Post'),
      'blog/2024-01-03-folder/index.md': H('Folder'),
      'blog/2024-01-04-x.md': '---\nslug: whole\n---\n# Whole',
      'src/pages/about.md': H('About'),
      'i18n/de/docusaurus-plugin-content-docs/current/01-intro/02-start.md': H('Anfang'),
    },
    pages: {
      'docs/01-intro/02-start.md': 'docs/intro/start | Start | pt-BR | -',
      'docs/1.2-notes.md': 'docs/1.2-notes | Notes | pt-BR | -',
      'docs/own.md': 'docs/other | Own | pt-BR | -',
      'versioned_docs/version-1.0/01-old.md': 'docs/1.0/old | Old | pt-BR | -',
      'blog/2024-01-02-post.md': 'blog/2024/01/02/post | Post | pt-BR | 2024-01-02',
      'blog/2024-01-03-folder/index.md': 'blog/2024/01/03/folder | Folder | pt-BR | 2024-01-03',
      'blog/2024-01-04-x.md': 'blog/whole | Whole | pt-BR | 2024-01-04',
      'src/pages/about.md': 'about | About | pt-BR | -',
      'i18n/de/docusaurus-plugin-content-docs/current/01-intro/02-start.md': 'de/docs/intro/start | Anfang | de | -',
    },
  },
  'docusaurus with released versions': {
    root: '',
    files: {
      'docusaurus.config.js':
        "export default { presets: [[x, { docs: { versions: {\n current: {\n // path: 'v1',\n },\n '1.x': { label: 'One', path: 'v1' } } } }]] };",
      'versions.json': '["2.x", "1.x"]',
      'docs/a.md': H('A'),
      'versioned_docs/version-2.x/a.md': H('A 2'),
      'versioned_docs/version-1.x/a.md': H('A 1'),
    },
    pages: {
      'docs/a.md': 'docs/next/a | A | en | -',
      'versioned_docs/version-2.x/a.md': 'docs/a | A 2 | en | -',
      'versioned_docs/version-1.x/a.md': 'docs/v1/a | A 1 | en | -',
    },
  },
  'docusaurus with documents at the root of the site': {
    root: 'website',
    files: {
      'package.json': '{}',
      'examples/a/docusaurus.config.js': '',
      'website/docusaurus.config.js':
        "export default { presets: [[x, { docs: { routeBasePath: '/' }, blog: { routeBasePath: 'news' } }]] };",
      'website/docs/01-a.md': H('A'),
    },
    pages: { 'docs/01-a.md': 'a | A | en | -' },
  },
  astro: {
    root: 'src/content',
    files: {
      'astro.config.mjs': '',
      'src/content/blog/01-Hello World.md': H('Hello'),
      'src/content/blog/2024-01-02-b.md': H('B'),
    },
    pages: {
      'blog/01-Hello World.md': 'blog/01-hello-world | Hello | en | -',
      'blog/2024-01-02-b.md': 'blog/2024-01-02-b | B | en | -',
    },
  },
  starlight: {
    root: 'docs/src/content/docs',
    files: {
      'package.json': '{}',
      'examples/a/astro.config.mjs': "import starlight from '@astrojs/starlight';",
      'docs/astro.config.mjs':
        "import starlight from '@astrojs/starlight';\nexport const locales = { root: { label: 'x', lang: 'en-GB' } };\nexport default defineConfig({ integrations: [starlight({ locales })] });",
      'docs/src/content/docs/index.md': H('Start'),
      'docs/src/content/docs/guides/a.md': H('A'),
      'docs/src/content/docs/guides/b.md': '# B\n\n[a](/guides/a/)',
      'docs/src/content/docs/de/guides/b.md': '# B de\n\n[a](/de/guides/a/) [a](./a.md)',
    },
    pages: {
      'index.md': 'index | Start | en-GB | -',
      'guides/a.md': 'guides/a | A | en-GB | -',
      'guides/b.md': 'guides/b | B | en-GB | -',
      'de/guides/b.md': 'de/guides/b | B de | de | -',
    },
  },
  vitepress: {
    root: 'docs/pages',
    files: {
      'package.json': '{}',
      'docs/.vitepress/config.mts': "export default { lang: 'ja', srcDir: './pages' };",
      'docs/pages/01-a.md': H('A'),
      'docs/pages/2024-01-02-b.md': H('B'),
    },
    pages: { '01-a.md': '01-a | A | ja | -', '2024-01-02-b.md': '2024-01-02-b | B | ja | -' },
  },
  vuepress: {
    root: '',
    files: { '.vuepress/config.js': '', 'blog/2024-01-02-b.md': H('B'), 'README.md': H('Start') },
    pages: { 'blog/2024-01-02-b.md': 'blog/2024-01-02-b | B | en | 2024-01-02', 'README.md': 'index | Start | en | -' },
  },
  obsidian: {
    root: '',
    files: {
      '.obsidian/app.json': '{}',
      'Some note.md': 'text',
      '2024-01-02.md': 'text',
      'de/Some note.md': '---\npermalink: notiz\n---\ntext',
    },
    pages: {
      'Some note.md': 'Some note | Some note | en | -',
      '2024-01-02.md': '2024-01-02 | 2024-01-02 | en | -',
      'de/Some note.md': 'de/notiz | Some note | de | -',
    },
  },
  quartz: {
    root: 'content',
    files: { 'quartz.config.ts': '', 'docs/a.md': H('Its own'), 'content/Some note.md': 'text' },
    pages: { 'Some note.md': 'Some-note | Some note | en | -' },
  },
  dendron: {
    root: 'vault',
    files: {
      'dendron.yml': 'workspace:\n  vaults:\n    - fsPath: vault\n',
      'vault/root.md': '---\ntitle: Root\n---\nSee [[shown|a.b]].',
      'vault/a.b.md': '---\ntitle: B\n---\n',
    },
    pages: { 'root.md': 'root | Root | en | -', 'a.b.md': 'a.b | B | en | -' },
  },
  logseq: {
    root: '',
    files: {
      'logseq/config.edn': '{}',
      'README.md': H('Read me'),
      'pages/term___page.md': 'alias:: short\ntags:: one, [[two]]\ntype:: [[Kind]]\n\n- text',
      'pages/x.md': 'title:: Other name\n\n- see [[short]] and [[term/page]]',
      'pages/y.md': '- see [[Other name]]',
      'journals/2024_01_02.md': '- text',
    },
    pages: {
      'pages/term___page.md': 'term/page | term/page | en | -',
      'pages/x.md': 'x | Other name | en | -',
      'pages/y.md': 'y | y | en | -',
      'journals/2024_01_02.md': 'journals/2024_01_02 | 2024_01_02 | en | 2024-01-02',
    },
  },
  nuxt: {
    root: 'content',
    files: { 'nuxt.config.ts': '', 'content/1.guide/2.install.md': H('Install'), 'content/404.md': H('None') },
    pages: { '1.guide/2.install.md': 'guide/install | Install | en | -', '404.md': '404 | None | en | -' },
  },
  mintlify: {
    root: 'docs',
    files: { 'package.json': '{}', 'docs/docs.json': '{"navigation": []}', 'docs/01-a.mdx': H('A') },
    pages: { '01-a.mdx': '01-a | A | en | -' },
  },
  docfx: {
    root: 'articles',
    files: {
      '.openpublishing.publish.config.json': '{"docsets_to_publish": [{"build_source_folder": "articles"}]}',
      'articles/a.md': H('A'),
    },
    pages: { 'a.md': 'a | A | en | -' },
  },
  mdn: {
    root: '',
    files: { '_redirects.txt': '', 'web/404/index.md': '---\nslug: Web/404\n---\n# None' },
    pages: { 'web/404/index.md': 'Web/404 | None | en | -' },
  },
  eleventy: {
    root: 'src',
    files: {
      'eleventy.config.js': "export default { dir: { input: 'src' } };",
      'src/blog/2024-01-02-a.md': H('A'),
      'src/01-b.md': H('B'),
    },
    pages: { 'blog/2024-01-02-a.md': 'blog/a | A | en | 2024-01-02', '01-b.md': '01-b | B | en | -' },
  },
  gatsby: {
    root: 'content',
    files: {
      'gatsby-config.js': '',
      'content/docs/a.md': '---\npermalink: docs/b.html\n---\n# A',
      'content/blog/2024-01-02-c.md': H('C'),
    },
    pages: { 'docs/a.md': 'docs/b | A | en | -', 'blog/2024-01-02-c.md': 'blog/c | C | en | 2024-01-02' },
  },
  next: {
    root: 'apps/site/pages',
    files: {
      'package.json': '{}',
      'apps/site/next.config.mjs': '',
      'apps/site/pages/en/a.mdx': H('A'),
      'packages/x/a.md': H('No'),
    },
    pages: { 'en/a.mdx': 'en/a | A | en | -' },
  },
  mkdocs: {
    root: 'guide',
    files: { 'mkdocs.yml': 'docs_dir: guide\ntheme:\n  language: de\n', 'guide/01-a.md': H('A') },
    pages: { '01-a.md': '01-a | A | de | -' },
  },
  'mkdocs with a project a language': {
    root: 'docs',
    files: {
      'pyproject.toml': '',
      'docs/en/mkdocs.yml': '',
      'docs/en/docs/a.md': H('A'),
      'docs/bn/docs/a.md': H('A bn'),
    },
    pages: { 'en/docs/a.md': 'en/a | A | en | -', 'bn/docs/a.md': 'bn/a | A bn | bn | -' },
  },
  mdbook: {
    root: 'src',
    files: {
      'book.toml': '[book]\nlanguage = "es"\n',
      'first-edition/src/a.md': H('Old'),
      'src/SUMMARY.md': '# Summary\n',
      'src/ch01-01-installation.md': '## Installation\n\ntext\n\n## Part\n',
      'src/ch02-00-parts.md': 'text\n\n## One\n\n## Two\n',
    },
    pages: {
      'ch01-01-installation.md': 'ch01-01-installation | Installation | es | -',
      'ch02-00-parts.md': 'ch02-00-parts | Ch02 00 parts | es | -',
    },
  },
  sphinx: {
    root: 'docs',
    files: {
      'pyproject.toml': '',
      'docs/conf.py': 'extensions = ["myst_parser"]\nlanguage = "fr"\n',
      'docs/a.md': '(the-label)=\n\n# A\n',
      'docs/b.md': '# B\n\n[](#the-label), {ref}`the-label` and {doc}`a`.\n',
    },
    pages: { 'a.md': 'a | A | fr | -', 'b.md': 'b | B | fr | -' },
  },
  plain: {
    root: '',
    files: { '2024-01-02-a.md': H('A'), 'x/01-b.md': H('B'), 'x/02-c.md': H('C'), 'y/404.md': H('None') },
    pages: {
      '2024-01-02-a.md': 'a | A | en | 2024-01-02',
      'x/01-b.md': 'x/b | B | en | -',
      'x/02-c.md': 'x/c | C | en | -',
      'y/404.md': 'y/404 | None | en | -',
    },
  },
};

describe('a site of', () => {
  test.each(Object.entries(CASES))('%s is found and read', (name, { root, files, pages }) => {
    const site = readSite(files);
    expect([site.context.generator, site.place.root]).toEqual([name.split(' ')[0], root]);
    expect(told(site)).toEqual(pages);
    expect(site.warnings).toEqual([]);
  });
});

describe('links', () => {
  const linksOf = (name: string, file: string) => readSite(CASES[name]!.files).links(file);

  test.each([
    ['dendron, label first', 'dendron', 'root.md', ['a.b']],
    ['logseq, by alias and namespace', 'logseq', 'pages/x.md', ['term/page']],
    ['logseq, by title', 'logseq', 'pages/y.md', ['x']],
    ['sphinx, by label and role', 'sphinx', 'b.md', ['a']],
    ['starlight, to a page that is not translated', 'starlight', 'de/guides/b.md', ['guides/a']],
  ])('of %s resolve', (_name, site, file, links) => {
    expect(linksOf(site, file)).toEqual(links);
  });

  test('with an address from the settings are external, and with a version they resolve to the page', () => {
    const site = readSite({
      '_config.yml': '',
      'v1/a.md': '[b]({{ page.version }}/b.md) [c]({{ site.github_url }}/b.md)',
      'v1/b.md': H('B'),
    });
    expect([site.links('v1/a.md'), site.site.linksUnresolved]).toEqual([['v1/b'], 0]);
  });
});

test('a content folder that is named itself has the pages that its settings select', () => {
  const files = {
    '.vitepress/config.ts': "export default { srcDir: 'src', srcExclude: ['**/parts.md'] };",
    'src/a.md': H('A'),
    'src/b/parts.md': H('Parts'),
  };
  expect(readSite(files, 'src').files).toEqual(['a.md']);
  expect(readSite({ ...files, 'other/parts.md': H('Parts') }, 'other').files).toEqual(['parts.md']);
});
