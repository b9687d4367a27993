import { expect, test } from 'vitest';
import type { SearchAnswer, SearchWord } from '../../client/api_types.ts';
import { describeAnswer } from './search_results.ts';

const answer = (own: Partial<SearchAnswer>): SearchAnswer => ({
  ...{ items: [], count: 0, total: 0, exactTotal: 0, words: [], didYouMean: null },
  ...own,
});
const typo: SearchWord = { text: 'kubernets', as: 'typo', distance: 1, matched: ['kubernetes'] };

test.each([
  ['cache', { total: 41, exactTotal: 41 }, '41 pages'],
  ['cache', { total: 1, exactTotal: 1 }, '1 page'],
  ['kubernets', { total: 1041, exactTotal: 1038, words: [typo] }, '1,041 pages, 3 with a spelling near "kubernets"'],
  ['x', { total: 2, exactTotal: 1 }, '2 pages, 1 with a spelling near yours'],
  [
    'a b',
    { total: 1041, exactTotal: 1002, words: [{ ...typo, as: 'exact' }, typo] },
    '1,041 pages, 1,002 with all words',
  ],
  ['a b', { total: 2, exactTotal: 2, relaxed: true }, 'No page holds all words: 2 pages with some of them'],
  ['zzz', {}, 'No page for "zzz"'],
  [' ', {}, 'No page passes these filters'],
] as const)('says of %j with %j: %s', (q, own, text) => {
  expect(describeAnswer(answer(own), q)).toBe(text);
});
