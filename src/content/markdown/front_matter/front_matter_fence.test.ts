import { expect, test } from 'vitest';
import { cutFrontMatter } from './front_matter_fence.ts';

test.each([
  ['YAML', '---\na: 1\n---\nbody\n', 'yaml', 'a: 1\n', 'body\n', 4],
  ['YAML closed by dots', '---\na: 1\n...\nbody', 'yaml', 'a: 1\n', 'body', 4],
  ['an empty block', '---\n---\nbody', 'yaml', '', 'body', 3],
  ['TOML', '+++\na = 1\n+++\nbody', 'toml', 'a = 1\n', 'body', 4],
  ['fenced JSON', '---json\n{"a":1}\n---\nbody', 'json', '{"a":1}\n', 'body', 4],
  ['bare JSON', '{\n"a": 1\n}\nbody', 'json', '{\n"a": 1\n}', 'body', 4],
  ['a script', '---js\nprocess.exit()\n---\nbody', 'js', 'process.exit()\n', 'body', 4],
  ['a block that ends the file', '---\na: 1\n---', 'yaml', 'a: 1\n', '', 4],
] as const)('cutFrontMatter splits off %s', (_name, source, format, raw, body, bodyLine) => {
  expect(cutFrontMatter(source)).toMatchObject({ format, raw, body, bodyLine });
});

test.each([
  ['TOML', '\n \n+++\na = 1\n+++\nbody', 'toml', 'a = 1\n', 4, 'body', 6],
  ['YAML', '\n---\na: 1\n---\nbody', 'yaml', 'a: 1\n', 3, 'body', 5],
  ['a thematic break', '\n---\nbody', null, '', 1, '\n---\nbody', 1],
] as const)(
  'cutFrontMatter skips blank lines before %s if asked',
  (_name, source, format, raw, rawLine, body, bodyLine) => {
    expect(cutFrontMatter(source, true)).toEqual({ format, raw, rawLine, body, bodyLine });
    expect(cutFrontMatter(source)).toMatchObject({ format: null, body: source });
  },
);

test.each([
  ['a fence that never closes', '---\na: 1\n'],
  ['a thematic break in the body', 'text\n\n---\n\nmore\n'],
  ['a body that begins with a brace', '{{< note >}}\ntext\n'],
])('cutFrontMatter leaves %s in the body', (_name, source) => {
  expect(cutFrontMatter(source)).toEqual({ format: null, raw: '', rawLine: 1, body: source, bodyLine: 1 });
});
