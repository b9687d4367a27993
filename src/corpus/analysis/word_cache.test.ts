import { describe, expect, test } from 'vitest';
import type { Unit } from './unit.ts';
import { WordCache } from './word_cache.ts';

function countingCache(bound: number) {
  const analysed: string[] = [];
  const analyse = (word: string): Unit => {
    analysed.push(word);
    return {
      parts: [{ terms: [word.toUpperCase()], offset: 0, shape: 'word', known: null }],
      quoted: false,
      functionWordOn: 0,
    };
  };
  const cache = new WordCache(bound, analyse);
  return { analysed, read: (word: string) => cache.read(`<${word}>`, 1, 1 + word.length).parts[0]!.terms[0] };
}

describe('a cache of words', () => {
  test('analyses a word once, wherever it stands in a text', () => {
    const { read, analysed } = countingCache(1 << 20);
    expect(['one', 'two', 'one', 'on', 'two'].map(read)).toEqual(['ONE', 'TWO', 'ONE', 'ON', 'TWO']);
    expect(analysed).toEqual(['one', 'two', 'on']);
  });

  test('starts again from empty beyond its bound, with the same results', () => {
    const { read, analysed } = countingCache(140_000);
    for (let i = 0; i < 1000; i++) expect(read(`word${i}`)).toBe(`WORD${i}`);
    expect(analysed.length).toBe(1000);
    expect(read('word999')).toBe('WORD999');
    expect(analysed.length).toBe(1000);
    expect(read('word0')).toBe('WORD0');
    expect(analysed.length).toBe(1001);
  });

  test('keeps nothing when its bound is too small for a table', () => {
    const { read, analysed } = countingCache(0);
    expect([read('one'), read('one')]).toEqual(['ONE', 'ONE']);
    expect(analysed).toEqual(['one', 'one']);
  });
});
