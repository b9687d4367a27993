import { expect, test } from 'vitest';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import { searchOf } from '../../../test/fixtures/search_of.ts';

test.each([
  ['setting-up', 'https://site.example/a#setting-up'],
  ['größe', 'https://site.example/a#gr%C3%B6%C3%9Fe'],
  ['', 'https://site.example/a'],
])('a section with the anchor %j has the address %s', (anchor, address) => {
  const headings = [{ depth: 2, text: 'Setting up', anchor }];
  const corpus = corpusOf([{ path: 'a', text: 'Setting up. Fill the tank.', headings, sections: [0] }]);
  const [section] = searchOf(corpus, 'q=tank').items[0].sections;
  expect([section.anchor, section.address]).toEqual([anchor, address]);
});
