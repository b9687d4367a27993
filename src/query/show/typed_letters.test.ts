import { expect, test } from 'vitest';
import { corpusOf, type TestPage } from '../../../test/fixtures/corpus_of.ts';
import { searchPlan } from '../../../test/fixtures/search_of.ts';
import { finish } from '../../async/steps.ts';
import { openBudget } from '../../cache/cache_budget.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { createEngine } from '../match/engine.ts';
import { FacetTexts } from './facets.ts';
import { QuestionScratch } from './write_answer.ts';
import { writeSearch } from './write_search.ts';

const ENDINGS = ['', 's', 'ed', 'ing', 'er', 'ers', 'able', 'ment', 'ation', 'like'];
const TITLES = [
  'Compute it',
  'C++ computers',
  'computing & compilers',
  'L’ordinateur compare',
  'The compiler’s "compact" mode',
];

/** Many words that begin alike, in texts and in titles with and without signs. */
const PAGES = Array.from({ length: 60 }, (_, i): TestPage => {
  const word = ['compar', 'comput', 'compil', 'compos', 'confirm', 'connect'][i % 6]!;
  const text = `${ENDINGS.slice(i % 5)
    .map((ending) => word + ending)
    .join(' ')} the queue of ${word}${i}`;
  return {
    path: `p${i}`,
    title: i % 7 === 0 ? '' : `${TITLES[i % TITLES.length]} ${i}`,
    text,
    headings: [
      { depth: 1, text: `On ${word}`, anchor: `on-${word}` },
      { depth: 2, text: `${word} ${i}`, anchor: i % 2 === 0 ? `${word}-${i}` : `${word} “${i}”` },
    ],
    sections: [0, 2],
    language: i % 4 === 0 ? 'fr' : 'en',
  };
});
const TYPED = ['connection queue', 'the computers', 'Compiler’s mode', 'c++ comp', 'queue compx', 'COMPARE compile'];

function searcherOf(corpus: Corpus, cacheBytes: number): (parameters: string) => string {
  const engine = createEngine(corpus, openBudget(cacheBytes));
  const scratch = new QuestionScratch(corpus.pages.count, new FacetTexts(corpus, 0));
  return (parameters) =>
    Buffer.from(finish(writeSearch(engine, scratch, searchPlan(corpus, parameters))).body).toString();
}

test('answers are the same with and without caches, for every letter typed', () => {
  const corpus = corpusOf(PAGES);
  const [cached, uncached] = [searcherOf(corpus, 1 << 24), searcherOf(corpus, 0)];
  for (const round of ['', '&sections=1', '&suggest=5', '&limit=3&offset=2']) {
    for (const typed of TYPED) {
      for (let end = 1; end <= typed.length; end++) {
        const parameters = `q=${encodeURIComponent(typed.slice(0, end))}${round}`;
        expect(cached(parameters)).toBe(uncached(parameters));
      }
    }
  }
});

test('the same words are marked in a title whether it is plain or has signs', () => {
  const titles = ['Computing with queues and a computer', 'Computing with queues and a computer’s'];
  const corpus = corpusOf(titles.map((title, i) => ({ path: `p${i}`, title, text: 'computing queues computer' })));
  const search = searcherOf(corpus, 0);
  const marked = (typed: string) =>
    (JSON.parse(search(`q=${typed}`)) as { items: { titleRanges: [number, number][] }[] }).items.map(
      ({ titleRanges }) => titleRanges.map(([from, to]) => titles[0]!.slice(from, to)),
    );
  expect(marked('comp')).toEqual([
    ['Computing', 'computer'],
    ['Computing', 'computer'],
  ]);
  expect(marked('queue+with+computer')[0]).toEqual(['Computing', 'queues', 'computer']);
});
