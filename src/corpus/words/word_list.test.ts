import { describe, expect, test } from 'vitest';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';

const termsOf = ({ words, text }: ReturnType<typeof corpusOf>, word: string): [string, number][] => {
  const number = words.find(word);
  const found: [string, number][] = [];
  for (let i = words.termStarts[number]!; i < words.termStarts[number + 1]!; i++) {
    found.push([text.vocabulary.term(words.terms[i]!), words.stemmers[i]!]);
  }
  return found;
};

describe('the words of a site', () => {
  const corpus = corpusOf([
    { path: 'a', title: 'Caching', text: 'Don’t cache Größe; C++ 数据', tags: ['http'] },
    { path: 'b', title: '', text: 'caches of Häuser die', language: 'de' },
    { path: 'c', title: '', text: 'Häuser die 😀a', language: 'en' },
  ]);
  const { words } = corpus;

  test('are all words as written, folded, without apostrophes, by code point', () => {
    expect(Array.from({ length: words.count }, (_, word) => words.word(word))).toEqual([
      'a',
      'c',
      'cache',
      'caches',
      'caching',
      'die',
      'dont',
      'grosse',
      'hauser',
      'http',
      'of',
    ]);
  });

  test('have the terms that the stemmers of their pages make of them', () => {
    expect(termsOf(corpus, 'cache')).toEqual([['cach', 1]]);
    expect(termsOf(corpus, 'die')).toEqual([['die', 3]]);
    expect(termsOf(corpus, 'hauser')).toEqual([
      ['haus', 2],
      ['hauser', 1],
    ]);
  });

  test.each([
    ['cach', ['cache', 'caches', 'caching']],
    ['c', ['c', 'cache', 'caches', 'caching']],
    ['', 11],
    ['zz', []],
    ['cached', []],
  ])('with the prefix %j are %j', (prefix, expected) => {
    const [from, to] = words.withPrefix(prefix);
    if (typeof expected === 'number') expect(to - from).toBe(expected);
    else expect(Array.from({ length: to - from }, (_, i) => words.word(from + i))).toEqual(expected);
  });
});

describe('pages of a short prefix', () => {
  test('are baked in for more than 256 words, and are those that hold one of them', () => {
    const site = (count: number) =>
      corpusOf([
        { path: 'a', title: '', text: Array.from({ length: count - 1 }, (_, i) => `abc${i}`).join(' ') },
        { path: 'b', title: '', text: 'abcd' },
        ...Array.from({ length: 40 }, (_, i) => ({ path: `c${i}`, title: '', text: 'x' })),
      ]).words;
    for (const prefix of ['a', 'ab', 'abc']) {
      expect(site(256).pagesOfPrefix(prefix)).toBeNull();
      expect(site(257).pagesOfPrefix(prefix)).toEqual(Uint32Array.of(3, 0));
    }
    expect(site(300).pagesOfPrefix('abcd')).toBeNull();
  });
});
