import { expect, test } from 'vitest';
import { finish } from '../../async/steps.ts';
import type { Engine } from './engine.ts';
import { matchWords } from './look_up.ts';
import { PageSums } from './page_sums.ts';
import { ANY_STEMMER, type Postings } from './postings.ts';

/** A site of three languages, of which only what the work reads is there. */
const count = 1000;
const all = Uint32Array.from({ length: count }, (_, page) => page);
const stemmers = Uint8Array.from(all, (page) => page % 3);
const engine = { corpus: { text: { stemmers } }, analyser: { allStemmers: 0b111 } } as unknown as Engine;

function listOf(pages: Uint32Array): Postings {
  return { pages, impacts: new Uint8Array(count).fill(64), set: null, from: 0, to: pages.length, rarity: 2 };
}

test('pages need not hold a word that is a function word in their language, and gain little by it', () => {
  const even = { list: listOf(all.filter((page) => page % 2 === 0)), times: 1, requiredOn: 0b001 };
  const fifth = { list: listOf(all.filter((page) => page % 5 === 0)), times: 3, requiredOn: ANY_STEMMER };
  const found = new PageSums(count);
  finish(matchWords(engine, [even, fifth], [], null, found));
  const sums = new Map(Array.from({ length: found.count }, (_, i) => [found.pages[i]!, found.sums[i]!]));
  const expected = all.filter((page) => page % 5 === 0 && (page % 3 !== 0 || page % 2 === 0));
  expect([...sums.keys()].sort((a, b) => a - b)).toEqual([...expected]);
  expect([sums.get(0), sums.get(5), sums.get(10)]).toEqual([3 * 128 + 128, 3 * 128, 3 * 128 + 2]);
});

test('all pages of a language match in which no word is required', () => {
  const found = new PageSums(count);
  const even = { list: listOf(all.filter((page) => page % 2 === 0)), times: 1, requiredOn: 0b011 };
  finish(matchWords(engine, [even], [], null, found));
  expect(found.count).toBe(all.filter((page) => page % 3 === 2 || page % 2 === 0).length);
});
