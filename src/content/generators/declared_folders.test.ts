import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readFolder } from '../../../test/fixtures/read_site.ts';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'project-'));
});
afterEach(() => rmSync(project, { recursive: true }));

type Files = Readonly<Record<string, string>>;

function write(files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), text);
  }
}

/** The address of every page, by its file below the content root. @param named folder of the project that is read */
function addresses(named: string): Record<string, string> {
  const { site, place } = readFolder(join(project, named));
  expect(place.unread).toEqual([]);
  return Object.fromEntries(site.pages.map(({ file, path }) => [file, path]));
}

const H = (title: string) => `# ${title}\n`;
const DOCUSAURUS = (path: string, before = '') =>
  `${before}\nexport default { presets: [['classic', { docs: { path: ${path}, routeBasePath: '/' }, blog: false, pages: false }]] };`;

interface Case {
  /** The folder with the settings. */
  readonly site: string;
  readonly files: Files;
  readonly pages: Readonly<Record<string, string>>;
}

const UP_TWO = {
  site: 'apps/site',
  pages: { 'docs/a.md': 'a', 'docs/b/c.md': 'b/c' },
  docs: { 'docs/a.md': H('A'), 'docs/b/c.md': H('C') },
};

const upTwo = (path: string, before = '', more: Files = {}): Case => ({
  ...UP_TWO,
  files: { 'apps/site/docusaurus.config.ts': DOCUSAURUS(path, before), ...UP_TWO.docs, ...more },
});

