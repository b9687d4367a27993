import { describe, expect, test } from 'vitest';
import { contextOf } from '../../../../test/fixtures/site_context.ts';
import type { Generator } from '../../generators/generator_rules.ts';
import { readPage } from '../read_page.ts';

function read(source: string, generator: Generator = 'hugo') {
  const { draft, warnings } = readPage('a/b.md', Buffer.from(source), contextOf(generator));
  return { ...draft!, warnings: warnings.map(({ line, message, rule }) => `${line} ${rule}: ${message}`) };
}

const FORMS = 'expected a date such as 2026-11-25, 2026-11-25T10:00:00Z or 25 November 2026';

describe('a date that cannot be read is a warning', () => {
  test.each([
    [
      'YAML',
      '---\ntitle: a\ndate: 2024-13-45\n---\n',
      '3 unreadable-date: Cannot read "2024-13-45" as the date "date"',
    ],
    ['TOML', '+++\nlastmod = "soon"\n+++\n', '2 unreadable-date: Cannot read "soon" as the date "lastmod"'],
    [
      'JSON',
      '---json\n{\n"updated": 1700000000\n}\n---\n',
      '3 unreadable-date: Cannot read 1700000000 as the date "updated"',
    ],
    ['slashes', '---\ndate: 01/02/2024\n---\n', '2 unreadable-date: Cannot read "01/02/2024" as the date "date"'],
    [
      'a time alone',
      '+++\ndate = 10:00:00\n+++\n',
      '2 unreadable-date: Cannot read a time without a day as the date "date"',
    ],
    ['a record', '---\ndate:\n  created: x\n---\n', '3 unreadable-date: Cannot read "x" as the date "date.created"'],
    [
      'Docusaurus',
      '---\nlast_update:\n  date: x\n---\n',
      '3 unreadable-date: Cannot read "x" as the date "last_update.date"',
    ],
    [
      'braces',
      '---\nlast_update: { author: a, date: x }\n---\n',
      '2 unreadable-date: Cannot read "x" as the date "last_update.date"',
    ],
    [
      'a key that begins as another',
      '---\ndateline: Berlin\ndate: x\n---\n',
      '3 unreadable-date: Cannot read "x" as the date "date"',
    ],
    [
      'Microsoft’s key',
      '---\ntitle: a\nms.date: 13/45/2024\n---\n',
      '3 unreadable-date: Cannot read "13/45/2024" as the date "ms.date"',
    ],
  ])('in %s', (_name, source, warning) => {
    expect(read(source)).toMatchObject({ published: null, updated: null, warnings: [`${warning}: ${FORMS}`] });
  });

  test.each([
    ['25/11/2026', '2026-11-25'],
    ['11/25/2026', '2026-11-25'],
    ['25.11.2026', '2026-11-25'],
    ['05.05.2026', '2026-05-05'],
    ['20261125', '2026-11-25'],
  ])('and %s is followed by the day that is meant', (written, day) => {
    expect(read(`---\ndate: "${written}"\n---\n`).warnings).toEqual([
      `2 unreadable-date: Cannot read "${written}" as the date "date": expected ${day}`,
    ]);
  });

  test.each([
    ['a flag', '---\npublished: true\n---\n', 'hugo', null],
    ['no value', '---\ndate:\n---\n', 'hugo', null],
    ['a word of Eleventy', '---\ndate: git Last Modified\n---\n', 'eleventy', null],
    ['a template', '---\ndate: "{{ .Date }}"\n---\n', 'hugo', null],
    ['a time of Dendron', '---\ncreated: 1645167115254\n---\n', 'dendron', '2022-02-18'],
    ['Microsoft’s date', '---\nms.date: 01/02/2024\n---\n', 'docfx', null],
  ] as const)('but %s is none', (_name, source, generator, published) => {
    expect(read(source, generator)).toMatchObject({ published, warnings: [] });
  });

  test('and Microsoft’s date is that of the last change', () => {
    const source = '---\nms.date: 01/02/2024\n---\n';
    expect(read(source, 'docfx')).toMatchObject({ published: null, updated: '2024-01-02' });
  });
});

describe('an address that cannot be asked for is left out, with a warning', () => {
  const dots = 'it contains a segment "." or ".."';
  const unfit = 'it contains a backslash, a control character or an unpaired surrogate';
  test.each([
    ['url', '/../../x', dots],
    ['permalink', '/a/%2e%2E/x', dots],
    ['slug', '..', dots],
    ['url', '/a/...html', dots],
    ['slug', 'a\\b', unfit],
    ['url', '/a\u0000b', unfit],
    ['slug', 'a\u0085', unfit],
    ['path', `/${'a'.repeat(2000)}`, 'it is longer than 1024 bytes'],
  ])('%s: %j', (key, value, fault) => {
    const { address, slug, warnings } = read(`---json\n${JSON.stringify({ [key]: value })}\n---\n`);
    expect({ address, slug }).toEqual({ address: null, slug: null });
    expect(warnings).toEqual([expect.stringMatching(/^2 path: Cannot use /)]);
    expect(warnings[0]).toContain(`: ${fault}, so the page uses the path of its file`);
  });

  test('also among aliases', () => {
    const { aliases, warnings } = read('---\naliases: [/a/../b, ../c, https://a.example/d]\n---\n');
    expect(aliases).toEqual(['../c', 'https://a.example/d']);
    expect(warnings).toEqual([`2 path: Cannot use "/a/../b" as "aliases": ${dots}, so it is left out`]);
  });
});

test('control characters are left out of what is published, with a warning', () => {
  const fields = { title: 'a\u0000b\u0085', description: '\u001bc', tags: ['d\u0007'] };
  const { title, description, tags, headings, warnings } = read(
    `---json\n${JSON.stringify(fields)}\n---\n## e\u0008f\n`,
  );
  expect({ title, description, tags, headings: headings.map(({ text }) => text) }).toEqual({
    ...{ title: 'ab', description: 'c', tags: ['d'], headings: ['ef'] },
  });
  expect(warnings).toEqual(
    ['title', 'description', 'tags'].map(
      (key) => `2 control-character: Cannot publish a control character in "${key}": it is left out`,
    ),
  );
});
