import { describe, expect, test } from 'vitest';
import type { FieldSetting } from '../../site_content.ts';
import { readOwnFields } from './checked_fields.ts';
import { cutFrontMatter } from './front_matter_fence.ts';
import { parseFrontMatter } from './parse_front_matter.ts';

const declared: readonly FieldSetting[] = [
  { name: 'status', type: 'string' },
  { name: 'rating', type: 'number' },
  { name: 'draftish', type: 'boolean' },
  { name: 'since', type: 'date' },
  { name: 'authors', type: 'list' },
];

function read(source: string) {
  const fenced = cutFrontMatter(source);
  return readOwnFields('a.md', fenced, parseFrontMatter('a.md', fenced).fields, declared);
}

const none = { status: null, rating: null, draftish: null, since: null, authors: null };

describe('readOwnFields', () => {
  test.each([
    ['no front matter', 'Text', {}],
    [
      'YAML',
      '---\nstatus: stable\nRating: 4.5\ndraftish: true\nsince: 2026-01-02\nauthors: [Ann, Bob, Ann]\n---\n',
      full(),
    ],
    ['TOML', '+++\nstatus="stable"\nrating=4.5\ndraftish=true\nsince=2026-01-02\nauthors=["Ann","Bob"]\n+++\n', full()],
    [
      'JSON',
      '---json\n{"status":"stable","rating":4.5,"draftish":true,"since":"2026-01-02","authors":["Ann","Bob"]}\n---\n',
      full(),
    ],
    ['empty values', '---\nstatus:\nrating: ""\n---\n', {}],
    ['a single item as a list', '---\nauthors: Ann\n---\n', { authors: ['Ann'] }],
    ['a number as a text', '---\nstatus: 2\n---\n', { status: '2' }],
  ])('reads %s', (_, source, values) => {
    expect(read(source)).toEqual({ values: { ...none, ...values }, warnings: [] });
  });

  test('warns of values of other types, each with its line', () => {
    const source =
      '---\ntitle: A\nstatus: [a, b]\nrating: many\ndraftish: 3\nsince: soon\nauthors:\n  - x: 1\n---\nText\n';
    const { values, warnings } = read(source);
    expect(values).toEqual(none);
    expect(warnings).toEqual(
      [
        [3, 'a list as the field "status": expected text'],
        [4, '"many" as the field "rating": expected a number'],
        [5, '3 as the field "draftish": expected true or false'],
        [6, '"soon" as the field "since": expected a date'],
        [7, 'a list as the field "authors": expected a list of strings'],
      ].map(([line, message]) => ({ file: 'a.md', line, column: 1, message: `Cannot read ${message}`, rule: 'field' })),
    );
  });

  function full() {
    return { status: 'stable', rating: 4.5, draftish: true, since: '2026-01-02', authors: ['Ann', 'Bob'] };
  }
});
