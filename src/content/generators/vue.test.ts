import { expect, test } from 'vitest';
import { readSite } from '../../../test/fixtures/read_site.ts';

const PAGE = '# Page\n';

test('documents whose site is elsewhere are known by what their numbered folders say of the navigation', () => {
  const read = readSite({
    'package.json': '{}',
    'nuxt.config.ts': 'export default defineNuxtConfig({ modules: [] });',
    'packages/a/notes.md': PAGE,
    'docs/1.start/.navigation.yml': 'title: Start',
    'docs/1.start/01.install.md':
      '# Install\n\n[a](/docs/4.x/api/utils/dollarfetch) [b](/docs/4.x/api/b) [c](/docs/4.x/start/install)',
    'docs/2.api/1.utils/$fetch.md': PAGE,
    'docs/2.api/b.md': PAGE,
    'docs/2.api/Über & more.md': PAGE,
  });
  expect(read.place.root).toBe('docs');
  expect(read.context.generator).toBe('nuxt');
  expect(read.site.pages.map(({ path }) => path)).toEqual([
    ...['api/b', 'api/uber-and-more', 'api/utils/dollarfetch', 'start/install'],
  ]);
  expect(read.links('1.start/01.install.md')).toEqual(['api/utils/dollarfetch', 'api/b']);
});

test('the prefix of a source is the path of its pages, and route rules lead old addresses', () => {
  const read = readSite({
    'nuxt.config.ts':
      "export default defineNuxtConfig({ routeRules: { '/old': { redirect: '/guide/a' }, '/x/**': { redirect: '/b' } } });",
    'content.config.ts': `export default defineContentConfig({ collections: {
      docs: defineCollection({ type: 'page', source: { include: 'docs/**', prefix: '/guide' } }) } });`,
    'content/docs/1.a.md': '[b](/guide/b)',
    'content/docs/2.b.md': '[a](/old)',
  });
  expect(read.site.pages.map(({ path }) => path)).toEqual(['guide/a', 'guide/b']);
  expect(read.links('docs/2.b.md')).toEqual(['guide/a']);
});
