import { describe, expect, test } from 'vitest';
import { siteCorpus } from '../../test/conformance/site.ts';
import { corpusOf } from '../../test/fixtures/corpus_of.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { Answer } from './answers/answer.ts';
import { createService } from './service.ts';
import { warmUp } from './warm_up.ts';

/** Statuses of the answers that nobody gets, in turn. */
async function statusesOf(corpus: Corpus): Promise<number[]> {
  const service = createService({ corpus });
  const answers: Promise<Answer>[] = [];
  await warmUp(corpus, {
    answer(request) {
      const answer = Promise.resolve(service.answer(request));
      answers.push(answer);
      return answer;
    },
  });
  return (await Promise.all(answers)).map(({ status }) => status);
}

describe('warming up', () => {
  const trees = [422, 422, 422];

  test('asks for pages, searches them in both spellings, and ends with trees that are too deep', async () => {
    const statuses = await statusesOf(siteCorpus({}));
    expect(statuses.slice(-3)).toEqual(trees);
    expect(statuses.length).toBeGreaterThan(3);
    expect(new Set(statuses.slice(0, -3))).toEqual(new Set([200]));
  });

  test.each([
    ['no word', '-'],
    ['characters that an address escapes', 'a b/100%/?#/数据 😀'],
  ])('asks for a page whose path holds %s', async (_, path) => {
    expect(await statusesOf(corpusOf([{ path, title: 't', text: 'x' }]))).toEqual([200, 200, 200, 200, ...trees]);
  });

  test('asks a site without pages for nothing else', async () => {
    expect(await statusesOf(corpusOf([]))).toEqual(trees);
  });
});
