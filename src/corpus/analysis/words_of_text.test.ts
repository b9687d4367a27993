import { expect, test } from 'vitest';
import { wordsOfText } from './words_of_text.ts';

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
