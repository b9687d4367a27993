import { expect, test } from 'vitest';
import type { NearPostings } from '../sought_word.ts';
import { nearest } from './word_postings.ts';

function listOf(pages: readonly number[], rarity: number, edits: number): NearPostings {
  const impacts = new Uint8Array(pages.length).fill(3);
  const lists = { pages: Uint32Array.from(pages), impacts, edits: new Uint8Array(pages.length).fill(edits) };
  return { ...lists, set: null, from: 0, to: pages.length, rarity };
}

test('a page of several lists of near words counts in the nearest', () => {
  const { pages, impacts, edits, from, to, rarity } = nearest([
    listOf([0, 5, 10], 2, 0),
    listOf([0, 7], 4, 1),
    listOf([], 9, 1),
    listOf([7, 8], 8, 2),
  ]);
  expect([from, to, rarity]).toEqual([0, 5, 1]);
  expect([...pages.subarray(0, to)]).toEqual([0, 5, 7, 8, 10]);
  expect([...impacts.subarray(0, to)]).toEqual([6, 6, 12, 24, 6]);
  expect([...edits!.subarray(0, to)]).toEqual([0, 0, 1, 2, 0]);
});
