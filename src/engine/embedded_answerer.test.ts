import { describe, expect, test } from 'vitest';
import { describeAnswerer } from '../../test/contracts/answerer.ts';
import { corpusOf } from '../../test/fixtures/corpus_of.ts';
import { openBudget } from '../cache/cache_budget.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { MatchNode, Plan, Query } from '../query/ask/plan.ts';
import { createEmbeddedAnswerer } from './embedded_answerer.ts';

const budget = openBudget(1 << 24);

describeAnswerer('the embedded answerer', (corpus) => createEmbeddedAnswerer(corpus, budget));
describeAnswerer('the embedded answerer that pauses at every step', (corpus) =>
  createEmbeddedAnswerer(corpus, budget, { longestTurn: 0 }),
);
describeAnswerer('the embedded answerer without caches', (corpus) => createEmbeddedAnswerer(corpus, openBudget(0)));

const { signal } = new AbortController();
const LISTING = { collection: null, tag: null, limit: 10, facets: ['tags'] } as const;
const all = (text: string): MatchNode => ({ text, in: 'all' });
const planOf = (...queries: readonly Query[]): Plan => ({ batch: queries.length > 1, queries });
const asked = (match: MatchNode): Query => ({ form: 'match', match, ...LISTING });

describe('questions that pause', () => {
  const corpus = corpusOf(
    Array.from({ length: 40 }, (_, i) => ({
      path: `p${i}`,
      text: `red ${i % 2 ? 'dog' : 'cat'} and blue ${i % 3 ? 'sea' : 'dog'} ${'of the red dog '.repeat(i % 5)}`,
      tags: [`t${i % 4}`],
      links: [`p${(i * 7 + 1) % 40}`],
    })),
  );
  const plans = [
    planOf(asked(all('"red dog" sea'))),
    planOf(asked({ any: [all('red cat'), { not: all('"the red dog"') }] })),
    planOf(asked(all('"red dog" zebra'))),
    planOf({ form: 'like', like: 'red cat and blue sea', ...LISTING }),
    planOf({ form: 'traverse', traverse: { from: 'p0', follow: 'both', depth: 5 }, ...LISTING }),
    planOf(asked(all('red')), { form: 'filter', ...LISTING, tag: 't1' }, asked(all('"red cat"'))),
  ];
  const whole = createEmbeddedAnswerer(corpus, budget, { longestTurn: Number.POSITIVE_INFINITY });

  test('are answered at once where there is no need for a pause', () => {
    for (const plan of plans) expect(whole.answer(plan, signal)).not.toBeInstanceOf(Promise);
  });

  test.each([2, 8, 9, 40])('%i at once give the bytes that each gives alone', async (count) => {
    const answerer = createEmbeddedAnswerer(corpus, budget, { longestTurn: 0 });
    const asking = Array.from({ length: count }, (_, i) => answerer.answer(plans[i % plans.length]!, signal));
    expect(asking.every((answer) => answer instanceof Promise)).toBe(true);
    const answers = await Promise.all(asking);
    answers.forEach((answer, i) => {
      expect(Buffer.from(answer).toString()).toBe(
        Buffer.from(whole.answer(plans[i % plans.length]!, signal) as Uint8Array).toString(),
      );
    });
  });

  test('let other work of the event loop run between their steps', async () => {
    const answerer = createEmbeddedAnswerer(corpus, budget, { longestTurn: 0 });
    let turns = 0;
    let ended = false;
    const count = (): void => {
      turns++;
      if (!ended) setImmediate(count);
    };
    setImmediate(count);
    await answerer.answer(plans[5]!, signal);
    ended = true;
    expect(turns).toBeGreaterThan(3);
  });

  test('end with the reason when nobody waits any more, wherever they are in the queue', async () => {
    const answerer = createEmbeddedAnswerer(corpus, budget, { longestTurn: 0 });
    const controllers = Array.from({ length: 12 }, () => new AbortController());
    const asking = controllers.map((each) => answerer.answer(plans[5]!, each.signal));
    for (const i of [0, 5, 11]) controllers[i]!.abort(new Error(`gone ${i}`));
    const outcomes = await Promise.allSettled(asking);
    const expected = Buffer.from(whole.answer(plans[5]!, signal) as Uint8Array);
    outcomes.forEach((outcome, i) => {
      if ([0, 5, 11].includes(i)) expect(outcome).toEqual({ status: 'rejected', reason: new Error(`gone ${i}`) });
      else expect(outcome.status === 'fulfilled' && expected.equals(outcome.value)).toBe(true);
    });
  });
});

describe('a fault halfway through an answer', () => {
  const sound = corpusOf([
    { path: 'a', text: 'red' },
    { path: 'b', text: 'red green' },
  ]);
  const plan = planOf(asked({ any: [all('red'), all('green')] }));

  /** The corpus, whose first row cannot be read. */
  function faulty(): Corpus {
    let faults = 1;
    const row = (page: number): Uint8Array => {
      if (faults-- > 0) throw new Error('a fault');
      return sound.pages.row(page);
    };
    return { ...sound, pages: { ...sound.pages, row } };
  }

  test.each([0, 10])('does not show in the next one, with turns of %i ms', async (longestTurn) => {
    const answerer = createEmbeddedAnswerer(faulty(), budget, { longestTurn });
    await expect((async () => answerer.answer(plan, signal))()).rejects.toThrow('a fault');
    expect(Buffer.from(await answerer.answer(plan, signal))).toEqual(
      Buffer.from(await createEmbeddedAnswerer(sound, budget).answer(plan, signal)),
    );
  });
});