const CASES: Readonly<Record<string, Case>> = {
  'docusaurus: a path': upTwo("'../../docs'"),
  'docusaurus: a constant of path.join': upTwo(
    'DOCS_DIR',
    "import path from 'node:path';\nconst DOCS_DIR = path.join(__dirname, '../..', 'docs');",
  ),
  'docusaurus: path.resolve under another name': upTwo(
    'at(ROOT, "docs")',
    "const { resolve: at, dirname } = require('path');\nconst ROOT = at(__dirname, '..', '..');",
  ),
  'docusaurus: a template': upTwo(`\`\${up}/docs\``, "const up = ['..', '..'].join('/');"),
  'docusaurus: a template with a call': upTwo(
    `\`\${path.dirname(__dirname)}/../docs/\``,
    "import * as path from 'path';",
  ),
  'docusaurus: a URL of the module': upTwo(
    "fileURLToPath(new URL('../../docs', import.meta.url))",
    "import { fileURLToPath } from 'node:url';",
  ),
  'docusaurus: import.meta.dirname': upTwo(
    "join(import.meta.dirname, '../../docs')",
    "import { join } from 'node:path';",
  ),
  'docusaurus: path.relative': upTwo(
    "path.relative(__dirname, path.resolve(__dirname, '../../docs'))",
    "import path from 'path';",
  ),
  'docusaurus: the working directory': upTwo("path.join(process.cwd(), '../../docs')", "import path from 'path';"),
  'docusaurus: a JSON file above the site': upTwo('paths.docs.dir', "import paths from '../../paths.json';", {
    'paths.json': '{ "docs": { "dir": "../../docs" } }',
    'package.json': '{}',
  }),
  'docusaurus: a script in another folder, relative to that': upTwo(
    'DOCS',
    "import { DOCS } from '../../config/paths';",
    {
      'config/paths.ts':
        "import { join } from 'node:path';\nimport { relative } from 'node:path';\nexport const DOCS = join(__dirname, '../docs');",
      'package.json': '{}',
    },
  ),
  'docusaurus: a default of a variable': upTwo("process.env.DOCS ?? '../../docs'"),
  'docusaurus: several sets, in and beside the site': {
    site: 'website',
    files: {
      'website/docusaurus.config.js': `
        const options = (id, dir) => ({ id, path: dir, routeBasePath: id });
        module.exports = {
          presets: [['@docusaurus/preset-classic', { docs: { path: '../packages/core/docs' }, blog: { path: '../../elsewhere' === '' ? 'x' : 'news' } }]],
          plugins: [
            ['@docusaurus/plugin-content-docs', { id: 'api', path: '../packages/api/docs', routeBasePath: 'api' }],
            ['@docusaurus/plugin-content-blog', { id: 'log', path: './log', routeBasePath: 'log' }],
            ['@docusaurus/plugin-content-pages', { id: 'legal', path: '../legal', routeBasePath: 'legal' }],
          ],
        };`.replace("'../../elsewhere' === '' ? 'x' : 'news'", "'news'"),
      'website/news/2024-01-02-n.md': H('N'),
      'website/log/2024-01-02-l.md': H('L'),
      'packages/core/docs/a.md': H('A'),
      'packages/core/README.md': H('Core'),
      'packages/api/docs/b.md': H('B'),
      'legal/terms.md': H('Terms'),
      'README.md': H('Read me'),
    },
    pages: {
      'website/news/2024-01-02-n.md': 'blog/2024/01/02/n',
      'website/log/2024-01-02-l.md': 'log/2024/01/02/l',
      'packages/core/docs/a.md': 'docs/a',
      'packages/api/docs/b.md': 'api/b',
      'legal/terms.md': 'legal/terms',
    },
  },
  'docusaurus: a folder that git ignores, of a name that has no pages': {
    site: 'website',
    files: {
      '.gitignore': '/_shared/\n',
      'website/docusaurus.config.js': DOCUSAURUS("'../_shared/docs'"),
      '_shared/docs/a.md': H('A'),
      '_shared/b.md': H('B'),
    },
    pages: { '_shared/docs/a.md': 'a' },
  },
  mkdocs: {
    site: 'tools/site',
    files: { 'tools/site/mkdocs.yml': 'site_name: x\ndocs_dir: ../../docs\n', 'docs/a.md': H('A') },
    pages: { 'a.md': 'a' },
  },
  vitepress: {
    site: 'site',
    files: {
      'site/.vitepress/config.ts':
        "import { resolve } from 'node:path';\nexport default { srcDir: resolve(__dirname, '../../docs') };",
      'docs/a.md': H('A'),
    },
    pages: { 'a.md': 'a' },
  },
  'hugo: contentDir': {
    site: 'site',
    files: { 'site/hugo.toml': 'contentDir = "../docs"\n', 'docs/a.md': H('A') },
    pages: { 'docs/a.md': 'a' },
  },
  'hugo: mounts of folders and of a file, in and beside the site': {
    site: 'site',
    files: {
      'site/hugo.yaml':
        'module:\n  mounts:\n    - { source: content, target: content }\n    - { source: ../docs, target: content/docs }\n    - { source: ../CHANGELOG.md, target: content/about/Changes.md }\n    - { source: ../assets, target: assets }\n',
      'site/content/_index.md': H('Home'),
      'docs/a.md': H('A'),
      'CHANGELOG.md': H('Changes'),
      'assets/b.md': H('B'),
      'package.json': '{}',
    },
    pages: { 'site/content/_index.md': 'index', 'docs/a.md': 'docs/a', 'CHANGELOG.md': 'about/changes' },
  },
  'hugo: folders of languages beside the site': {
    site: 'site',
    files: {
      'site/hugo.yaml':
        'defaultContentLanguage: en\nlanguages:\n  en: { contentDir: ../docs/en }\n  de: { contentDir: ../docs/de }\n',
      'docs/en/a.md': H('A'),
      'docs/de/a.md': H('A de'),
    },
    pages: { 'docs/en/a.md': 'a', 'docs/de/a.md': 'de/a' },
  },
  mdbook: {
    site: 'book',
    files: { 'book/book.toml': '[book]\nsrc = "../docs"\n', 'docs/SUMMARY.md': '[A](a.md)\n', 'docs/a.md': H('A') },
    pages: { 'a.md': 'a' },
  },
  jekyll: {
    site: 'site',
    files: { 'site/_config.yml': 'source: ../docs\ntitle: x\n', 'docs/a.md': `---\n---\n${H('A')}` },
    pages: { 'a.md': 'a' },
  },
  eleventy: {
    site: 'site',
    files: {
      'site/eleventy.config.js': "export const config = { dir: { input: '../docs' } };\nexport default function () {}",
      'docs/a.md': H('A'),
    },
    pages: { 'a.md': 'a' },
  },
  'eleventy: a call': {
    site: 'site',
    files: {
      'site/eleventy.config.js': "export default function (c) { c.setInputDirectory('../docs'); }",
      'docs/a.md': H('A'),
    },
    pages: { 'a.md': 'a' },
  },
  'astro: a collection': {
    site: 'apps/web',
    files: {
      'apps/web/astro.config.mjs': 'export default defineConfig({});',
      'apps/web/src/content.config.ts': `
        const docs = defineCollection({ loader: glob({ pattern: '**/*.md', base: '../../docs' }), schema: z.object({ title: z.string() }) });
        const blog = defineCollection({ loader: glob({ pattern: '**/*.md', base: new URL('../../../blog', import.meta.url) }) });
        export const collections = { docs, blog };`,
      'apps/web/src/content/notes/c.md': H('C'),
      'docs/a.md': H('A'),
      'blog/b.md': H('B'),
    },
    pages: { 'docs/a.md': 'docs/a', 'blog/b.md': 'blog/b', 'apps/web/src/content/notes/c.md': 'notes/c' },
  },
  'starlight: its collection': {
    site: 'site',
    files: {
      'site/astro.config.mjs': "export default defineConfig({ integrations: [starlight({ title: 'x' })] });",
      'site/src/content.config.ts':
        "export const collections = { docs: defineCollection({ loader: glob({ base: '../docs', pattern: '**/*.md' }) }) };",
      'docs/a.md': H('A'),
    },
    pages: { 'docs/a.md': 'a' },
  },
  'antora: sources of a playbook': {
    site: '',
    files: {
      'antora-playbook.yml':
        'site: { title: x }\ncontent:\n  sources:\n    - url: .\n      start_paths: docs/*, api\n    - url: https://acme.dev/other.git\n',
      'docs/one/antora.yml': 'name: one\nversion: ~\n',
      'docs/one/modules/ROOT/pages/a.md': H('A'),
      'docs/two/antora.yml': "name: two\nversion: '2'\n",
      'docs/two/modules/guide/pages/b.md': H('B'),
      'api/antora.yml': 'name: api\nversion: ~\n',
      'api/modules/ROOT/pages/c.md': H('C'),
    },
    pages: {
      'docs/one/modules/ROOT/pages/a.md': 'one/a',
      'docs/two/modules/guide/pages/b.md': 'two/2/guide/b',
      'api/modules/ROOT/pages/c.md': 'api/c',
    },
  },
  hexo: {
    site: 'site',
    files: {
      'site/_config.yml': 'source_dir: ../posts\n',
      'site/package.json': '{"dependencies":{"hexo":"7"}}',
      'posts/a.md': H('A'),
    },
    pages: { 'a.md': 'a' },
  },
  docfx: {
    site: 'site',
    files: {
      'site/docfx.json':
        '{ "build": { "content": [{ "files": "*.md" }, { "src": "../docs", "files": "**/*.md", "dest": "guide" }] } }',
      'site/index.md': H('Home'),
      'docs/a.md': H('A'),
    },
    pages: { 'site/index.md': 'index', 'docs/a.md': 'guide/a' },
  },
  gatsby: {
    site: 'site',
    files: {
      'site/gatsby-config.js':
        "const path = require('path');\nmodule.exports = { plugins: ['x', { resolve: 'gatsby-source-filesystem', options: { name: 'docs', path: path.join(__dirname, '..', 'docs') } }] };",
      'docs/a.md': H('A'),
    },
    pages: { 'a.md': 'a' },
  },
  fumadocs: {
    site: 'apps/docs',
    files: {
      'apps/docs/source.config.ts': "export const docs = defineDocs({ dir: '../../content' });",
      'apps/docs/lib/source.ts': "export const source = loader({ baseUrl: '/guide' });",
      'content/a.mdx': H('A'),
    },
    pages: { 'a.mdx': 'guide/a' },
  },
  'next with contentlayer': {
    site: 'web',
    files: {
      'web/next.config.js': 'module.exports = {};',
      'web/contentlayer.config.ts': "export default makeSource({ contentDirPath: '../posts' });",
      'posts/a.mdx': H('A'),
    },
    pages: { 'a.mdx': 'a' },
  },
  'nuxt: a source of a collection': {
    site: 'web',
    files: {
      'web/nuxt.config.ts': 'export default defineNuxtConfig({});',
      'web/package.json': '{"dependencies":{"@nuxt/content":"3"}}',
      'web/content.config.ts':
        "import { resolve } from 'node:path';\nexport default defineContentConfig({ collections: { docs: defineCollection({ type: 'page', source: { cwd: resolve('../docs'), include: '**/*.md', prefix: '/guide' } }) } });",
      'docs/a.md': H('A'),
    },
    pages: { 'docs/a.md': 'guide/a' },
  },
  pelican: {
    site: 'site',
    files: { 'site/pelicanconf.py': "PATH = '../posts'\n", 'posts/a.md': 'Title: A\n\nText' },
    pages: { 'a.md': 'a' },
  },
  rspress: {
    site: 'site',
    files: {
      'site/rspress.config.ts': "import path from 'path';\nexport default { root: path.join(__dirname, '../docs') };",
      'docs/a.md': H('A'),
    },
    pages: { 'a.md': 'a' },
  },
};

