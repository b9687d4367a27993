import { expect, test } from 'vitest';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import { bestSections, sectionsOf } from './found_sections.ts';
import { HitList } from './hit_list.ts';

const heading = (text: string) => ({ depth: 1, text, anchor: text.toLowerCase().replaceAll(' ', '-') });
/** The end of a line takes a position. `"Quoted" food` is no line of the body, as JSON escapes it. */
const corpus = corpusOf([
  {
    path: 'a',
    title: 'Pets',
    text: 'Dogs eat.\nFood for dogs\nThey eat meat.\nFood\nDogs eat food.\n"Quoted" food\nMore.',
    headings: [heading('Food for dogs'), heading('Food'), heading('"Quoted" food')],
    sections: [3, 11, 17],
  },
]);

/** The headings of the best sections for hits of words, each with the positions at which it stands. */
function best(
  positions: readonly (readonly number[])[],
  most = 10,
  countIn = (_: string): number => 0,
  named = '',
): number[] {
  const hits = new HitList();
  positions.forEach((list, word) => {
    hits.add(word, Uint32Array.from(list), list.length);
  });
  hits.sort();
  const words = positions.map((_, word) => word);
  const found = sectionsOf(corpus, 0, hits, words);
  return bestSections(corpus, 0, hits, found, words, most, {
    countIn,
    length: named.length,
    isNamed: (text) => text === JSON.stringify(named),
  }).map(({ heading }) => heading);
}

test('the section with the most words comes first', () => {
  expect(best([[0, 13], [14]])).toEqual([1, -1]);
});

test('words in a heading count again, and of equal sections that with the shorter heading comes first', () => {
  // "food" stands in two headings, and "dogs" in one of them.
  expect(best([[3, 11]])).toEqual([1, 0]);
  expect(
    best([
      [3, 11],
      [5, 13],
    ]),
  ).toEqual([0, 1]);
});

test('of equal sections that whose heading is what was asked comes first', () => {
  expect(best([[3, 11]], 10, undefined, 'Food for dogs')).toEqual([0, 1]);
  expect(best([[3, 11]], 10, undefined, 'Food')).toEqual([1, 0]);
  // Their lines are measured now.
  expect(best([[3, 11]], 10, undefined, 'Food for dogs')).toEqual([0, 1]);
});

test('the text before the first heading competes, without a heading', () => {
  expect(best([[0], [1]])).toEqual([-1]);
  expect(best([[1, 8]])).toEqual([-1, 0]);
});

test('a heading that the body does not hold as a line is counted by its text', () => {
  const asked: string[] = [];
  const countIn = (text: string): number => asked.push(text);
  expect(best([[11, 18]], 1, countIn)).toEqual([1]);
  expect(asked).toEqual(['"\\"Quoted\\" food"']);
});
