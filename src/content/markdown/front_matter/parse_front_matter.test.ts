import { describe, expect, test } from 'vitest';
import { cutFrontMatter } from './front_matter_fence.ts';
import { parseFrontMatter } from './parse_front_matter.ts';

function read(source: string) {
  const { fields, warnings } = parseFrontMatter('a.md', cutFrontMatter(source));
  return { fields: Object.fromEntries(fields), warnings };
}

describe('parseFrontMatter', () => {
  test.each([
    ['YAML', '---\ntitle: A\nsub:\n  - b: 1\n---\n', { title: 'A', sub: [{ b: 1 }] }],
    ['TOML', '+++\ntitle = "A"\ntags = ["b"]\n+++\n', { title: 'A', tags: ['b'] }],
    ['JSON', '{\n"title": "A"\n}\n', { title: 'A' }],
    ['keys in any case', '---\nTitle: A\nTAGS: b\n---\n', { title: 'A', tags: 'b' }],
    ['an empty block', '---\n---\n', {}],
    [
      'values that go on at the first column',
      '---\nsummary: "one\ntwo"\ntitle: A\n---\n',
      { summary: 'one two', title: 'A' },
    ],
  ])('reads %s without a warning', (_name, source, fields) => {
    expect(read(source)).toEqual({ fields, warnings: [] });
  });

  test('reads the members of params, extra, seo and taxonomies, unless a top-level key exists', () => {
    expect(
      read('+++\ntitle = "A"\n[extra]\ntitle = "B"\nlang = "de"\n[taxonomies]\ntags = ["t"]\n+++\n').fields,
    ).toMatchObject({ title: 'A', lang: 'de', tags: ['t'] });
  });

  test('gives the location of broken YAML, and keeps what can be read', () => {
    expect(read('---\ntitle: {#if x}\ndescription: D\n---\n')).toMatchObject({
      fields: { description: 'D' },
      warnings: [
        { file: 'a.md', line: 2, column: 9, rule: 'front-matter' },
        { file: 'a.md', line: 3, column: 1, rule: 'front-matter' },
      ],
    });
    const repeated = read('---\ntitle: A\ntitle: B\ntags: [x]\n---\n');
    expect(repeated.fields.tags).toEqual(['x']);
    expect(repeated.warnings).toMatchObject([{ line: 3, column: 1 }]);
  });

  test('gives the location of broken TOML, and keeps its plain lines', () => {
    const { fields, warnings } = read('+++\ntitle = "A"\nbroken = = 1\n+++\n');
    expect(fields.title).toBe('A');
    expect(warnings).toMatchObject([{ file: 'a.md', line: 3, rule: 'front-matter' }]);
  });

  test.each([
    [
      'an alias bomb',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghi'].map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]},`.repeat(9)}x]`).join('\n')}\ntitle: T`,
    ],
    ['deep nesting', `title: T\na: ${'['.repeat(20_000)}`],
    ['stacked keys', `title: T\n${'? '.repeat(20_000)}`],
    ['a megabyte', `title: T\na: "${'x'.repeat(1 << 20)}"`],
  ])('survives %s and still finds the title', (_name, raw) => {
    const { fields, warnings } = read(`---\n${raw}\n---\n`);
    expect(fields.title).toBe('T');
    expect(warnings.length).toBeGreaterThan(0);
  });
});
