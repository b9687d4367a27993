import { describe, expect, test } from 'vitest';
import { habitsIn, proseLines, stringLines } from './habits.ts';

describe('a habit of wording', () => {
  test.each([
    ['The path is no folder.', 'is no '],
    ['have no /mcp', 'have no'],
    ['threads, or "all" for one a core', 'one a core'],
    ['Included files are watched, too.', 'too'],
    ['the end of the answer of the server of a node', 'of the answer of the server of'],
    ['See what is read of a Hugo site.', 'what is read'],
    ['Pages are found by search.', 'found by search'],
  ])('is found in "%s"', (text, words) => {
    expect(habitsIn(text).map((found) => found.words)).toEqual([words]);
  });

  test.each([
    'There is no crawler.',
    'The page is no longer served.',
    'The image has no shell.',
    'The body is too large.',
    'The name of the folder of pages',
    'A problem document says what is wrong.',
    'Changes are found by content.',
  ])('is not found in "%s"', (text) => {
    expect(habitsIn(text)).toEqual([]);
  });
});

test('the prose of Markdown has neither code nor addresses', () => {
  expect(proseLines('Use `too.`, [see](/is no page)\nEnd')).toEqual([
    [1, 'Use `    `, [see]'],
    [2, 'End'],
  ]);
});

test('the strings of a source are those with several words, outside comments', () => {
  expect(stringLines("// 'a comment of words'\nconst a = 'key', b = 'two words';\nfail(`it is open`);")).toEqual([
    [2, 'two words'],
    [3, 'it is open'],
  ]);
});
