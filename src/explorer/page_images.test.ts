import { expect, test } from 'vitest';
import { type PageImages, shownImages } from './page_images.ts';

const images: PageImages = {
  of: (page) => (page === 'guide/a' ? ['a.png', 'in/b (c).SVG'] : []),
  find: () => -1,
  read: async () => null,
};

test.each<[string, string, string]>([
  ['where only the path of the site is known', '/docs', '/docs'],
  ['where its address is known', 'https://site.example', 'https://site.example'],
  ['at the root', '', ''],
  ['below a folder whose name is encoded', 'https://site.example/%C3%BC', 'https://site.example/ü'],
])('the images of a page are found %s', (_where, origin, decoded) => {
  expect([...shownImages('guide/a', origin, images)]).toEqual([
    [`${decoded}/a.png`, '/explore/images/a.png'],
    [`${decoded}/in/b (c).SVG`, '/explore/images/in/b%20(c).SVG'],
  ]);
  expect([...shownImages('guide/b', origin, images)]).toEqual([]);
});
