import { expect, test } from 'vitest';
import { globMatcher } from './glob.ts';

const ZEROS = '0'.repeat(1000);

test.each([
  ['', '', true],
  ['', 'a', false],
  ['a', 'a', true],
  ['a', 'ab', false],
  ['a.b', 'axb', false],
  ['*', '', true],
  ['*', 'a/b', false],
  ['a/*', 'a/b', true],
  ['a/*/c', 'a/b/c', true],
  ['a/*c', 'a/bcbc', true],
  ['**', 'a/b', true],
  ['a/**', 'a', false],
  ['a/***d', 'a/b/c/d', true],
  ['**/b*c', 'a/b/bxc', true],
  ['*/b', 'a/c/b', false],
  ['?', 'a', true],
  ['?', '', false],
  ['?', '/', false],
  ['a?*', 'a/b', false],
  ['*a?c', 'abcabc', true],
  ['{a}', '{a}', true],
  [`${'*0'.repeat(6)}*x`, ZEROS, false],
  [`${'**0'.repeat(6)}**x`, ZEROS, false],
  [`${'*0'.repeat(200)}*`, ZEROS, true],
  ['0'.repeat(501), '0'.repeat(501), false],
])('the pattern %j fits the path %j: %s', (pattern, path, fits) => {
  expect(globMatcher(pattern)(path)).toBe(fits);
});
