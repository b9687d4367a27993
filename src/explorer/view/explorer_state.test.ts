import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { addressOf, readState, SORTS, searchParametersOf, withOwnTitles } from './explorer_state.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 20 });

test('reads every state from the address that shows it', () => {
  const states = fc.record({
    q: text.map((q) => q.trimStart().toWellFormed()),
    collection: fc.option(text.filter((name) => name !== '')),
    tags: fc.uniqueArray(
      text.filter((tag) => tag !== ''),
      { maxLength: 4 },
    ),
    language: fc.option(fc.constantFrom('all', 'en', 'pt-BR')),
    version: fc.option(fc.constantFrom('all', '7.22')),
    sort: fc.constantFrom(...SORTS),
    offset: fc.nat(1000),
    page: fc.option(text.filter((path) => path !== '')),
  });
  fc.assert(
    fc.property(states, (state) => {
      expect(readState(new URL(addressOf(state), 'http://a.example').search)).toEqual(state);
    }),
  );
});

test.each([
  ['', '/explore'],
  ['?q=+a+b&unknown=1', '/explore?q=a+b'],
  ['?sort=worst&offset=-3&tag=&tag=x&tag=x', '/explore?tag=x'],
  ['?offset=1.5', '/explore'],
  ['?version=&language=all', '/explore?language=all'],
])('reads %s as %s', (search, address) => {
  expect(addressOf(readState(search))).toBe(address);
});

test('asks the search for what the address says, without the open page', () => {
  expect(searchParametersOf(readState('?q=a&tag=x&page=b&offset=10'))).toBe(
    'q=a&tag=x&offset=10&facets=collection%2Ctags&values=100',
  );
  expect(searchParametersOf(readState('?q=%20'))).toBe('facets=collection%2Ctags&values=100');
  expect(searchParametersOf(readState('?language=all&version=all'))).toBe(
    'version=all&facets=collection%2Ctags&values=100',
  );
  expect(searchParametersOf(readState('?language=fr'))).toBe('language=fr&facets=collection%2Ctags&values=100');
});

it('gives collections of the same title their names as well', () => {
  const collections = [
    { name: 'fr', title: 'Biome' },
    { name: 'blog', title: 'News' },
    { name: 'ja', title: 'Biome' },
  ];
  expect(withOwnTitles(collections).map(({ title }) => title)).toEqual(['Biome (fr)', 'News', 'Biome (ja)']);
});
