import { expect, test } from 'vitest';
import { countCharacters } from './count_characters.ts';

test.each([
  ['', 0],
  ['größe', 5],
  ['😀😀', 2],
  ['\ud800', 1],
  ['e\u0301', 2],
])('countCharacters counts the code points of %j', (text, count) => {
  expect(countCharacters(text)).toBe(count);
});
