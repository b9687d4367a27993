import { expect, it } from 'vitest';
import { tightTables } from './tight_tables.ts';

it('leaves out blanks and dashes that only align columns', () => {
  const table = '| Name   |  Value |\n|:-------|-------:|\n| `a  b` |      1 |';
  expect(tightTables(table)).toBe('| Name | Value |\n|:---|---:|\n| `a  b` | 1 |');
});

it.each([
  ['code', '```\n| a      |\n|--------|\n```'],
  ['indented code', '    | a      |'],
  ['a row of dashes that is text', '| --no-verify-----x |'],
  ['other lines', 'a   |   b'],
])('leaves %s as it is', (_, markdown) => {
  expect(tightTables(markdown)).toBe(markdown);
});
