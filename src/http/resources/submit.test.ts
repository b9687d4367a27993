import { expect, test } from 'vitest';
import { readListLimit } from './submit.ts';

test.each([
  [[], 10],
  [['7'], 7],
  [['0'], 0],
  [['-0'], 0],
  [['25'], 25],
  [['26'], 25],
  [['007'], 7],
  [['-1'], 0],
  [['-99999999999999999999'], 0],
  [['99999999999999999999'], 25],
  [['9'.repeat(400)], 25],
  [['abc'], 10],
  [[''], 10],
  [['1.5'], 10],
  [['1e1'], 10],
  [['0x10'], 10],
  [['+5'], 10],
  [[' 5'], 10],
  [['5abc'], 10],
  [['٣'], 10],
  [['5\n'], 10],
  [['1', '2'], 10],
])('readListLimit reads %j as %i', (values, limit) => {
  expect(readListLimit(values)).toBe(limit);
});
