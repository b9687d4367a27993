import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sectionsOf } from '../../../test/fixtures/sections_of.ts';
import { nameKey } from '../analysis/words_of_text.ts';
import { hashNames, keyOfHeading, MOST_NAMESAKES, NameIndex, type PageNames, packNames } from './name_index.ts';

const indexOf = (pages: readonly (Omit<PageNames, 'headings'> & Partial<PageNames>)[]): NameIndex =>
  new NameIndex(sectionsOf(packNames(pages.map((page) => hashNames({ headings: [], ...page })))));

test('finds pages by title, alias and last segment, the last marked', () => {
  const index = indexOf([
    { title: 'Getting started', aliases: ['Quick Start'], slug: 'start' },
    { title: 'Start!', aliases: [], slug: 'start' },
  ]);
  expect(index.find('getting started')).toEqual([{ page: 0, titled: true }]);
  expect(index.find('quick start')).toEqual([{ page: 0, titled: true }]);
  expect(index.find('start')).toEqual([
    { page: 0, titled: false },
    { page: 1, titled: true },
  ]);
  expect(index.find('started')).toEqual([]);
  expect(index.find('')).toEqual([]);
});

test('finds pages by a heading that is not their title, and no page by it as a name', () => {
  const headings = [{ text: 'Set-up' }, { text: 'set up' }, { text: 'Options' }, { text: '?' }];
  const index = indexOf([{ title: 'Options', aliases: [], slug: 'x', headings }]);
  expect(index.find(keyOfHeading('set up'))).toEqual([{ page: 0, titled: true }]);
  expect(index.find('set up')).toEqual([]);
  expect(index.find(keyOfHeading('options'))).toEqual([]);
  expect(index.find(keyOfHeading(''))).toEqual([]);
});

test('a heading has the first hash of the name with its words', () => {
  expect(NameIndex.highHash(keyOfHeading('set up'))).toBe(NameIndex.highHash('set up'));
});

test('returns a bounded number of namesakes', () => {
  const pages = Array.from({ length: MOST_NAMESAKES + 1 }, () => ({ title: 'Overview', aliases: [], slug: 'x' }));
  expect(
    indexOf(pages)
      .find('overview')
      .map(({ page }) => page),
  ).toEqual(Array.from({ length: MOST_NAMESAKES }, (_, i) => i));
});

test('finds every title, and only its pages', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 4 }), { maxLength: 60 }), (titles) => {
      const index = indexOf(titles.map((title) => ({ title, aliases: [], slug: '' })));
      for (const title of titles) {
        const key = nameKey(title);
        const expected = titles.flatMap((other, page) => (key !== '' && nameKey(other) === key ? [page] : []));
        expect(index.find(key).map(({ page }) => page)).toEqual(expected);
      }
    }),
  );
});
