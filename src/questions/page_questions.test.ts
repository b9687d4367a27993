import { describe, expect, test } from 'vitest';
import { siteCorpus } from '../../test/conformance/site.ts';
import { distantEngine } from '../../test/fixtures/distant_engine.ts';
import { openBudget } from '../cache/cache_budget.ts';
import { createEmbeddedEngine } from '../engine/embedded/embedded_engine.ts';
import type { SiteEngine } from '../engine/site_engine.ts';
import { isRefusal, refuse } from '../problems/refusal.ts';
import { readParameters } from '../query/ask/read_parameters.ts';
import { readSearch } from '../query/ask/read_search.ts';
import type { Caller } from './caller.ts';
import { createPageQuestions, type PageQuestions, type Reply, type SearchReply } from './page_questions.ts';
import { createTurns, turnLimits } from './turns.ts';

const corpus = siteCorpus({});
const embedded = createEmbeddedEngine(corpus, openBudget(1 << 20));
const caller: Caller = { signal: new AbortController().signal };

const distant = distantEngine(embedded);

function questionsOf(engine: SiteEngine, cacheBytes = 1 << 20): PageQuestions {
  return createPageQuestions({ engine, inTurn: createTurns(turnLimits, () => 0), budget: openBudget(cacheBytes) });
}

async function search(questions: PageQuestions, parameters: string): Promise<Reply> {
  const reply = await questions.ask(() => readParameters(parameters, questions.grammar), caller);
  if (isRefusal(reply)) throw new Error(reply.detail);
  return reply;
}

describe('PageQuestions', () => {
  test('answers synchronously when the engine does', () => {
    const questions = questionsOf(embedded);
    expect(questions.ask(() => readParameters('q=page', questions.grammar), caller)).not.toBeInstanceOf(Promise);
  });

  test('makes no abort signal for work that does not wait', () => {
    const questions = questionsOf(embedded);
    const unwatched: Caller = {
      get signal(): AbortSignal {
        throw new Error('it was made');
      },
    };
    const grammar = questions.grammar;
    const answered = questions.ask(() => readParameters('q=page', grammar), unwatched) as Reply;
    expect(JSON.parse(Buffer.from(answered.body).toString())).toMatchObject({ count: expect.any(Number) });
    const found = questions.search(() => readSearch('q=page', grammar), unwatched) as SearchReply;
    expect(JSON.parse(Buffer.from(found.body).toString())).toMatchObject({ exactTotal: found.exactTotal });
    expect(() => questionsOf(distant).ask(() => readParameters('q=page', grammar), unwatched)).toThrow('it was made');
  });

  test('gives the same bytes with an asynchronous engine', async () => {
    const [near, far] = [questionsOf(embedded), questionsOf(distant)];
    for (const parameters of ['q=page', 'q=page&facets=tags,collection', 'collection=glossary', 'tag=none']) {
      expect((await search(far, parameters)).body).toEqual((await search(near, parameters)).body);
    }
    for (const name of ['collections', 'tags', 'sitePages'] as const) {
      for (const bound of [0, 1, 2, Number.POSITIVE_INFINITY]) {
        expect(await far.list(name, bound, caller)).toEqual(await near.list(name, bound, caller));
      }
    }
    for (const path of ['index', 'nowhere']) {
      const page = await near.find(path);
      expect(await far.find(path)).toBe(page);
      if (page === -1) continue;
      expect(await far.page(page)).toEqual(await near.page(page));
      expect(await far.markdown(page)).toEqual(await near.markdown(page));
      expect(await far.row(page)).toEqual(await near.row(page));
    }
  });

  test('caches a body on its second request, however the request is written', async () => {
    const questions = questionsOf(embedded);
    const first = await search(questions, 'q=page&limit=5');
    const second = await search(questions, 'limit=5&q=page');
    const third = await search(questions, 'q=page&limit=5&in=all');
    expect([first.cached, second.cached, third.cached]).toEqual([false, false, true]);
    expect(third.body).toBe(second.body);
    expect(second.body).toEqual(first.body);
  });

  test('caches nothing with a budget of 0', async () => {
    const questions = questionsOf(embedded, 0);
    for (let i = 0; i < 3; i++) expect((await search(questions, 'q=page')).cached).toBe(false);
  });

  test('returns the refusal of the function that reads the plan', async () => {
    const refusal = refuse('malformed-body', 'Cannot read the body: it is none.');
    expect(await questionsOf(embedded).ask(() => refusal, caller)).toBe(refusal);
  });
});
