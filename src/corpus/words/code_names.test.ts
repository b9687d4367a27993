import { describe, expect, test } from 'vitest';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';

const { words, codeNames } = corpusOf([
  { path: 'a', title: 'getServerSideProps', text: 'HTMLElement and pageProps, setUp' },
  { path: 'b', text: 'getserversideprops getServerSidePropsContext. pageProps' },
  { path: 'c', text: 'pageProps setup' },
  { path: 'd', text: 'setup pageprops' },
]);

const named = (found: readonly number[]): string[] => found.map((word) => words.word(word));

describe('codeNames', () => {
  test.each([
    ['getserversideprops', [3, 9, 13]],
    ['htmlelement', [4]],
    ['pageprops', [4]],
    ['setup', null],
    ['and', null],
  ])('has the ends of the parts of %s, where it is written as a name at least as often as not', (word, ends) => {
    const found = codeNames.endsOf(words.find(word));
    expect(found && [...found]).toEqual(ends);
  });

  test.each([
    ['prop', false, ['pageprops', 'getserversideprops', 'getserversidepropscontext']],
    ['side', false, ['getserversideprops', 'getserversidepropscontext']],
    ['sid', false, []],
    ['sid', true, ['getserversideprops', 'getserversidepropscontext']],
    ['', false, []],
    ['zebra', true, []],
  ])('finds the names with the part %j, those of most pages first (open: %j)', (part, open, names) => {
    expect(named(codeNames.withPart(part, open))).toEqual(names);
  });

  test.each([
    ['gssp', false, ['getserversideprops']],
    ['gss', false, []],
    ['gss', true, ['getserversideprops', 'getserversidepropscontext']],
    ['pp', true, []],
  ])('finds the names with the initials %j (open: %j)', (initials, open, names) => {
    expect(named(codeNames.withInitials(initials, open))).toEqual(names);
  });
});

test('a site without names has none', () => {
  const plain = corpusOf([{ path: 'a', text: 'No names here' }]);
  expect([plain.codeNames.endsOf(0), plain.codeNames.withPart('name', true)]).toEqual([null, []]);
});
