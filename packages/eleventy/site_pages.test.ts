import { describe, expect, test } from 'vitest';
import { baseOf, joinPages, publishedPages, sitePages } from './site_pages.js';

const html = (language: string) => `<!doctype html><html class="no-js" lang="${language}"><body></body></html>`;

/** Results as the event `eleventy.after` has them. */
const results = [
  { inputPath: './pages/index.md', outputPath: './_site/index.html', url: '/', content: html('en-GB') },
  { inputPath: './pages/fr/été.md', outputPath: './_site/fr/été/index.html', url: '/fr/été/', content: html('fr') },
  {
    inputPath: './pages/b.md',
    outputPath: './_site/bears/b.html',
    url: '/bears/b.html',
    content: '<p>no language</p>',
  },
  { inputPath: './pages/draft.md', outputPath: false, url: false, content: html('en') },
  { inputPath: './pages/feed.md', outputPath: './_site/feed.xml', url: '/feed.xml', content: '<feed/>' },
  { inputPath: './pages/list.njk', outputPath: './_site/list/index.html', url: '/list/', content: html('en') },
];

describe('the pages of an Eleventy site', () => {
  test('are Markdown files with an address, in the language of their document', () => {
    expect(sitePages({ root: '/site', base: '/zoo/', pages: publishedPages(results) })).toEqual({
      generator: 'eleventy',
      base: '/zoo/',
      pages: [
        { source: '/site/pages/index.md', address: '/zoo/', language: 'en-GB' },
        { source: '/site/pages/fr/été.md', address: '/zoo/fr/%C3%A9t%C3%A9/', language: 'fr' },
        { source: '/site/pages/b.md', address: '/zoo/bears/b.html', language: undefined },
      ],
    });
  });

  test('stay as they were when Eleventy changes its results', () => {
    const [result] = structuredClone(results);
    const pages = publishedPages([result!]);
    result!.url = '/zoo/';
    expect(pages[0]!.url).toBe('/');
  });

  test('of a build before stay after a build that made some of them', () => {
    const moved = { ...results[2]!, url: '/moved/', outputPath: './_site/moved/index.html' };
    const addresses = (pages: { url: string }[]) => pages.map(({ url }) => url);
    const known = publishedPages(results);
    expect(addresses(joinPages(known, [moved]))).toEqual(['/', '/fr/été/', '/moved/']);
    expect(addresses(joinPages(known, [{ ...moved, url: false, outputPath: false }]))).toEqual(['/', '/fr/été/']);
  });
});

test.each([
  [undefined, '/'],
  ['/', '/'],
  ['zoo', '/zoo/'],
  ['/zoo/docs/', '/zoo/docs/'],
])('the path prefix %s is the base %s', (prefix, base) => {
  expect(baseOf(prefix)).toBe(base);
});
