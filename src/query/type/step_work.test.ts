import { expect, test } from 'vitest';
import { STEP_WORK, type Steps } from '../../async/steps.ts';
import type { Passage } from '../../corpus/analysis/analyse_query.ts';
import type { Corpus, OwnField } from '../../corpus/corpus.ts';
import type { SearchPlan } from '../ask/search_plan.ts';
import { distinctiveTerms, type TermKnowledge } from '../match/match_like.ts';
import type { PageFilter } from '../match/page_filter.ts';
import { countFields } from './count_fields.ts';
import { rowsInOrder } from './order_rows.ts';
import type { NearPostings } from './page_union.ts';
import { searchFilter } from './search_filter.ts';
import type { TypingEngine } from './typing_engine.ts';
import { admit, nearest } from './word_postings.ts';

/** A large site of three languages, of which only what the work reads is there. */
const count = 10 * STEP_WORK;
const all = Uint32Array.from({ length: count }, (_, page) => page);

/** Runs steps. @returns the most work between two yields, as `worked` counts it, and the result */
function most<Result>(steps: Steps<Result>, worked: () => number): { readonly most: number; readonly result: Result } {
  let largest = 0;
  for (let before = worked(); ; before = worked()) {
    const step = steps.next();
    largest = Math.max(largest, worked() - before);
    if (step.done === true) return { most: largest, result: step.value };
  }
}

/** The same list, which counts how often an item is read. */
function counting<List extends object>(list: List): { readonly list: List; readonly reads: () => number } {
  let reads = 0;
  const counted = new Proxy(list, {
    get(of, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
      const value: unknown = Reflect.get(of, key, of);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
  return { list: counted, reads: () => reads };
}

function listOf(pages: Uint32Array): NearPostings {
  return {
    pages,
    impacts: new Uint8Array(count).fill(3),
    set: null,
    from: 0,
    to: pages.length,
    rarity: 2,
    edits: null,
  };
}

test('pages of other languages are admitted a step at a time', () => {
  const { list: stemmers, reads } = counting(Uint8Array.from({ length: count }, (_, page) => page % 3));
  const typing = { engine: { corpus: { text: { stemmers } } } } as unknown as TypingEngine;
  const held = all.filter((page) => page % 2 === 0);
  const { most: work, result } = most(admit(typing, listOf(held), 0b001), reads);
  expect(work).toBeLessThanOrEqual(STEP_WORK);
  expect(result.to).toBe(all.filter((page) => page % 3 !== 0 || page % 2 === 0).length);
  expect([result.pages[0], result.impacts[0], result.pages[1], result.impacts[1]]).toEqual([0, 6, 1, 0]);
});

test('lists of near words are joined a step at a time', () => {
  const { list: pages, reads } = counting(all.filter((page) => page % 5 === 0));
  const others = all.filter((page) => page % 7 === 0);
  const { most: work, result } = most(nearest([listOf(pages), listOf(others)]), reads);
  // Each posting that is taken is looked at a few times.
  expect(work).toBeLessThanOrEqual(5 * STEP_WORK);
  expect(result.pages.subarray(0, result.to)).toEqual(all.filter((page) => page % 5 === 0 || page % 7 === 0));
});

const plan = {
  ...{ q: null, collection: null, tags: [], fields: [], language: null, updated: { from: 1, to: null } },
  ...{ published: null, offset: 0, limit: 10 },
} as unknown as SearchPlan;

test('pages are filtered a step at a time', () => {
  const { list: updated, reads } = counting(Uint32Array.from(all, (page) => page % 2));
  const engine = { corpus: { pages: { count, updated }, fields: [] }, filter: () => null };
  const { most: work, result } = most(searchFilter(engine as never, plan), reads);
  expect(work).toBeLessThanOrEqual(4 * STEP_WORK);
  expect((result as PageFilter).pages).toEqual(all.filter((page) => page % 2 === 1));
});

test('rows are looked for a step at a time when few pages pass', () => {
  const { list: order, reads } = counting(all);
  const { most: work, result } = most(
    rowsInOrder(order, (page) => page === count - 1, plan),
    reads,
  );
  expect(work).toBeLessThanOrEqual(STEP_WORK);
  expect(result).toEqual([{ page: count - 1, sum: 0, edits: 0 }]);
});

test('values of a field are counted a step at a time', () => {
  let read = 0;
  const field: Partial<OwnField> = {
    ...{ name: 'colour', type: 'string', count: 1, value: () => 'blue' },
    ofPage() {
      read++;
      return Uint32Array.of(0);
    },
  };
  const corpus = { fields: [field] } as unknown as Corpus;
  const { most: work, result } = most(countFields(corpus, all, ['colour']), () => read);
  expect(work).toBeLessThanOrEqual(STEP_WORK);
  expect(result).toEqual({ colour: [{ value: 'blue', count }] });
});

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
  const { most: work } = most(distinctiveTerms(knowledge, { words, runs } as unknown as Passage), () => lookUps);
  // Each look-up counts as 64.
  expect(64 * work).toBeLessThanOrEqual(2 * STEP_WORK + 128);
  expect(lookUps).toBeGreaterThan(STEP_WORK);
});
