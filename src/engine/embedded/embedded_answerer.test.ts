import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { describeAnswerer } from '../../../test/contracts/answerer.ts';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import { openBudget } from '../../cache/cache_budget.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import type { MatchNode, Plan, Query } from '../../query/ask/plan.ts';
import type { Answerer } from '../answerer.ts';
import { createEmbeddedAnswerer } from './embedded_answerer.ts';

const budget = openBudget(1 << 24);

describeAnswerer('the embedded answerer', (corpus) => createEmbeddedAnswerer(corpus, budget));
describeAnswerer('the embedded answerer whose questions pause at every step', (corpus) => pausing(corpus));
describeAnswerer('the embedded answerer without caches', (corpus) => createEmbeddedAnswerer(corpus, openBudget(0)));

/** Answers in steps, and gives up the event loop after each. */
function pausing(corpus: Corpus): Answerer {
  const answerer = createEmbeddedAnswerer(corpus, budget);
  return {
    ...answerer,
    async answer(plan, signal) {
      signal.throwIfAborted();
      const steps = answerer.inSteps(plan)!;
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
        await setImmediate();
      }
    },
  };
}

const { signal } = new AbortController();
const LISTING = { collection: null, tag: null, limit: 10, facets: ['tags'] } as const;
const all = (text: string): MatchNode => ({ text, in: 'all' });
const planOf = (...queries: readonly Query[]): Plan => ({ batch: queries.length > 1, queries });
const asked = (match: MatchNode): Query => ({ form: 'match', match, ...LISTING });

describe('queries that pause', () => {
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
  const whole = createEmbeddedAnswerer(corpus, budget);

  test('are answered synchronously by an answerer that does not pause', () => {
    for (const plan of plans) expect(whole.answer(plan, signal)).not.toBeInstanceOf(Promise);
  });

  test.each([2, 8, 40])('%i concurrent queries give the same bytes as each alone', async (count) => {
    const answerer = pausing(corpus);
    const asking = Array.from({ length: count }, (_, i) => answerer.answer(plans[i % plans.length]!, signal));
    const answers = await Promise.all(asking);
    answers.forEach((answer, i) => {
      expect(Buffer.from(answer).toString()).toBe(
        Buffer.from(whole.answer(plans[i % plans.length]!, signal) as Uint8Array).toString(),
      );
    });
  });

  test('can be stopped between two steps without an effect on later answers', () => {
    for (const plan of plans) {
      const steps = whole.inSteps(plan)!;
      steps.next();
      steps.return(new Uint8Array());
      expect(Buffer.from(whole.answer(plan, signal) as Uint8Array).toString()).toBe(
        Buffer.from(createEmbeddedAnswerer(corpus, budget).answer(plan, signal) as Uint8Array).toString(),
      );
    }
  });

  test('do not start when the signal has aborted', () => {
    expect(() => whole.answer(plans[0]!, AbortSignal.abort(new Error('gone')))).toThrow('gone');
  });
});

describe('an error halfway through an answer', () => {
  const sound = corpusOf([
    { path: 'a', text: 'red' },
    { path: 'b', text: 'red green' },
  ]);
  const plan = planOf(asked({ any: [all('red'), all('green')] }));

  /** The corpus, but reading the first row fails once. */
  function faulty(): Corpus {
    let faults = 1;
    const row = (page: number): Uint8Array => {
      if (faults-- > 0) throw new Error('a fault');
      return sound.pages.row(page);
    };
    return { ...sound, pages: { ...sound.pages, row } };
  }

  test.each([
    ['at once', (corpus: Corpus) => createEmbeddedAnswerer(corpus, budget)],
    ['in steps', pausing],
  ])('does not affect the next one, answered %s', async (_, create) => {
    const answerer = create(faulty());
    await expect((async () => answerer.answer(plan, signal))()).rejects.toThrow('a fault');
    expect(Buffer.from(await answerer.answer(plan, signal))).toEqual(
      Buffer.from(await createEmbeddedAnswerer(sound, budget).answer(plan, signal)),
    );
  });
});
