import fc from 'fast-check';
import { expect, test } from 'vitest';
import { corpusOf, STAMPS } from '../../../test/fixtures/corpus_of.ts';
import { copiesOfFewWords } from '../../../test/fixtures/pages_of_few_words.ts';
import { searchOf } from '../../../test/fixtures/search_of.ts';

const corpus = corpusOf(copiesOfFewWords(45), {}, STAMPS, true);

/** The pages of all rows of a search. */
function pagesOf(parameters: string): {
  readonly pages: readonly number[];
  readonly total: number;
  readonly counted: number;
} {
  const pages: number[] = [];
  for (let offset = 0; ; offset += 50) {
    const { items, total, facets } = searchOf(corpus, `${parameters}&limit=50&offset=${offset}&facets=collection`);
    for (const { path } of items) pages.push(corpus.pages.find(path));
    if (items.length < 50) {
      const counted = facets.collection.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
      return { pages, total, counted };
    }
  }
}

const word = fc.constantFrom('quartz', 'plinth', 'fjord', 'planes', 'zebr', 'Läufer', 'fjrod', 'none');
const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => `q=${encodeURIComponent(words.join(' '))}`);
const filter = fc.constantFrom('', '&language=de', '&language=it', '&collection=writing', '&tag=zebra', '&sort=title');

test('a search has one row of each group that it finds, and counts the rows', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.constant('')), filter, (q, narrowed) => {
      const all = pagesOf(`${q}${narrowed}&version=all`);
      const { pages, total, counted } = pagesOf(`${q}${narrowed}`);
      expect(pages.length).toBe(total);
      expect(new Set(pages).size).toBe(total);
      const collected = pages.filter((page) => corpus.pages.collection[page] !== 0);
      expect(counted).toBe(collected.length);
      const groups = pages.map((page) => corpus.copies.group[page]!);
      expect(new Set(groups).size).toBe(groups.length);
      for (const page of pages) expect(all.pages).toContain(page);
      // Of the copies found no better one is left out.
      for (const page of pages) {
        const others = all.pages.filter((other) => corpus.copies.group[other] === corpus.copies.group[page]);
        expect(Math.min(...others.map((other) => corpus.copies.place[other]!))).toBe(corpus.copies.place[page]);
      }
    }),
    { numRuns: 60 },
  );
});

test('a version is found by its name alone', () => {
  fc.assert(
    fc.property(text, fc.constantFrom('1.0', '2.0'), (q, version) => {
      const number = corpus.copies.versions.indexOf(version) + 1;
      const of = (pages: readonly number[]) => pages.filter((page) => corpus.copies.version[page] === number).sort();
      const { pages } = pagesOf(`${q}&version=${version}`);
      expect(of(pages)).toEqual([...pages].sort());
    }),
    { numRuns: 30 },
  );
});
