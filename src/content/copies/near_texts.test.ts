import { expect, test } from 'vitest';
import { resemblance, sketchOf } from './near_texts.ts';

const words = Array.from({ length: 400 }, (_, i) => `word${i}`);
const text = words.join(' ');
const near = (a: string, b: string) => resemblance(sketchOf(a), sketchOf(b));

test('a text resembles itself entirely, whatever its signs', () => {
  expect(near(text, `${words.join(', ')}!`)).toBe(1);
});

test('one changed word of a hundred leaves texts nearly equal', () => {
  const changed = words.map((word, i) => (i % 100 === 50 ? 'other' : word)).join(' ');
  expect(near(text, changed)).toBeGreaterThan(0.85);
});

test('texts of other words, and the same words in another order, do not resemble', () => {
  expect(near(text, words.map((word) => `${word}x`).join(' '))).toBe(0);
  expect(near(text, words.toReversed().join(' '))).toBe(0);
});

test('a text with fewer words than a shingle resembles nothing, not even itself', () => {
  expect(near('one two three four', 'one two three four')).toBe(0);
});

test('each character of a script without blanks is a word', () => {
  expect(near('文字列の中を検索する関数', '文字列の中を検索する関数です')).toBeGreaterThan(0.7);
});
