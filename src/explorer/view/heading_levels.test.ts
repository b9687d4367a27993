import { expect, test } from 'vitest';
import { headingLevels } from './heading_levels.ts';

test.each([
  [[], []],
  [
    [2, 3, 3, 2],
    [2, 3, 3, 2],
  ],
  [
    [3, 5, 3, 1],
    [2, 3, 2, 2],
  ],
  [
    [1, 2, 3, 4, 5, 6],
    [2, 3, 4, 5, 6, 6],
  ],
])('headings of the depths %j stand at the levels %j', (depths, levels) => {
  expect(headingLevels(depths)).toEqual(levels);
});
