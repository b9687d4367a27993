import { expect, it } from 'vitest';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import { createBoundedCache } from '../../cache/bounded_cache.ts';
import { type SectionParts, sectionParts } from './section_parts.ts';

const corpus = corpusOf([
  {
    path: 'a',
    text: 'one two three',
    headings: [
      { depth: 1, text: 'One', anchor: 'one' },
      { depth: 2, text: 'Two "quoted"', anchor: 'two' },
      { depth: 3, text: 'Three', anchor: 'three “3”' },
    ],
    sections: [0, 1, 2],
  },
]);

it.each([
  [
    0,
    '{"anchor":"one","address":"https://a.example/a#one","heading":"One","headingRanges":',
    ',"depth":1,"trail":[],"excerpt":',
  ],
  [
    1,
    '{"anchor":"two","address":"https://a.example/a#two","heading":"Two \\"quoted\\"","headingRanges":',
    ',"depth":2,"trail":["One"],"excerpt":',
  ],
  [
    2,
    '{"anchor":"three “3”","address":"https://a.example/a#three%20%E2%80%9C3%E2%80%9D","heading":"Three","headingRanges":',
    ',"depth":3,"trail":["One","Two \\"quoted\\""],"excerpt":',
  ],
])('writes the members of section %i that do not depend on the search, and caches them', (heading, head, rest) => {
  const cache = createBoundedCache<SectionParts>(1 << 16);
  const parts = sectionParts(corpus, cache, 0, heading, '"https://a.example/a');
  expect(parts).toEqual({ head, rest });
  expect(sectionParts(corpus, cache, 0, heading, '"https://a.example/a')).toBe(parts);
});
