import { expect, test } from 'vitest';
import { artefactOf, corpusOf } from '../../../test/fixtures/corpus_of.ts';

const PAGES = [{ path: 'a', next: 'b' }, { path: 'b', next: 'c' }, { path: 'c' }];

const besideAll = (pages: Parameters<typeof corpusOf>[0]) => {
  const { neighbours } = corpusOf(pages);
  return pages.map((_, page) => neighbours(page));
};

test('leads from page to page and back in the order of the site', () => {
  expect(besideAll(PAGES)).toEqual([
    { previous: null, next: { page: 1, label: null } },
    { previous: { page: 0, label: null }, next: { page: 2, label: null } },
    { previous: { page: 1, label: null }, next: null },
  ]);
});

test('keeps a way back that is not the reverse, and the texts of links', () => {
  expect(besideAll([PAGES[0]!, { ...PAGES[1]!, nextLabel: 'Go on' }, { path: 'c', previous: 'a' }])).toEqual([
    { previous: null, next: { page: 1, label: null } },
    { previous: { page: 0, label: null }, next: { page: 2, label: 'Go on' } },
    { previous: { page: 0, label: null }, next: null },
  ]);
});

test('knows no neighbours in a site without an order', () => {
  expect(besideAll([{ path: 'a' }, { path: 'b' }])).toEqual([
    { previous: null, next: null },
    { previous: null, next: null },
  ]);
});

test('stores the way back and the texts only where they say more', () => {
  const sectionsOf = (pages: Parameters<typeof corpusOf>[0]) =>
    Buffer.from(artefactOf(pages))
      .toString('latin1')
      .match(/pages\.(?:next|previous|label\w*)(?:\.starts)?/g);
  expect(sectionsOf(PAGES)).toEqual(['pages.next']);
  expect(sectionsOf([...PAGES.slice(0, 2), { path: 'c', previous: 'a' }])).toEqual(['pages.next', 'pages.previous']);
  expect(sectionsOf([{ ...PAGES[0]!, nextLabel: 'Go on' }, ...PAGES.slice(1)])).toEqual([
    ...['pages.next', 'pages.labelled', 'pages.labels', 'pages.labels.starts'],
  ]);
});
