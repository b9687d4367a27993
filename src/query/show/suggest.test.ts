import { expect, test } from 'vitest';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import { searchOf } from '../../../test/fixtures/search_of.ts';

const corpus = corpusOf([
  { path: 'a', title: 'Sorted sets', text: 'sorted sets', links: ['c'] },
  { path: 'b', title: 'Sets that are sorted', text: 'sorted sets', links: ['c'] },
  {
    path: 'c',
    title: 'Settings',
    text: 'Sorting sets\nsorted settings',
    headings: [{ depth: 2, text: 'Sorted settings', anchor: 'x' }],
  },
  { path: 'd', title: 'Sorted sets', text: 'sorted set', links: ['a'] },
]);
const suggested = (parameters: string): string[] =>
  searchOf(corpus, parameters).suggestions.map(
    ({ text, total, path }: { text: string; total: number; path?: string }) => `${text} ${total} ${path ?? '-'}`,
  );

test('titles come first, by the pages that link to them, then length; a title of two pages once', () => {
  expect(suggested('q=set&suggest=3')).toEqual(['Settings 4 c', 'Sorted sets 4 a', 'Sets that are sorted 4 b']);
});

test('headings of the rows follow, then words by pages', () => {
  expect(suggested('q=sorted+set&suggest=6')).toEqual([
    'Sorted sets 4 a',
    'Sets that are sorted 4 b',
    'Sorted settings 4 c',
    'set 4 -',
    'sets 4 -',
    'settings 4 -',
  ]);
});

test('none without words, and none unless asked for', () => {
  expect(suggested('q=!&suggest=3')).toEqual([]);
  expect(suggested('suggest=3')).toEqual([]);
  expect(searchOf(corpus, 'q=set').suggestions).toBeUndefined();
});
