import { describe, expect, test } from 'vitest';
import { otherVersions, sitePages } from './site_pages.js';

const context = {
  siteDir: '/site',
  siteConfig: { trailingSlash: undefined as boolean | undefined },
  baseUrl: '/zoo/fr/',
  i18n: { currentLocale: 'fr', localeConfigs: { fr: { htmlLang: 'fr-CA' } } },
};

const doc = (source: string, permalink: string, more: object = {}) => ({
  source,
  permalink,
  title: 'A title',
  ...more,
});

const versions = [
  {
    ...{ versionName: 'current', path: '/zoo/fr/docs/next', isLast: false },
    docs: [doc('@site/docs/a.md', '/zoo/fr/docs/next/a')],
  },
  {
    ...{ versionName: '2.0', path: '/zoo/fr/docs', isLast: true },
    docs: [
      doc('@site/i18n/fr/docusaurus-plugin-content-docs/version-2.0/a.md', '/zoo/fr/docs/a', { unlisted: false }),
      doc('@site/versioned_docs/version-2.0/hidden.md', '/zoo/fr/docs/hidden', { unlisted: true }),
      doc('@site/versioned_docs/version-2.0/draft.md', '/zoo/fr/docs/draft', { draft: true }),
    ],
  },
  { versionName: '1.0', path: '/zoo/fr/docs/1.0', isLast: false, docs: [] },
];

/** What the plugins loaded, as far as it is read. */
const content = {
  'docusaurus-plugin-content-docs': {
    default: { loadedVersions: versions },
    api: {
      loadedVersions: [
        {
          ...{ versionName: 'current', path: '/zoo/fr/api', isLast: true },
          docs: [doc('@site/../api/b.mdx', '/zoo/fr/api/')],
        },
      ],
    },
  },
  'docusaurus-plugin-content-blog': {
    default: { blogPosts: [{ id: 'c', metadata: doc('@site/blog/c.md', '/zoo/fr/blog/été') }] },
  },
  'docusaurus-plugin-content-pages': {
    default: [
      { type: 'jsx', source: '@site/src/pages/index.js', permalink: '/zoo/fr/' },
      { type: 'mdx', ...doc('@site/src/pages/d.md', '/zoo/fr/d') },
    ],
    // Its folder is missing.
    other: null,
  },
};

const addressesOf = (trailingSlash: boolean | undefined, allContent: object = content) =>
  sitePages({ ...context, siteConfig: { trailingSlash } }, allContent).pages.map(({ address }) => address);

describe('the pages of a Docusaurus site', () => {
  test('are those that its plugins loaded and that readers are shown, with their addresses', () => {
    const title = 'A title';
    expect(sitePages(context, content)).toEqual({
      generator: 'docusaurus',
      base: '/zoo/fr/',
      language: 'fr-CA',
      currentVersion: undefined,
      versions: ['/zoo/fr/docs/next', '/zoo/fr/docs/1.0'],
      pages: [
        { source: '/site/docs/a.md', address: '/zoo/fr/docs/next/a', title, version: 'default/next' },
        {
          source: '/site/i18n/fr/docusaurus-plugin-content-docs/version-2.0/a.md',
          address: '/zoo/fr/docs/a',
          title,
          version: 'default/',
        },
        { source: '/api/b.mdx', address: '/zoo/fr/api/', title },
        { source: '/site/blog/c.md', address: '/zoo/fr/blog/%C3%A9t%C3%A9', title },
        { source: '/site/src/pages/d.md', address: '/zoo/fr/d', title },
      ],
    });
  });

  test('have slashes at the end of their addresses as the site sets it', () => {
    const ends = ['docs/next/a', 'docs/a', 'api', 'blog/%C3%A9t%C3%A9', 'd'];
    expect(addressesOf(true)).toEqual(ends.map((end) => `/zoo/fr/${end}/`));
    expect(addressesOf(false)).toEqual(ends.map((end) => `/zoo/fr/${end}`));
  });

  test('keep the slash of the base', () => {
    const pages = { default: [{ type: 'mdx', ...doc('@site/src/pages/index.md', '/zoo/fr/') }] };
    expect(addressesOf(false, { 'docusaurus-plugin-content-pages': pages })).toEqual(['/zoo/fr/']);
  });

  test('are in the locale where it has no other name', () => {
    expect(sitePages({ ...context, i18n: { currentLocale: 'de', localeConfigs: {} } }, {}).language).toBe('de');
  });
});

describe('the versions of a Docusaurus site', () => {
  const docs = (...loadedVersions: object[]) => ({ 'docusaurus-plugin-content-docs': { default: { loadedVersions } } });
  const version = (versionName: string, path: string, isLast = false) => ({ versionName, path, isLast, docs: [] });

  test('beside the latest are known by the tags of Docusaurus', () => {
    expect(otherVersions(content)).toEqual({
      'docs-default-current': { place: 'default/next', path: '/zoo/fr/docs/next', folder: 'next' },
      'docs-default-1.0': { place: 'default/1.0', path: '/zoo/fr/docs/1.0', folder: '1.0' },
    });
  });

  test('have a latest one by name where it has a folder too', () => {
    const all = docs(version('2.x', '/2.x', true), version('1', '/hydrogen'));
    expect(sitePages(context, all)).toMatchObject({ currentVersion: '2.x', versions: ['/2.x', '/hydrogen'] });
    expect(otherVersions(all)).toEqual({
      'docs-default-1': { place: 'default/hydrogen', path: '/hydrogen', folder: 'hydrogen' },
    });
  });

  test('have no place where there is one, and no folder where they are around others', () => {
    expect(otherVersions(docs(version('current', '/docs', true)))).toEqual({});
    const all = docs(version('2.0', '/', true), version('1.0', '/1.0'));
    expect(sitePages(context, all)).toMatchObject({ currentVersion: undefined, versions: ['/1.0'] });
    expect(otherVersions(docs(version('current', '/docs/'), version('1.0', '/docs/1.0', true)))).toEqual({
      'docs-default-current': { place: 'default/', path: '/docs', folder: null },
    });
  });

  test('of several instances with the same names have places of their own', () => {
    const of = (base: string) => ({ loadedVersions: [version('2.0', base, true), version('1.0', `${base}/1.0`)] });
    const plugins = { 'docusaurus-plugin-content-docs': { ios: of('/ios'), android: of('/android') } };
    expect(Object.values(otherVersions(plugins)).map(({ place }) => place)).toEqual(['ios/1.0', 'android/1.0']);
  });
});
