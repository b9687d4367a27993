import { describe, expect, it } from 'vitest';
import { checkFiles, findingsIn } from '../../test/fixtures/check_files.ts';

type Files = Readonly<Record<string, string>>;
const orphans = (files: Files) => checkFiles(files, [], 'orphan').findings.map(({ file }) => file);
const unchecked = (files: Files) => checkFiles(files, [], 'orphan').unchecked;

/** A plain folder with a page to which nothing leads. */
const PLAIN = { 'index.md': '# Home\n\n[a](a.md)\n', 'a.md': '# A\n', 'lost.md': '# Lost\n\n[lost](lost.md)\n' };
const LOST = (folder = '') => ({
  [`${folder}index.md`]: '# Home\n',
  [`${folder}a.md`]: '# A\n',
  [`${folder}lost.md`]: '# Lost\n',
});

const MENUS: Readonly<Record<string, Files>> = {
  MkDocs: { 'mkdocs.yml': 'nav:\n  - index.md\n  - The page: a.md\n', ...LOST('docs/') },
  Docusaurus: {
    'docusaurus.config.js':
      "module.exports = { presets: [['classic', { docs: { sidebarPath: require.resolve('./sidebars.js') } }]] };",
    'sidebars.js': "module.exports = { docs: ['index', { type: 'doc', id: 'a' }] };",
    ...LOST('docs/'),
  },
  VitePress: {
    '.vitepress/config.ts': "export default { themeConfig: { sidebar: [{ text: 'A', link: '/a' }] } };",
    ...LOST(),
  },
  VuePress: { '.vuepress/config.js': "module.exports = { themeConfig: { sidebar: ['/', '/a'] } };", ...LOST() },
  Starlight: {
    'astro.config.mjs':
      "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ sidebar: ['a'] })] };",
    ...LOST('src/content/docs/'),
  },
  DocFX: { 'docfx.json': '{}', 'toc.yml': '- name: A\n  href: a.md\n', ...LOST() },
  Mintlify: { 'docs.json': '{"navigation": {"pages": ["index", "a"]}}', ...LOST() },
  Docsify: { 'index.html': 'docsify', '_sidebar.md': '- [A](a.md)\n', ...LOST() },
  Sphinx: {
    'conf.py': "extensions = ['myst_parser']\n",
    ...LOST(),
    'index.md': '# Home\n\nNot lost.\n\n```{toctree}\na\n```\n',
  },
  'Jupyter Book': {
    ...{ '_config.yml': 'title: x\n', '_toc.yml': 'format: jb-book\nroot: index\nchapters:\n- file: a\n' },
    ...LOST(),
  },
  mystmd: { 'myst.yml': 'project:\n  toc:\n    - file: index.md\n    - file: a.md\n', ...LOST() },
  Fumadocs: {
    'source.config.ts': "export const docs = defineDocs({ dir: 'docs' });\n",
    'docs/meta.json': '{"pages": ["index", "---More---", "[Lost](https://other.example/)", "a"]}',
    ...LOST('docs/'),
  },
  Nextra: {
    'next.config.mjs': "import nextra from 'nextra';\nexport default nextra()({});\n",
    'pages/_meta.js': "export default { a: 'The page', lost: { title: 'Lost', display: 'hidden' } };\n",
    ...LOST('pages/'),
  },
  Obsidian: { '.obsidian/app.json': '{}', 'index.md': '[[a]]\n', 'a.md': '# A\n', 'lost.md': '# Lost\n' },
};

