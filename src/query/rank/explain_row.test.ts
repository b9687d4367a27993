import { describe, expect, test } from 'vitest';
import { corpusOf, curatedCorpusOf } from '../../../test/fixtures/corpus_of.ts';
import { copiesOfFewWords, pagesOfFewWords } from '../../../test/fixtures/pages_of_few_words.ts';
import { PAGES_OF_NAMES, searchesOfNames } from '../../../test/fixtures/pages_of_names.ts';
import { searchOf } from '../../../test/fixtures/search_of.ts';
import { randomSearches } from '../../../test/naive/random_queries.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { formatSearch } from '../ask/read_search.ts';
import { SCORE_STEPS, type SearchPlan } from '../ask/search_plan.ts';

const PARTS = 10 ** 7;

/** @returns a line for each row whose steps do not give its score, or are out of order */
function faultsOf(corpus: Corpus, plan: SearchPlan): string[] {
  const target = formatSearch({ ...plan, explain: true });
  const { items } = searchOf(corpus, target);
  const faults: string[] = [];
  for (const { path, match, typos, explain } of items) {
    const gains = explain.map(({ gain }: { gain: number }) => Math.round(gain * PARTS));
    const sum = gains.reduce((all: number, gain: number) => all + gain, 0);
    const order = explain.map(({ step }: { step: (typeof SCORE_STEPS)[number] }) => SCORE_STEPS.indexOf(step));
    const isOrdered = order.every((place: number, i: number) => i === 0 || place >= order[i - 1] || place <= 3);
    const edits = explain.find(({ step }: { step: string }) => step === 'typos')?.typos ?? 0;
    const score = Math.round((match?.score ?? 0) * PARTS);
    if (
      sum !== score ||
      !isOrdered ||
      edits !== typos ||
      gains.some((gain: number, i: number) => gain < 0 && explain[i].step !== 'weight')
    )
      faults.push(`${target} ${path}: ${sum} of ${score}, ${JSON.stringify(explain)}`);
  }
  return faults;
}

describe('the steps of a row', () => {
  const few = corpusOf(pagesOfFewWords(120));
  const names = corpusOf(PAGES_OF_NAMES);

  test('give its score, whatever is asked for', () => {
    expect(randomSearches(few, 400, 31).flatMap((plan) => faultsOf(few, plan))).toEqual([]);
    expect(randomSearches(names, 300, 32).flatMap((plan) => faultsOf(names, plan))).toEqual([]);
  });

  test('give its score on a site with search rules', () => {
    const rules = `synonyms: [[quartz, fjord], "zebra -> plinth"]
pins: [{ words: plinth, page: ${pagesOfFewWords(1)[0]!.path}, place: 2 }]
weights: { a/: 0.5, b/: 3 }
exclude: [${pagesOfFewWords(9)[8]!.path}]
`;
    const curated = curatedCorpusOf(copiesOfFewWords(60), rules, {}, true);
    expect(randomSearches(curated, 400, 33).flatMap((plan) => faultsOf(curated, plan))).toEqual([]);
  });

  test('give its score when names in code are asked for', () => {
    expect(searchesOfNames(names).flatMap((plan) => faultsOf(names, plan))).toEqual([]);
  });
});
