import { describe, expect, test } from 'vitest';
import { sitePages } from './site_pages.js';

/** What VitePress resolves of a site, as far as it is read. */
const site = {
  srcDir: '/site/docs',
  pages: ['index.md', 'guide/index.md', 'guide/a b.md', 'packages/core/intro.md', 'fr/index.md', 'fr/guide/été.md'],
  rewrites: { map: { 'packages/core/intro.md': 'core/intro.md' } },
  cleanUrls: false,
  site: { base: '/zoo/', lang: 'en', locales: { root: { lang: 'en-GB' }, fr: { lang: 'fr-CA' }, de: {} } },
};

describe('the pages of a VitePress site', () => {
  test('have the addresses that VitePress gives them, and the languages of its locales', () => {
    expect(sitePages(site)).toEqual({
      generator: 'vitepress',
      base: '/zoo/',
      language: 'en-GB',
      pages: [
        { source: '/site/docs/index.md', address: '/zoo/', language: undefined },
        { source: '/site/docs/guide/index.md', address: '/zoo/guide/', language: undefined },
        { source: '/site/docs/guide/a b.md', address: '/zoo/guide/a%20b.html', language: undefined },
        { source: '/site/docs/packages/core/intro.md', address: '/zoo/core/intro.html', language: undefined },
        { source: '/site/docs/fr/index.md', address: '/zoo/fr/', language: 'fr-CA' },
        { source: '/site/docs/fr/guide/été.md', address: '/zoo/fr/guide/%C3%A9t%C3%A9.html', language: 'fr-CA' },
      ],
    });
  });

  test('have no ending with cleanUrls, but that of an index', () => {
    const addresses = sitePages({ ...site, cleanUrls: true }).pages.map(({ address }) => address);
    expect(addresses).toEqual([
      ...['/zoo/', '/zoo/guide/', '/zoo/guide/a%20b', '/zoo/core/intro', '/zoo/fr/', '/zoo/fr/guide/%C3%A9t%C3%A9'],
    ]);
  });

  test('are in the language of the site where it has no locales', () => {
    const { language, pages } = sitePages({ ...site, site: { base: '/', lang: 'pt-BR' } });
    expect([language, pages[4]]).toEqual([
      'pt-BR',
      { source: '/site/docs/fr/index.md', address: '/fr/', language: undefined },
    ]);
  });
});
