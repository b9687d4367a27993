import { expect, test } from 'vitest';
import { besideOf, pages } from '../../../test/fixtures/order_of.ts';

/** A page with front matter and a title. */
const page = (title: string, ...lines: readonly string[]) => `---\n${lines.join('\n')}\n---\n\n# ${title}\n`;

const DOCUSAURUS = {
  'docusaurus.config.js': `export default { i18n: { defaultLocale: 'en', locales: ['en', 'fr'] }, presets: [['classic', { docs: { sidebarPath: './sidebars.js' } }]] };`,
  'sidebars.js': `export default { one: ['a', 'b', 'part/c', 'd'] };`,
};

const vitepress = (...links: readonly string[]) => ({
  '.vitepress/config.js': `export default { base: '/docs/', themeConfig: { sidebar: [${links.map((link) => `{ link: '${link}' }`).join()}] } };`,
});

test.each<[string, Record<string, string>, Record<string, string>]>([
  [
    'ids and labels of Docusaurus, in one direction each',
    {
      ...DOCUSAURUS,
      'docs/a.md': page('A', 'pagination_next: part/c'),
      'docs/b.md': page('B', 'pagination_label: The *b*', 'pagination_prev: null'),
      'docs/part/c.md': page('C', 'sidebar_label: Part <em>C</em>'),
      'docs/d.md': page('D', 'sidebar_label: D', 'pagination_next: a'),
    },
    {
      'docs/a': '< > docs/part/c (Part C)',
      'docs/b': '< > docs/part/c (Part C)',
      'docs/part/c': 'docs/b (The *b*) < > docs/d',
      'docs/d': 'docs/part/c (Part C) < > docs/a',
    },
  ],
  [
    'no link of Docusaurus where an id is that of no page, of an unlisted one, or of the page itself',
    {
      ...DOCUSAURUS,
      'docs/a.md': page('A', 'pagination_next: none'),
      'docs/b.md': page('B', 'pagination_next: e', 'pagination_prev: b'),
      'docs/part/c.md': page('C', 'pagination_next:'),
      'docs/d.md': page('D'),
      'docs/e.md': page('E', 'unlisted: true'),
    },
    { 'docs/a': '< >', 'docs/b': '< >', 'docs/part/c': 'docs/b < >', 'docs/d': 'docs/part/c < >', 'docs/e': '< >' },
  ],
  [
    'ids of Docusaurus in the same language',
    {
      ...DOCUSAURUS,
      ...pages('docs/', 'a', 'b', 'part/c', 'd'),
      'i18n/fr/docusaurus-plugin-content-docs/current/a.md': page('A', 'pagination_next: d'),
      'i18n/fr/docusaurus-plugin-content-docs/current/b.md': page('B', 'pagination_next: part/c'),
      'i18n/fr/docusaurus-plugin-content-docs/current/d.md': page('D'),
    },
    {
      'docs/a': '< > docs/b',
      'docs/b': 'docs/a < > docs/part/c',
      'docs/d': 'docs/part/c < >',
      'docs/part/c': 'docs/b < > docs/d',
      'fr/docs/a': '< > fr/docs/d',
      'fr/docs/b': 'fr/docs/a < >',
      'fr/docs/d': '< >',
    },
  ],
  [
    'texts and links of VitePress',
    {
      ...vitepress('/a', '/b', '/c'),
      'a.md': page('A', 'next: To <b>B</b>'),
      'b.md': page('B', 'prev: false', 'next:', '  text: Away', '  link: https://other.example/'),
      'c.md': page('C', 'prev:', '  text: First', '  link: /a#top', 'next:', '  link: /docs/part/d.html'),
      'part/d.md': page('D', 'prev:', '  link: ../b.md', 'next: Nothing'),
    },
    { a: '< > b (To B)', b: '< >', c: 'a (First) < > part/d', 'part/d': 'b < >' },
  ],
  [
    'links without labels and no links of Starlight',
    {
      'astro.config.mjs': `export default defineConfig({ integrations: [starlight({ title: 'x', sidebar: ['a', 'b', 'c'] })] });`,
      'src/content/docs/a.md': page('A', 'title: A', 'next: true'),
      'src/content/docs/b.md': page('B', 'title: B', 'prev: false', 'next:', '  label: The end'),
      'src/content/docs/c.md': page('C', 'title: C', 'prev:', '  link: /a/', '  label: Home', 'next: More'),
    },
    { a: '< > b', b: '< > c (The end)', c: 'a (Home) < >' },
  ],
  [
    'links of VuePress, also where there is no other order',
    {
      '.vuepress/config.js': 'export default { title: "x" };',
      'a.md': page('A', 'next: ./part/b.md'),
      'part/b.md': page('B', 'prev: /a.html', 'next: false'),
    },
    { a: '< > part/b', 'part/b': 'a < >' },
  ],
])('are %s', (_what, files, beside) => {
  expect(besideOf(files)).toEqual(beside);
});

test('are not read of a generator without such front matter', () => {
  expect(besideOf({ 'a.md': page('A', 'next: /b', 'pagination_next: b'), 'b.md': page('B') })).toBeNull();
});
