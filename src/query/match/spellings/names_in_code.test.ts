import { describe, expect, test } from 'vitest';
import { corpusOf } from '../../../../test/fixtures/corpus_of.ts';
import { PAGES_OF_NAMES } from '../../../../test/fixtures/pages_of_names.ts';
import { rowsOf, searchOf } from '../../../../test/fixtures/search_of.ts';

const CORPUS = corpusOf(PAGES_OF_NAMES);
const parametersOf = (q: string): string => `q=${encodeURIComponent(q)}&sections=0`;
const rows = (q: string): string[] => rowsOf(CORPUS, parametersOf(q));

describe('a name in code', () => {
  test.each([
    ['getServerSideProps ', ['camel', 'kebab', 'snake']],
    ['getserversideprops ', ['camel', 'kebab', 'snake']],
    ['GETSERVERSIDEPROPS ', ['camel', 'kebab', 'snake']],
    ['get_server_side_props ', ['camel', 'kebab', 'snake', 'scattered~1']],
    ['get-server-side-props ', ['camel', 'kebab', 'snake', 'scattered~1']],
    ['get server side props ', ['camel', 'kebab', 'snake', 'scattered']],
    ['getServer sideProps ', ['camel', 'kebab', 'snake']],
    ['gssp ', ['camel', 'kebab', 'snake']],
    ['getServerSideProps', ['camel', 'context', 'kebab', 'snake']],
    ['get server si', ['scattered', 'camel', 'kebab', 'snake', 'context']],
    ['gss', ['camel', 'context', 'kebab', 'snake']],
    ['how do I call get server side props of a page', ['camel', 'scattered', 'kebab', 'snake', 'static', 'context']],
  ])('is found by %j, however pages write it', (q, paths) => {
    expect(rows(q)).toEqual(paths);
  });

  test.each([
    ['static ', ['static']],
    ['window ', ['window']],
    ['html element java script', ['window']],
    ['wiki', []],
  ])('is found by its part %j', (q, paths) => {
    expect(rows(q)).toEqual(paths);
  });

  test('does not add to the pages that hold all words as typed', () => {
    const totals = ['getServerSideProps ', 'get server side props ', 'gssp ', 'static '].map((q) => {
      const { total, exactTotal } = searchOf(CORPUS, parametersOf(q));
      return [exactTotal, total];
    });
    expect(totals).toEqual([
      [1, 3],
      [3, 4],
      [0, 3],
      [0, 1],
    ]);
  });

  test('is reported, and marked where it stands', () => {
    const { words, items, didYouMean } = searchOf(CORPUS, parametersOf('gssp '));
    expect([words, didYouMean]).toEqual([
      [{ text: 'gssp', as: 'name', distance: 0, matched: ['getserversideprops', 'get server side props'] }],
      null,
    ]);
    const marks = items.map(({ titleRanges, match }: { titleRanges: unknown; match: { ranges: unknown } }) => [
      titleRanges,
      match.ranges,
    ]);
    expect(marks).toEqual([
      [[[0, 18]], [[5, 23]]],
      [[], [[6, 27]]],
      [[], [[6, 27]]],
    ]);
  });

  test('stands for nothing in another site', () => {
    const plain = corpusOf([{ path: 'a', text: 'get the props of a server on its side' }]);
    expect(searchOf(plain, parametersOf('get server side props')).total).toBe(1);
    expect(searchOf(plain, parametersOf('gssp')).total).toBe(0);
  });
});
