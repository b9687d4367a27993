import { expect, it, test } from 'vitest';
import { corpusOf } from '../../test/fixtures/corpus_of.ts';
import { drawHeadings, faultsOf, measureShown } from './measure_shown.ts';

const heading = (text: string) => ({ depth: 2, text, anchor: text.toLowerCase() });
const corpus = corpusOf([
  {
    path: 'a',
    title: 'Pets',
    text: 'Dogs\nbark.\nCats\nsleep.\nNotes\nNotes',
    headings: ['Dogs', 'Cats', 'Notes', 'Notes', 'Pets', '--'].map(heading),
    sections: [0, 4, 8, 10, 11, 11],
  },
]);

it('draws headings that their page has once, and has not as its title', () => {
  const drawn = drawHeadings(corpus, 1).map(({ text }) => text);
  expect(drawn.toSorted()).toEqual(['Cats', 'Dogs']);
});

it('counts the rows with the right section, and the faults of excerpts', async () => {
  const none = { 'begins inside a word': 0, 'ends inside a word': 0, 'is the heading': 0, 'has a hole': 0 };
  const places = { alone: 2, first: 2, amongThree: 2 };
  const [search, pages] = await measureShown(corpus, 1);
  expect(search).toEqual({ address: '/api/search?q=', rows: 2, sections: 2, ...places, excerpts: 4, faults: none });
  expect(pages).toEqual({ address: '/api/pages?q=', rows: 2, sections: 2, ...places, excerpts: 2, faults: none });
});

test.each([
  ['two words', ['Two', null], []],
  ['wo words', [null], ['begins inside a word']],
  ['two wor', [null], ['ends inside a word']],
  ['two words', ['two words', 'x'], ['is the heading']],
  ['two , words', [null], ['has a hole']],
  ['two () words.', [null], ['has a hole']],
] as const)('the faults of "%s" beside %j are %j', (excerpt, names, faults) => {
  expect(faultsOf(excerpt, 'One two words.', names)).toEqual(faults);
});
