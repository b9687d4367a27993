import { expect, it } from 'vitest';
import { countDocuments, distinctiveWords } from './distinctive_words.ts';

const documents = countDocuments(['the cache keeps the answer', 'the answer', 'the question', 'a validator']);

it('countDocuments counts a document once for each of its words', () => {
  expect(documents.get('the')).toBe(3);
  expect(documents.get('cache')).toBe(1);
});

it('distinctiveWords puts frequent and rare words first and leaves out words that no document holds', () => {
  const words = ['the', 'the', 'the', 'cache', 'cache', 'answer', 'unheard'];
  expect(distinctiveWords(words, documents, 4, 10)).toEqual(['cache', 'the', 'answer']);
  expect(distinctiveWords(words, documents, 4, 1)).toEqual(['cache']);
});
