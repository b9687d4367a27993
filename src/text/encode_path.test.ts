import { expect, it } from 'vitest';
import { encodePath } from './encode_path.ts';

it.each([
  ['docs/größe', 'docs/gr%C3%B6%C3%9Fe'],
  ['a b/c?d#e%', 'a%20b/c%3Fd%23e%25'],
  ["a:b@c/$&+,;=!~*'()", "a:b@c/$&+,;=!~*'()"],
  ['\ud800', '%EF%BF%BD'],
])('writes %j as %j', (path, encoded) => {
  expect(encodePath(path)).toBe(encoded);
});
