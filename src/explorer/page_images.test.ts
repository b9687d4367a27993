import { expect, test } from 'vitest';
import { type PageImages, shownImages } from './page_images.ts';

/** Images at these addresses. */
const images = (...addresses: readonly string[]): PageImages => ({
  find: (path) => addresses.indexOf(path),
  read: async () => null,
});

test.each<[string, string, string, Record<string, string>]>([
  [
    'where only the path of the site is known',
    '/docs',
    '![a](/docs/a.png) <img src="/docs/b%20c.SVG?x#y"> ![other](/a.png) ![none](/docs/none.png) [page](/docs/page.md)',
    { '/docs/a.png': '/explore/images/a.png', '/docs/b c.SVG': '/explore/images/b%20c.SVG' },
  ],
  [
    'where its address is known',
    'https://site.example',
    '[a]: https://site.example/a.png\n![other](https://other.example/a.png)',
    { 'https://site.example/a.png': '/explore/images/a.png' },
  ],
  ['at the root', '', '![a](/a.png)', { '/a.png': '/explore/images/a.png' }],
])('the images of a page are found %s', (_where, origin, markdown, shown) => {
  expect(Object.fromEntries(shownImages(markdown, origin, images('a.png', 'b c.SVG')))).toEqual(shown);
});

test('no more than 500 images of a page are shown', () => {
  const names = Array.from({ length: 501 }, (_, at) => `${at}.png`);
  const shown = shownImages(names.map((name) => `![](/${name})`).join('\n'), '', images(...names));
  expect([...shown.keys()]).toEqual(names.slice(0, 500).map((name) => `/${name}`));
});
