import { expect, test } from 'vitest';
import { decodePercent } from './decode_percent.ts';

test.each([
  ['caf%C3%A9/a%20b', 'café/a b'],
  ['plain/path', 'plain/path'],
  ['100%', '100%'],
  ['a%FFb', 'a%FFb'],
  ['', ''],
])('decodes %j as %j, and leaves what is no percent-encoding', (text, decoded) => {
  expect(decodePercent(text)).toBe(decoded);
});
