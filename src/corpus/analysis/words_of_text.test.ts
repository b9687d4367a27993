import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameKey, wordsOfText } from './words_of_text.ts';

test.each([
  ['Don’t cache: C++', 'dont cache c++'],
  ['text-align, node:sqlite', 'text align node sqlite'],
  ['C# and F#', 'c# and f#'],
  ['Résumé’s ﬁle', 'resume file'],
  ['数据 库', '数据 库'],
  ['数据库a数', '数据库 a 数'],
  ['!!!', ''],
])('wordsOfText reads %j as %j', (text, words) => {
  expect(wordsOfText(text)).toBe(words);
});

test('plain words are read as all others are', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'Z', '0', 'ab', 'S'), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      expect(wordsOfText(words.join(' '))).toBe(wordsOfText(`${words.join(' ')} !`));
    }),
  );
});

test.each([
  ['Getting Started!', 'getting started'],
  ['  getting   "started"', 'getting started'],
  ["What's new", 'whats new'],
  ['Résumé', 'resume'],
  ['text-align', 'text align'],
  ['C++', 'c++ c'],
  ['C', 'c'],
  ['日本', '日 本'],
  ['!!!', ''],
])('the key of %j is %j', (name, key) => {
  expect(nameKey(name)).toBe(key);
});
