import { expect, test } from 'vitest';
import { type PageImages, shownImages } from './page_images.ts';

const images: PageImages = {
  of: (page) => {
    const all = [
      ['/a.png', 'static/a.png'],
      ['/in/b (c).SVG', 'in/b (c).SVG'],
      ['@site/d.png', 'd.png'],
    ] as const;
    return page === 'guide/a' ? all : [];
  },
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
    [`${decoded}/a.png`, '/explore/images/static/a.png'],
    [`${decoded}/in/b (c).SVG`, '/explore/images/in/b%20(c).SVG'],
    ['@site/d.png', '/explore/images/d.png'],
  ]);
  expect([...shownImages('guide/b', origin, images)]).toEqual([]);
});
