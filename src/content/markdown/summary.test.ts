import { expect, test } from 'vitest';
import { describe } from './read_page.ts';

test.each([
  ['', ''],
  ['One sentence without an end', 'One sentence without an end'],
  ['First. Second! Third?', 'First. Second!'],
  ['Version 1.5 is out. It is fast.', 'Version 1.5 is out. It is fast.'],
  ['これは文です。次の文です。三つ目。', 'これは文です。次の文です。'],
  [`First. ${'word '.repeat(60)}.`, 'First.'],
  ['word '.repeat(60).trim(), `${'word '.repeat(39).trim()}…`],
  ['x'.repeat(300), `${'x'.repeat(199)}…`],
])('describe shortens %j to %j', (text, summary) => {
  expect(describe(text)).toBe(summary);
  expect(summary.length).toBeLessThanOrEqual(200);
});
