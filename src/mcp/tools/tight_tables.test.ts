import { expect, it } from 'vitest';
import { tightTables } from './tight_tables.ts';

it('leaves out blanks and dashes that only align columns', () => {
  const table = '| Name   |  Value |\n|:-------|-------:|\n| `a  b` |      1 |';
  expect(tightTables(table)).toBe('| Name | Value |\n|:---|---:|\n| `a  b` | 1 |');
});

it.each([
  ['code', '```\n| a      |\n|--------|\n```'],
  ['code with a shorter fence in it', '````\n```\n| a      |\n````'],
  ['a bar that is text', '| `a \\|   b` |'],
  ['a bar that is text outside code', '| a \\|   b |'],
  ['a long run of blanks in a cell', `| a${' '.repeat(1_000_000)}b |`],
  ['indented code', '    | a      |'],
  ['a row of dashes that is text', '| --no-verify-----x |'],
  ['other lines', 'a   |   b'],
])('leaves %s as it is', (_, markdown) => {
  expect(tightTables(markdown)).toBe(markdown);
});
