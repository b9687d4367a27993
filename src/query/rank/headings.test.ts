import { describe, expect, test } from 'vitest';
import { engineOf } from '../../../test/fixtures/answer_of.ts';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import { rowsOf } from '../../../test/fixtures/search_of.ts';
import { readAsked } from './asked.ts';
import { liftHeadings } from './headings.ts';

const headings = (...texts: string[]) => texts.map((text) => ({ depth: 2, text, anchor: '' }));
const many = Array.from({ length: 21 }, (_, i) => ({ path: `many/${i}`, headings: headings('Notes') }));
const corpus = corpusOf([
  { path: 'a', title: 'Reference', headings: headings('Port', 'Host name') },
  { path: 'b', title: 'Guide', headings: headings('Host name', 'Host name') },
  { path: 'c', title: 'Port' },
  { path: 'd', title: 'Verweis', language: 'de', headings: headings('Port') },
  ...many,
]);
const engine = engineOf(corpus);

/** What the pages gain when each begins with 100; those that gain nothing are left out. */
function gains(text: string, paths = ['a', 'b', 'c', 'd'], field: 'all' | 'title' = 'all'): Record<string, number> {
  const match = { text, in: field };
  const asked = readAsked(engine, { form: 'match', match, collection: null, tag: null, limit: 10, facets: [] })!;
  const pages = Uint32Array.from(paths, (path) => corpus.pages.find(path));
  const sums = new Float64Array(pages.length).fill(100);
  liftHeadings(engine, asked, { pages, sums });
  return Object.fromEntries(paths.map((path, row) => [path, sums[row]! - 100]).filter(([, gain]) => gain !== 0));
}

describe('liftHeadings', () => {
  test('divides the best sum among the pages with the heading, and gives half to a page in another language', () => {
    expect(gains('host NAME')).toEqual({ a: 50, b: 50 });
    expect(gains('port')).toEqual({ a: 50, d: 25 });
  });

  test('divides among the rows alone', () => {
    expect(gains('port', ['a', 'b', 'c'])).toEqual({ a: 100 });
  });

  test('passes over words before the heading that ask for it', () => {
    expect(gains('What is the port?', ['a'])).toEqual({ a: 100 });
  });

  test('passes over a heading that is only a part of the text, or that many pages have', () => {
    expect(gains('host')).toEqual({});
    expect(gains('notes', ['many/1'])).toEqual({});
  });

  test('adds nothing when titles are asked for', () => {
    expect(gains('port', ['a'], 'title')).toEqual({});
  });
});

test('a long page with a section about what was asked comes before a short one that mentions it, and behind its own page', () => {
  const text = `Timeout\n${'Other options of the server are here too. '.repeat(40)}`;
  const pages = [
    { path: 'mention', title: 'News', text: 'Timeout, timeout.' },
    { path: 'reference', title: 'Options', text, headings: headings('Timeout'), sections: [0] },
  ];
  expect(rowsOf(corpusOf(pages), 'q=timeout')).toEqual(['reference', 'mention']);
  const own = { path: 'own', title: 'Timeout', text: 'How long a server waits.' };
  expect(rowsOf(corpusOf([...pages, own]), 'q=timeout')).toEqual(['own', 'reference', 'mention']);
});
