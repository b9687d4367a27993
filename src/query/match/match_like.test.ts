import { expect, test } from 'vitest';
import { STEP_WORK, type Steps } from '../../async/steps.ts';
import type { Passage } from '../../corpus/analysis/analyse_query.ts';
import { distinctiveTerms, type TermKnowledge } from './match_like.ts';

const count = 10 * STEP_WORK;

/** Runs steps. @returns the most work between two yields, as `worked` counts it */
function most(steps: Steps<unknown>, worked: () => number): number {
  let largest = 0;
  for (let before = worked(); ; before = worked()) {
    const step = steps.next();
    largest = Math.max(largest, worked() - before);
    if (step.done === true) return largest;
  }
}

test.each([
  ['none of its words', () => -1],
  ['all of its words', () => 0],
])('the words of a passage are looked up a step at a time on a site that has %s', (_, find) => {
  let lookUps = 0;
  const vocabulary = {
    find() {
      lookUps++;
      return find();
    },
  };
  const text = { vocabulary, rarity: [1], isHeld: () => true, costOfHeld: () => count };
  const runs = Array.from({ length: 4 * STEP_WORK }, (_, i) => [String.fromCodePoint(0x4e00 + i)]);
  const words = Array.from({ length: STEP_WORK }, (_, i) => {
    const terms = [`a${i}`, `b${i}`];
    return [{ parts: [{ terms, offset: 0, shape: 0, known: null }], quoted: false, functionWordOn: 0 }, 1] as const;
  });
  const knowledge = { analyser: { allStemmers: 3 }, corpus: { text } } as unknown as TermKnowledge;
  const work = most(distinctiveTerms(knowledge, { words, runs } as unknown as Passage), () => lookUps);
  // Each look-up counts as 64.
  expect(64 * work).toBeLessThanOrEqual(2 * STEP_WORK + 128);
  expect(lookUps).toBeGreaterThan(STEP_WORK);
});
