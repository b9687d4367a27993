import { expect, test } from 'vitest';
import { pageWordsOf } from '../../../test/fixtures/asker_of.ts';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import { pagesOfFewWords } from '../../../test/fixtures/pages_of_few_words.ts';
import { randomPlans } from '../../../test/naive/random_queries.ts';
import { finish } from '../../async/steps.ts';
import { openBudget } from '../../cache/cache_budget.ts';
import { createQueryAnalyser } from '../../corpus/analysis/analyse_query.ts';
import { createEmbeddedAnswerer } from '../../engine/embedded/embedded_answerer.ts';
import type { Query } from '../../query/ask/plan.ts';
import { createEngine } from '../../query/match/engine.ts';
import { FacetTexts } from '../../query/show/facets.ts';
import { QuestionScratch, writeAnswers } from '../../query/show/write_answer.ts';
import { pageDocument } from '../index/page_document.ts';
import { readFoundWords } from '../index/page_words.ts';
import { publicationOf } from '../index/publication.ts';
import { openSite } from '../index/site_parts.ts';
import { askedTerms } from '../translate/asked_terms.ts';
import { openFound } from './found_corpus.ts';

const CORPUS = corpusOf(pagesOfFewWords(60));

/** Everything but filters and facets, which the cluster applies and counts, and walks and look-ups, which are no searches here. */
const QUERIES = randomPlans(CORPUS, 600, 3)
  .flatMap(({ queries }) => queries)
  .filter(({ form }) => form === 'match' || form === 'like')
  .map((query) => ({ ...query, collection: null, tag: null, facets: [] }) as Query);

test('gives the bytes of the embedded engine, when all pages are found', async () => {
  const { parts, meta, pages } = publicationOf(CORPUS);
  const site = openSite(parts, meta.partsDigest);
  const inputs = [...pages(0)];
  const documents = inputs.map(pageDocument);
  const analyser = createQueryAnalyser(site.analyser.algorithms, site.settings.language);
  const embedded = createEmbeddedAnswerer(CORPUS, openBudget(1 << 20));
  const { signal } = new AbortController();
  const names = createEngine(CORPUS, openBudget(0)).corpus.text.names;
  for (const query of QUERIES) {
    const asked = askedTerms(site, analyser, query);
    const found = documents.map(({ page, newest, words }) => ({
      ...{ page, newest },
      words: readFoundWords(pageWordsOf(words, asked.numbers)),
    }));
    const opened = openFound(site, asked, found.toReversed(), new Map());
    documents.forEach(({ page, shown }) => {
      opened.show(page, shown);
    });
    const corpus = { ...opened.corpus, text: { ...opened.corpus.text, names } };
    const engine = { corpus, analyser, filter: () => null, nearWords: { get: () => undefined, set() {} } };
    const scratch = new QuestionScratch(documents.length, new FacetTexts(CORPUS, 0));
    const plan = { batch: false, queries: [query] };
    const written = Buffer.from(finish(writeAnswers(engine, scratch, plan))).toString();
    expect([query, written]).toEqual([query, Buffer.from(await embedded.answer(plan, signal)).toString()]);
  }
});