describe('orphans', () => {
  it('are pages to which only their own links lead', () => {
    expect(findingsIn(PLAIN, [], 'orphan')).toEqual(['lost.md:0:0 orphan lost.md: no other page or menu links to it']);
    expect(checkFiles(PLAIN, [], 'orphan')).toMatchObject({ unchecked: null });
  });

  it('are reported only when the rule is asked for', () => {
    expect(findingsIn(PLAIN)).toEqual([]);
    expect(checkFiles(PLAIN, [{ rule: 'orphan' }]).unusedIgnores).toEqual([]);
  });

  it.each(Object.entries(MENUS))('are what the menus of %s leave out', (_name, files) => {
    expect(unchecked(files)).toBeNull();
    expect(orphans(files)).toEqual([expect.stringMatching(/^(?:docs\/)?lost\.md$/)]);
  });

  it.each<[string, Files]>([
    ['a link in HTML of a template', { 'layout.html': '<a href="/lost/">x</a>' }],
    ['a component', { 'Card.vue': "<Link to='/docs/lost.html#x' />" }],
    ['data', { 'cards.json': '{"href": "./lost"}' }],
    ['a menu', { '_sidebar.md': '- lost\n' }],
    ['the front matter of another page', { 'a.md': '---\nnext: /lost\n---\n# A\n' }],
    ['its tag', { 'lost.md': '---\ntags: [x]\n---\n# Lost\n' }],
    ['an old address', { 'lost.md': '---\nredirect_from: /old\n---\n# Lost\n' }],
    ['its own front matter that hides it', { 'lost.md': '---\nunlisted: true\n---\n# Lost\n' }],
    ['the server', { 'lost.md': '---\npermalink: /404.html\n---\n# Lost\n' }],
    [
      'a reachable translation',
      {
        'de/a.md': '# A\n',
        'de/index.md': '# A\n',
        'fr/a.md': '# A\n',
        'fr/index.md': '# A\n',
        'lost.md': '# A\n[a](a.md)\n',
        'index.md': '[a](a.md) [l](lost.md)\n',
      },
    ],
  ])('are not pages to which %s leads', (_name, more) => {
    expect(orphans({ ...PLAIN, ...more })).toEqual([]);
  });

  it.each<[string, Files, string]>([
    [
      'Hugo',
      { 'hugo.toml': '', 'content/a.md': '# A\n', 'content/b.md': '# B\n' },
      'this generator makes its menus from folders',
    ],
    ['MkDocs without a menu', { 'mkdocs.yml': '', ...LOST('docs/') }, 'this generator makes its menus from folders'],
    [
      'MkDocs with a plugin of menus',
      { 'mkdocs.yml': 'nav: [a.md]\nplugins: [awesome-pages]\n', ...LOST('docs/') },
      'this generator makes its menus',
    ],
    [
      'a menu that a function makes',
      { '.vitepress/config.ts': 'export default { themeConfig: { sidebar: make() } };', ...LOST() },
      'this generator makes its menus',
    ],
    [
      'a book whose table of contents has a pattern',
      { ...MENUS['Jupyter Book'], '_toc.yml': 'format: jb-book\nroot: index\nchapters:\n- glob: "*"\n' },
      'this generator makes its menus',
    ],
    [
      'a project of mystmd without a table of contents',
      { 'myst.yml': '', ...LOST() },
      'this generator makes its menus',
    ],
    [
      'Fumadocs whose sidebar leaves no page out',
      { ...MENUS.Fumadocs, 'docs/meta.json': '{"pages": ["a", "..."]}' },
      'this generator makes its menus',
    ],
    [
      'Fumadocs with a list of the pages of a folder',
      { ...MENUS.Fumadocs, 'list.ts': "source\n  .getPages()\n  .filter((page) => page.slugs[0] === 'news');\n" },
      'a file in the project lists pages without naming them: list.ts',
    ],
    [
      'Nextra whose files are too long',
      {
        ...MENUS.Nextra,
        ...Object.fromEntries(
          Array.from({ length: 9 }, (_, at) => [
            [`pages/in${at}/_meta.js`, `export default { a: { display: 'hidden' } };\n${' '.repeat(240_000)}`],
            [`pages/in${at}/a.md`, `# A ${at}\n`],
          ]).flat(),
        ),
      },
      'its menus have too many entries or patterns',
    ],
    [
      'Nextra whose files hide no page',
      { ...MENUS.Nextra, 'pages/_meta.js': "export default { lost: { display: 'normal' } };\n" },
      'this generator makes its menus',
    ],
    [
      'Nextra with a list of the pages of a folder',
      { ...MENUS.Nextra, 'pages/a.mdx': "{getPagesUnderRoute('/posts').map((page) => page.route)}\n" },
      'a file in the project lists pages without naming them: pages/a.mdx',
    ],
    [
      'a note with a query',
      { ...MENUS.Obsidian, 'a.md': '```dataview\nLIST\n```\n' },
      'a file in the project lists pages without naming them: a.md',
    ],
    [
      'a component that is missing',
      { ...MENUS.VitePress, 'a.md': "# A\n\n<script setup>\nimport All from './All.vue'\n</script>\n" },
      'a.md imports ./All.vue, which is not in the project',
    ],
    [
      'a folder without links',
      { 'a.md': '# A\n', 'b.md': '# B\n', 'c.md': '# C\n' },
      'links reach fewer than half of the pages',
    ],
  ])('are not judged in %s', (_name, files, reason) => {
    expect(orphans(files)).toEqual([]);
    expect(unchecked(files)).toContain(reason);
  });

  it.each<[string, string]>([
    ['Docusaurus', "{ type: 'autogenerated', dirName: 'guides' }"],
    ['Starlight', "{ label: 'Guides', items: [{ autogenerate: { directory: 'guides' } }] }"],
  ])('are not in the folders that a menu of %s lists', (name, item) => {
    const folder = name === 'Docusaurus' ? 'docs/' : 'src/content/docs/';
    const files = Object.entries(MENUS[name]!).map(([file, text]) => [
      file,
      text.replace(/\[('(?:index|a)')/, `[${item}, $1`),
    ]);
    const more = { [`${folder}guides/one.md`]: '# One\n', [`${folder}guides/two.md`]: '# Two\n' };
    expect(orphans({ ...Object.fromEntries(files), ...more })).toEqual([
      expect.stringMatching(/^(?:docs\/)?lost\.md$/),
    ]);
  });

  it.each<[string, Files]>([
    ['a pattern in a toctree', { 'index.md': '```{toctree}\n:glob:\nl*\na\n```\n' }],
    ['a toctree of a page that nothing reaches', { 'other.md': '---\norphan: true\n---\n```{toctree}\nlost\n```\n' }],
    ['a word of reStructuredText', { 'notes/more.rst': 'See :doc:`/lost`.\n' }],
    ['a pattern in reStructuredText', { 'more.rst': '.. toctree::\n   :glob:\n\n   lo*\n' }],
    ['its front matter, which says that it is one', { 'lost.md': '---\norphan: true\n---\n# Lost\n' }],
  ])('are not pages of Sphinx to which %s leads', (_name, more) => {
    const files = { ...MENUS.Sphinx, ...more };
    expect([orphans(files), unchecked(files)]).toEqual([[], null]);
  });

  it('are what no sidebar of Fumadocs lists, folder by folder', () => {
    const files = {
      ...MENUS.Fumadocs,
      'docs/meta.json': '{"pages": ["index", "a", "guides", "...(more)", "far/away", "none/../whole"]}',
      'docs/guides/meta.json': '{"pages": ["one", "z...a", "!two", "!old"]}',
      'docs/guides/old/meta.json': '{"pages": ["..."]}',
      'docs/tab/meta.json': '{"root": true, "pagesIndex": "start", "pages": []}',
      'docs/fr/meta.json': '{"pages": ["un"]}',
      ...Object.fromEntries(
        [
          ...['guides/index', 'guides/one', 'guides/one.fr', 'guides/two', 'guides/two.fr', 'guides/three'],
          ...['guides/old/six', '(more)/[four', 'far/away', 'far/off', 'none/five', 'whole/deep/seven'],
          ...['tab/start', 'tab/rest', 'fr/un', 'fr/deux'],
        ].map((name) => [`docs/${name}.mdx`, `# ${name.replaceAll('/', ' ')}\n`]),
      ),
    };
    expect(orphans(files)).toEqual([
      ...['far/off.mdx', 'fr/deux.mdx', 'guides/old/six.mdx', 'guides/two.fr.mdx', 'guides/two.mdx', 'lost.md'],
      ...['none/five.mdx', 'tab/rest.mdx'],
    ]);
  });

  it('are not in the files that Fumadocs does not read, and not in the menu of another language', () => {
    const config =
      "export const docs = defineDocs({ dir: 'docs', docs: { files: ['**/*.mdx', '!**/*.part.mdx'] } });\n";
    const files = {
      ...MENUS.Fumadocs,
      'source.config.ts': config,
      'docs/meta.de.json': '{"pages": ["neu"]}',
      'docs/neu.mdx': '# Neu\n',
      'docs/lost.part.mdx': '# Part\n',
    };
    expect(orphans(files)).toEqual(['lost.md']);
  });

  it.each<[string, Files, readonly string[]]>([
    [
      'all but some pages and folders of a folder',
      { 'pages/b/_meta.json': '{"*": {"display": "hidden"}, "one": {"display": "normal"}, "two": "Two"}' },
      ['b/deep/four.mdx', 'b/three.mdx', 'b/two.mdx', 'lost.md'],
    ],
    [
      'a folder with all below it',
      { 'pages/_meta.ts': "export default { b: { display: 'hidden' } } satisfies MetaRecord;\n" },
      ['b/deep/four.mdx', 'b/index.mdx', 'b/one.mdx', 'b/three.mdx', 'b/two.mdx'],
    ],
    [
      'pages in one of two languages',
      {
        'pages/b/_meta.en.json': '{"one": {"display": "hidden"}, "two": {"display": "hidden"}}',
        'pages/b/_meta.fr.json': '{"one": {"display": "hidden"}, "two": "Deux"}',
      },
      ['b/one.mdx', 'lost.md'],
    ],
    [
      'pages by a value that is not in the file',
      { 'pages/b/_meta.js': "import hidden from './hidden';\nexport default { ...hidden, one: hidden };\n" },
      ['lost.md'],
    ],
    [
      'a folder of the bar at the top, which hides itself alone',
      {
        'pages/_meta.ts':
          "export default { b: { type: 'page', display: 'hidden' }, c: { type: 'page', display: 'hidden' } };\n",
      },
      ['c.mdx'],
    ],
    [
      'a menu of the bar at the top, which hides itself alone',
      { 'pages/_meta.ts': "export default { b: { type: 'menu', display: 'hidden' }, d: { display: 'hidden' } };\n" },
      ['d.mdx'],
    ],
    [
      'pages with a dot in their names, which is no language',
      {
        'pages/_meta.ts':
          "export default { how: { display: 'hidden' }, 'how.to': 'How to', 'go.js': { display: 'hidden' }, go: 'Go' };\n",
        ...{ 'pages/how.mdx': '# How\n', 'pages/how.to.mdx': '# How to\n', 'pages/how.fr.mdx': '# Comment\n' },
        ...{ 'pages/go.mdx': '# Go\n', 'pages/go.js.mdx': '# Go.js\n' },
      },
      ['go.js.mdx', 'how.fr.mdx', 'how.mdx'],
    ],
    [
      'the page of its folder',
      { 'pages/b/_meta.js': "export default { index: { display: 'hidden' } };\n" },
      ['lost.md'],
    ],
  ])('are what files of Nextra hide: %s', (_name, more, expected) => {
    const names = ['b/index', 'b/one', 'b/two', 'b/three', 'b/deep/four', 'c', 'd', 'e'];
    const pages = Object.fromEntries(names.map((name) => [`pages/${name}.mdx`, `# ${name.replaceAll('/', ' ')}\n`]));
    const { 'pages/_meta.js': own = '', ...site } = MENUS.Nextra!;
    const meta = Object.hasOwn(more, 'pages/_meta.ts') ? {} : { 'pages/_meta.js': own };
    expect(orphans({ ...site, ...meta, ...pages, ...more })).toEqual(expected);
  });

  it('are what one file in the routes of Nextra hides, also in the folder of the pages', () => {
    const files = {
      'next.config.mjs': MENUS.Nextra!['next.config.mjs']!,
      'src/app/_meta.global.tsx':
        "export default { docs: { title: <b>Docs</b>, items: { lost: { display: 'hidden' }, a: '' } } };\n",
      ...LOST('src/content/docs/'),
      'src/content/lost.mdx': '# Not lost\n',
    };
    expect(orphans(files)).toEqual(['docs/lost.md']);
    const settings = "import nextra from 'nextra';\nexport default nextra({ contentDirBasePath: '/x' })({});\n";
    expect(orphans({ ...files, 'next.config.mjs': settings })).toEqual([]);
  });

  it('are not in a version whose menu is not there', () => {
    const old = {
      'versioned_docs/version-1.0/old.md': '# Old\n',
      'versioned_docs/version-2.0/older.md': '# Older\n',
      'versions.json': '["2.0", "1.0"]',
    };
    const files = { ...MENUS.Docusaurus, ...old, 'versioned_sidebars/version-2.0-sidebars.json': '{"docs": ["a"]}' };
    expect(orphans(files)).toEqual(['docs/lost.md', 'versioned_docs/version-2.0/older.md']);
  });

  it('are named by the ids of their pages in a menu of Docusaurus', () => {
    const files = { ...MENUS.Docusaurus, 'docs/lost.md': '---\nid: a-name\nslug: /x\n---\n# Lost\n' };
    expect(orphans({ ...files, 'sidebars.js': "module.exports = { docs: ['index', 'a', 'a-name'] };" })).toEqual([]);
  });

  it('are found in time beside hostile texts', () => {
    const text = ['- ', 'a/', '](', '"x', ': y', 'import ', '```'].map((piece) => piece.repeat(100_000)).join('\n');
    expect(orphans({ ...PLAIN, 'a.md': text, 'b.yml': text })).toEqual(['lost.md']);
  });
});
