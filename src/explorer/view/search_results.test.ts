import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { SearchAnswer, SearchWord } from '../../client/api_types.ts';
import { readState } from './explorer_state.ts';
import { describeAnswer, searchResults } from './search_results.ts';

const answer = (own: Partial<SearchAnswer>): SearchAnswer => ({
  ...{ items: [], count: 0, total: 0, exactTotal: 0, words: [], didYouMean: null },
  ...own,
});
const typo: SearchWord = { text: 'kubernets', as: 'typo', distance: 1, matched: ['kubernetes'] };

test.each([
  ['cache', { total: 41, exactTotal: 41 }, '41 pages'],
  ['cache', { total: 1, exactTotal: 1 }, '1 page'],
  [
    'kubernets',
    { total: 1041, exactTotal: 1038, words: [typo] },
    '1,041 pages, 3 with a spelling close to “kubernets”',
  ],
  ['kubernets', { total: 722, words: [typo] }, '722 pages with a spelling close to “kubernets”'],
  ['x', { total: 2, exactTotal: 1 }, '2 pages, 1 with a spelling close to yours'],
  [
    'a b',
    { total: 1041, exactTotal: 1002, words: [{ ...typo, as: 'exact' }, typo] },
    '1,041 pages, 1,002 with all the words',
  ],
  ['a b', { total: 2, exactTotal: 2, relaxed: true }, 'No page contains all the words: 2 pages with some of them'],
  ['zzz', {}, 'No results for “zzz”'],
  [' ', {}, 'No page matches these filters'],
] as const)('says of %j with %j: %s', (q, own, text) => {
  expect(describeAnswer(answer(own), q)).toBe(text);
});

test('offers the other collections when one is chosen, without their counts', () => {
  const values = [
    { value: 'glossary', title: 'Glossary', count: 4 },
    { value: 'demos', title: 'Demos', count: 0 },
  ];
  const collections = values.map(({ value, title }) => ({ name: value, title }));
  const linksOf = (search: string): string[] => {
    const html = renderToString(
      searchResults({
        state: readState(search),
        answer: answer({ total: 4, facets: { collection: values } }),
        facts: { title: '', description: '', collections, languages: [], versions: [], hasFeedback: false },
        ...{ sorts: [], origin: '' },
      }),
    );
    return [
      ...html.matchAll(
        /<li><a href="(\/explore\?[^"]*)"[^>]*><span dir="auto">(\w+)<\/span><span class="count">(\d*)/g,
      ),
    ].map(([, ...parts]) => parts.join(' '));
  };
  expect(linksOf('q=cache')).toEqual(['/explore?q=cache&amp;collection=glossary Glossary 4']);
  expect(linksOf('q=cache&collection=glossary')).toEqual([
    '/explore?q=cache Glossary 4',
    '/explore?q=cache&amp;collection=demos Demos ',
  ]);
});
