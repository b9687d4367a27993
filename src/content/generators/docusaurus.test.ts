import { expect, test } from 'vitest';
import { readSite } from '../../../test/fixtures/read_site.ts';

const PAGE = '# Page\n';

function addresses(files: Readonly<Record<string, string>>): Record<string, string> {
  const { site } = readSite(files);
  return Object.fromEntries(site.pages.map(({ file, path, published }) => [file, `${path} ${published ?? ''}`.trim()]));
}

test('quoted keys, constants, computed keys and spread options are read, in any order', () => {
  expect(
    addresses({
      'docusaurus.config.ts': `
        import versions from './versions.json';
        const latest = versions[0];
        const common = { editUrl: ({ docPath }) => { return \`https://edit.example/\${docPath}\`; } };
        const config: Config = {
          headTags: [{ attributes: { path: 'nowhere' } }],
          "presets": [["@docusaurus/preset-classic", {
            "blog": { path: 'news', feedOptions: { type: 'all' } },
            "docs": { "path": "./guides", "routeBasePath": "/", versions: { [latest]: { badge: false } }, ...common },
          } satisfies Preset.Options]],
          plugins: [
            function own() { return { name: 'own', path: 'nowhere' }; },
            ['content-docs', { id: 'team', path: 'team', routeBasePath: '/people', ...common }],
          ],
        };
        export default config;`,
      'versions.json': '["2.0", "1.0"]',
      'guides/a.md': PAGE,
      'versioned_docs/version-2.0/a.md': PAGE,
      'versioned_docs/version-1.0/a.md': PAGE,
      'versioned_docs/version-0.9/a.md': PAGE,
      'versioned_docs_archived/version-0.8/a.md': PAGE,
      'team/b.md': PAGE,
      'news/2024-01-02-c.md': PAGE,
      'nowhere/d.md': PAGE,
    }),
  ).toEqual({
    'guides/a.md': 'next/a',
    'versioned_docs/version-2.0/a.md': 'a',
    'versioned_docs/version-1.0/a.md': '1.0/a',
    'team/b.md': 'people/b',
    'news/2024-01-02-c.md': 'blog/2024/01/02/c 2024-01-02',
  });
});

test('documents beside the folder of the site, and posts in it, have their own addresses', () => {
  expect(
    addresses({
      'package.json': '{}',
      'website/docusaurus.config.js': `module.exports = {
        presets: [['classic', { docs: { path: '../docs' }, blog: { path: 'blog' } }]],
        plugins: [['content-docs', { id: 'more', path: 'more', routeBasePath: 'more' }]] };`,
      'docs/a.md': PAGE,
      'website/blog/2024-01-02-b.md': PAGE,
      'website/more/c.md': PAGE,
      'README.md': PAGE,
    }),
  ).toEqual({
    'docs/a.md': 'docs/a',
    'website/blog/2024-01-02-b.md': 'blog/2024/01/02/b 2024-01-02',
    'website/more/c.md': 'more/c',
  });
});

test('current documents that are no version stand for a latest one that is copied from them, and else are no pages', () => {
  const files = {
    'docusaurus.config.js': `export default { presets: [['classic', { docs: { includeCurrentVersion: false } }]] };`,
    'versions.json': '["2.x", "1.x"]',
    'docs/a.md': PAGE,
    'versioned_docs/version-1.x/a.md': PAGE,
  };
  expect(addresses(files)).toEqual({ 'docs/a.md': 'docs/a', 'versioned_docs/version-1.x/a.md': 'docs/1.x/a' });
  expect(addresses({ ...files, 'versioned_docs/version-2.x/a.md': PAGE })).toEqual({
    'versioned_docs/version-2.x/a.md': 'docs/a',
    'versioned_docs/version-1.x/a.md': 'docs/1.x/a',
  });
});

test('a slug is relative to the folder of its page, and an id names no index', () => {
  expect(
    addresses({
      'docusaurus.config.js': 'export default {};',
      'docs/01-guide/index.md': '---\nid: overview\n---\n# A',
      'docs/01-guide/b.md': '---\nid: other\n---\n# B',
      'docs/01-guide/c.md': '---\nslug: deep/er\n---\n# C',
      'docs/01-guide/d.md': '---\nslug: /top/d\n---\n# D',
      'docs/02-more/more.md': '---\nslug: start\n---\n# E',
    }),
  ).toEqual({
    'docs/01-guide/index.md': 'docs/guide',
    'docs/01-guide/b.md': 'docs/guide/other',
    'docs/01-guide/c.md': 'docs/guide/deep/er',
    'docs/01-guide/d.md': 'docs/top/d',
    'docs/02-more/more.md': 'docs/more/start',
  });
});

test('a slug of a post replaces its date, also for the index of a folder', () => {
  expect(
    addresses({
      'docusaurus.config.js': 'export default {};',
      'blog/2024-01-02-a/index.md': '---\nslug: first\n---\n# A',
      'blog/2024-01-03-b.md': '---\nslug: second\n---\n# B',
      'blog/2024-01-04-c/index.md': PAGE,
    }),
  ).toEqual({
    'blog/2024-01-02-a/index.md': 'blog/first 2024-01-02',
    'blog/2024-01-03-b.md': 'blog/second 2024-01-03',
    'blog/2024-01-04-c/index.md': 'blog/2024/01/04/c 2024-01-04',
  });
});

test('posts are dated wherever the settings have them, and a plugin that is off publishes nothing', () => {
  expect(
    addresses({
      'docusaurus.config.js': `export default {
        presets: [['classic', { docs: false, blog: { routeBasePath: '/' } }]],
        plugins: [['@docusaurus/plugin-content-blog', { id: 'changes', path: './changelog', routeBasePath: 'changes' }]] };`,
      'docs/a.md': PAGE,
      'blog/2024-01-02-b.md': PAGE,
      'changelog/2024-01-03-c.md': PAGE,
      'i18n/de/docusaurus-plugin-content-blog-changes/2024-01-03-c.md': PAGE,
    }),
  ).toEqual({
    'blog/2024-01-02-b.md': '2024/01/02/b 2024-01-02',
    'changelog/2024-01-03-c.md': 'changes/2024/01/03/c 2024-01-03',
    'i18n/de/docusaurus-plugin-content-blog-changes/2024-01-03-c.md': 'de/changes/2024/01/03/c 2024-01-03',
  });
});
