import { expect, it } from 'vitest';
import { countOf } from './count_of.ts';

it.each([
  [0, 'page', undefined, '0 pages'],
  [1, 'page', undefined, '1 page'],
  [2, 'more warning', undefined, '2 more warnings'],
  [1, 'entry', 'entries', '1 entry'],
  [3, 'entry', 'entries', '3 entries'],
])('counts %d of "%s"', (number, noun, plural, text) => {
  expect(countOf(number, noun, plural)).toBe(text);
});