describe('folders that settings name are read, from the folder of the site and from that of the project', () => {
  for (const [name, { site, files, pages }] of Object.entries(CASES)) {
    test(name, () => {
      write(files);
      mkdirSync(join(project, '.git'));
      expect(addresses(site)).toEqual(pages);
      if (site === '') return;
      write({ 'package.json': '{ "workspaces": ["apps/*", "tools/*", "site", "book", "web", "website"] }' });
      expect(addresses('')).toEqual(pages);
    });
  }
});

describe('without a repository, the project is', () => {
  const site = { 'website/docusaurus.config.js': DOCUSAURUS("'../docs'"), 'docs/a.md': H('A') };

  test.each([
    ['the folder with the manifest of the workspace', { 'package.json': '{"workspaces":["website"]}' }],
    ['the folder with a lock, also where the site has its own', { 'yarn.lock': '', 'website/yarn.lock': '' }],
    ['that of another language', { 'pyproject.toml': '' }],
  ])('%s', (_name, files) => {
    write({ ...site, ...(files as Files), 'website/package.json': '{}' });
    expect(addresses('website')).toEqual({ 'docs/a.md': 'a' });
  });

  test('the folder that is named, in which the site names folders beside its own', () => {
    write({ ...site, 'README.md': H('Read me') });
    expect(addresses('')).toEqual({ 'docs/a.md': 'a' });
  });

  test('the folder of the site where nothing marks another one, so what is outside is refused', () => {
    write(site);
    expect(readFolder(join(project, 'website')).place.unread).toEqual([
      `"path" in docusaurus.config.js:2 names the folder "../docs", which is outside the project "${join(project, 'website')}"`,
    ]);
  });

  test('not the own folder of a person who has a manifest there', () => {
    write({ ...site, 'package.json': '{}', '.ssh/config': '' });
    expect(readFolder(join(project, 'website')).place.unread).toHaveLength(1);
  });
});

