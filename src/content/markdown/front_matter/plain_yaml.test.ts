import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { readPlainYaml } from './plain_yaml.ts';

function reference(raw: string): unknown {
  const document = parseDocument(raw, { logLevel: 'silent' });
  return document.errors.length > 0 ? 'error' : (document.toJS() ?? {});
}

test.each([
  'title: A page',
  'title: "A: page"\nweight: 10\ndraft: false\ndate: 2024-01-02\nempty:\nnothing: ~',
  'tags: [one, "two", 3]\nnone: []',
  "tags:\n  - one\n  - 'two: three'\n- three\n",
  'tags:\n- one\n- two\nnext: yes',
  'keys: ["a, b", "c [C++], d" , plain, \'single, e\']',
  '-api-id: T:Windows.UI.Color\nurl: https://site.example/#top\nfraction: .5\nexponent: 1e3\nzip: 007',
])('readPlainYaml agrees with a YAML parser on %j', (raw) => {
  const plain = readPlainYaml(raw);
  if (raw.includes("three'\n- three")) expect(plain).toBeNull();
  else expect(Object.fromEntries(plain!)).toEqual(reference(raw));
});

test.each([
  'a: {b: 1}',
  'a:\n  b: 1',
  'a: |\n  text',
  'a: "x\\n"',
  'a: b # comment',
  'a: b: c',
  'a: 1\na: 2',
  'a: *alias',
  'a: [1, [2]]',
  'a: ["b" c]',
  "a: ['it''s']",
  'a: [b,]',
  'a: x\n  more',
  'a: 0x10',
  'a: @x',
  '- a',
  'a: b:',
])('readPlainYaml returns null for %j', (raw) => {
  expect(readPlainYaml(raw)).toBeNull();
});

test('readPlainYaml never disagrees with a YAML parser', () => {
  const line = fc.oneof(
    fc
      .tuple(fc.constantFrom('a', 'b', 'C-d', '-e'), fc.string({ maxLength: 12 }))
      .map(([key, value]) => `${key}: ${value}`),
    fc.string({ maxLength: 8 }).map((value) => `- ${value}`),
    fc
      .array(fc.oneof(fc.string({ maxLength: 5 }), fc.constantFrom('"x, y"', "'[x]'", ' z ', "it's", '"q"')))
      .map((items) => `c: [${items.join(', ')}]`),
    fc.constantFrom('a:', 'b: [x, y]', '  - z', "c: 'q'", 'd: "q"', 'e: true', 'f: 1.5', '', 'g: -1', 'h: a,b'),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
      const raw = lines.join('\n');
      const plain = readPlainYaml(raw);
      if (plain !== null) expect(Object.fromEntries(plain)).toEqual(reference(raw));
    }),
    { numRuns: 3000 },
  );
});
