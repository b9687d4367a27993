import { describe, expect, test } from 'vitest';
import { siteCorpus } from '../../test/conformance/site.ts';
import { corpusOf } from '../../test/fixtures/corpus_of.ts';
import { openBudget } from '../cache/cache_budget.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { isRefusal } from '../problems/refusal.ts';
import { openQuestions } from './open_questions.ts';
import type { PageQuestions } from './page_questions.ts';
import { warmUp } from './warm_up.ts';

/** What was asked, in order; of a query that is refused, the dimension. */
async function outcomesOf(corpus: Corpus): Promise<string[]> {
  const questions = openQuestions(corpus, openBudget(1 << 20));
  const outcomes: string[] = [];
  const watched: PageQuestions = {
    ...questions,
    async page(page) {
      const body = await questions.page(page);
      outcomes.push('page');
      return body;
    },
    async ask(read, caller) {
      const reply = await questions.ask(read, caller);
      outcomes.push(isRefusal(reply) ? String(reply.dimension) : 'answered');
      return reply;
    },
    async search(read, caller) {
      const reply = await questions.search(read, caller);
      outcomes.push(isRefusal(reply) ? String(reply.dimension) : 'found');
      return reply;
    },
  };
  const paths = Array.from({ length: corpus.pages.count }, (_, page) => corpus.pages.path(page));
  await warmUp(watched, paths);
  return outcomes;
}

describe('warmUp', () => {
  const ofPage = ['page', 'answered', ...Array<string>(4).fill('found'), 'answered', 'answered'];

  test('reads pages, searches as people type, by parameters and by body', async () => {
    const outcomes = await outcomesOf(siteCorpus({}));
    expect(outcomes.slice(0, ofPage.length)).toEqual(ofPage);
    expect(new Set(outcomes)).toEqual(new Set(ofPage));
  });

  test.each([
    ['no word', '-'],
    ['characters that an address escapes', 'a b/100%/?#/数据 😀'],
  ])('reads a page whose path holds %s', async (_, path) => {
    expect(await outcomesOf(corpusOf([{ path, title: 't', text: 'x' }]))).toEqual(ofPage);
  });

  test('asks nothing of a site without pages', async () => {
    expect(await outcomesOf(corpusOf([]))).toEqual([]);
  });
});