describe('a folder that settings name and that cannot be read is told with its place', () => {
  test.each([
    ["'../guides'", 'names the folder "../guides", which does not exist'],
    ["'/srv/guides'", 'names the folder "/srv/guides", which is outside the project "PROJECT"'],
    ["'../../../guides'", 'names the folder "../../../guides", which is outside the project "PROJECT"'],
    ['findDocs()', 'has a value that is known only when the generator runs'],
    ["on ? 'docs' : '../docs'", 'has a value that is known only when the generator runs'],
    ["'../link'", 'names the folder "../link", which leads out of the project "PROJECT" through a symbolic link'],
  ])('%s', (path, reason) => {
    write({ 'website/docusaurus.config.js': DOCUSAURUS(path), 'website/src/pages/a.md': H('A') });
    mkdirSync(join(project, '.git'));
    symlinkSync(tmpdir(), join(project, 'link'));
    const { place, warnings } = readFolder(join(project, 'website'));
    expect(place.unread).toEqual([`"path" in docusaurus.config.js:2 ${reason.replace('PROJECT', project)}`]);
    expect(warnings.map(({ file, line, rule }) => [file, line, rule])).toContainEqual([
      'docusaurus.config.js',
      2,
      'unread-folder',
    ]);
  });

  test.each([
    ['mkdocs.yml', 'site_name: x\n\ndocs_dir: ../gone\n', '"docs_dir" in mkdocs.yml:3'],
    ['book.toml', '[book]\ntitle = "x"\nsrc = "../gone"\n', '"book.src" in book.toml:3'],
    [
      'hugo.toml',
      '[[module.mounts]]\nsource = "../gone"\ntarget = "content/x"\n',
      '"module.mounts.source" in hugo.toml:2',
    ],
    ['docfx.json', '{\n  "build": {\n    "content": [{\n      "src": "../gone" }] } }', '"src" in docfx.json:4'],
    ['.vitepress/config.ts', 'export default {\n  srcDir: "../gone" };', '"srcDir" in .vitepress/config.ts:2'],
  ])('%s', (file, text, place) => {
    write({ [`site/${file}`]: text, 'site/docs/a.md': H('A') });
    mkdirSync(join(project, '.git'));
    expect(readFolder(join(project, 'site')).place.unread).toEqual([
      `${place} names the folder "../gone", which does not exist`,
    ]);
  });
});

test('of several sites of a project that none of them is by its name, the largest is read and the others are told', () => {
  write({
    'package.json': '{}',
    'one/mkdocs.yml': 'site_name: x\n',
    'one/docs/a.md': H('A'),
    'two/book.toml': '[book]\n',
    'two/src/a.md': H('A'),
    'two/src/b.md': H('B'),
  });
  const { place, warnings } = readFolder(project);
  expect(place.root).toBe('two/src');
  expect(warnings.map(({ message }) => message)).toEqual([
    'Cannot read two sites at once: "two" is read; to read this one instead, pass its folder',
  ]);
});
