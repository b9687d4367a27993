import { describe, expect, test } from 'vitest';
import { checkFiles } from '../../../test/fixtures/check_files.ts';
import { orderOf, pages } from '../../../test/fixtures/order_of.ts';
import { toctreesIn } from '../markdown/toctrees.ts';

type Files = Record<string, string>;

const SPHINX = { 'conf.py': 'extensions = ["myst_parser"]\n' };
const toctree = (lines: string) => `# A\n\n\`\`\`{toctree}\n${lines}\n\`\`\`\n`;

describe('the order of pages', () => {
  test.each<[string, Files, readonly string[] | null]>([
    [
      'is that of the toctrees of Sphinx, from the first page downwards',
      {
        ...SPHINX,
        ...pages('', 'b', 'part/x', 'part/y', 'c', 'unlisted'),
        'index.md': `${toctree(':hidden:\n:caption: C\n\nTitle <b.md>\nhttps://other.example\nT <mailto:a@b>\nself\ngenindex\nT <search>')}\n::::{grid}\n:::{toctree}\npart/index\n/c\n:::\n::::\n`,
        'part/index.md': toctree('y\n/part/x\n../b'),
      },
      ['index > b > part > part/y > part/x > c'],
    ],
    [
      'is not known about documents that are made by a build, one by one or by a pattern',
      {
        ...SPHINX,
        ...pages('', 'a', 'b', 'c', 'd', 'e'),
        'index.md': toctree(':glob:\n\na\nb\napi/made\nc\nd\nmade/*\ne'),
      },
      ['c > d', 'index > a > b'],
    ],
    [
      'is that of patterns by name, without what is listed, and reversed if the toctree is',
      {
        ...SPHINX,
        ...pages('', 'z', 'a', 'b', 'in/c', 'in/d', 'in/deep/e'),
        'index.md': toctree(':glob:\n\nb\n*\nin/index'),
        'in/index.md': toctree('---\nglob: true\nreversed: true\n---\n*'),
      },
      ['index > b > a > z > in > in/d > in/c'],
    ],
    [
      'is that of circular toctrees, each page once',
      { ...SPHINX, 'index.md': toctree('a\nindex'), 'a.md': toctree('b\nindex\na'), 'b.md': toctree('a') },
      ['index > a > b'],
    ],
    [
      'goes through documents in reStructuredText, which break it',
      {
        ...SPHINX,
        ...pages('', 'a', 'b', 'c', 'd'),
        'index.rst': 'Title\n=====\n\n.. toctree::\n   :maxdepth: 2\n\n   a\n   more\n   T <d>\n\nText\n',
        'more.rst': '.. toctree::\n\n   b\n   c\n   index\n',
      },
      ['b > c > d'],
    ],
    [
      'begins at the first page that the settings name',
      { 'conf.py': `${SPHINX['conf.py']}root_doc = 'start'\n`, ...pages('', 'a'), 'start.md': toctree('a') },
      ['start > a'],
    ],
    [
      'is not that of a toctree in code, or of none',
      {
        ...SPHINX,
        ...pages('', 'a'),
        'index.md': `\`\`\`\`md\n${toctree('a')}\`\`\`\`\n\n\`\`\`{code-block} rst\n.. toctree::\n\n   a\n\`\`\`\n`,
      },
      null,
    ],
    [
      'is that of the table of contents of Jupyter Book, up to a pattern',
      {
        '_config.yml': 'title: x\n',
        '_toc.yml':
          'format: jb-book\nroot: intro\nparts:\n  - caption: One\n    chapters:\n      - file: b\n        sections:\n          - file: in/a.md\n          - url: https://x.example\n            title: c\n      - glob: more/*\n  - chapters: [{file: c}, {file: notes.ipynb}, {file: d}, {file: e}]\n',
        ...pages('', 'intro', 'b', 'in/a', 'c', 'd', 'e', 'more/f'),
      },
      ['d > e', 'intro > b > in/a'],
    ],
    [
      'is that of the table of contents of mystmd, without hidden pages',
      {
        'myst.yml':
          'version: 1\nproject:\n  toc:\n    - file: index.md\n    - title: T\n      children:\n        - file: b.md\n          children:\n            - file: in/a.md\n        - file: h.md\n          hidden: true\n        - url: https://x.example\n          title: d\n    - file: c.md\n    - pattern: "*.md"\n',
        ...pages('', 'index', 'b', 'in/a', 'c', 'd', 'h'),
      },
      ['index > b > a > c'],
    ],
    [
      'is not known of mystmd without a table of contents',
      { 'myst.yml': 'version: 1\n', ...pages('', 'index', 'a') },
      null,
    ],
  ])('%s', (_what, files, order) => {
    expect(orderOf(files)).toEqual(order);
  });

  test('is that of a long chain of toctrees', () => {
    const names = Array.from({ length: 300 }, (_, at) => `p${at}`);
    const chain = Object.fromEntries(names.map((name, at) => [`${name}.md`, toctree(`p${at + 1}`)]));
    expect(orderOf({ ...SPHINX, ...chain, 'index.md': toctree('p0') })).toEqual([`index > ${names.join(' > ')}`]);
  });

  test('is that of patterns with many stars, of which none is tried twice', () => {
    const zeros = '0'.repeat(200);
    const patterns = '*0*0*0*0*0*0*\n*0*0*0*0*0*0*x\n**0**0**0**0**0**0**x';
    const files = { [`${zeros}.md`]: '# Z', 'index.md': toctree(`:glob:\n\n${patterns}`) };
    expect(orderOf({ ...SPHINX, ...files })).toEqual([`index > ${zeros}`]);
  });

  test('is not known about an entry that is longer than any path', () => {
    const long = `:glob:\n\na\n${'*'.repeat(200_000)}<\nb\nc`;
    const files = { ...SPHINX, ...pages('', 'a', 'b', 'c'), 'index.md': toctree(long) };
    expect(orderOf(files)).toEqual(['b > c', 'index > a']);
  });

  test('is not known if patterns take more steps than there are', () => {
    const lists = toctree(`:glob:\n\n${'*0*0*x\n'.repeat(3_000)}`).repeat(4);
    const names = Array.from({ length: 400 }, (_, at) => `p${at}`);
    const files = { ...SPHINX, ...pages('', ...names), 'index.md': `${toctree('p0\np1')}${lists}` };
    expect(orderOf(files)).toBeNull();
    expect(checkFiles(files, [], 'orphan').unchecked).toBe('its menus have too many entries or patterns');
  });
});

test.each([
  ['no entries', '```{toctree}\n```', [[]]],
  ['no end', '```{toctree}\na\nb', [['a', 'b']]],
  ['options alone', ':::{toctree}\n:hidden:\n:glob:\n:::', [[]]],
  ['options without an end', '```{toctree}\n---\nglob: true\na\n```', [['---', 'glob: true', 'a']]],
  ['a longer end', '~~~{toctree}\na\n~~~~~\n~~~{toctree}\nb\n~~~', [['a'], ['b']]],
  [
    'reStructuredText in MyST',
    '```{eval-rst}\n.. toctree::\n   :hidden:\n\n   a\n   b\n```\n\n```{toctree}\nc\n```',
    [['a', 'b'], ['c']],
  ],
])('toctrees with %s are read', (_what, text, entries) => {
  expect(toctreesIn(text).map((each) => each.entries)).toEqual(entries);
});
