import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageTable } from '../../corpus/corpus.ts';
import { CommandError } from '../command_error.ts';
import { readQueries } from './read_queries.ts';

const paths = ['docs/install', 'docs/serve', 'index'];
const pages = {
  count: paths.length,
  find: (path: string) => paths.indexOf(path),
  path: (page: number) => paths[page]!,
} as PageTable;

/** The queries of a file, each as its text, its line and its right pages. */
function read(name: string, text: string): unknown[] {
  return readQueries({ name, text }, pages).map(({ text: query, line, right }) => [query, line, [...right]]);
}

/** The mistakes of a file. */
function mistakesOf(name: string, text: string): string[] {
  try {
    read(name, text);
    return [];
  } catch (error) {
    const [first, ...mistakes] = (error as Error).message.split('\n');
    expect(first).toBe(`Cannot use the queries in "${name}":`);
    return mistakes.map((mistake) => mistake.trim());
  }
}

describe('CSV', () => {
  it.each([
    ['query,page\ninstall,docs/install', [['install', 2, [['docs/install', 1]]]]],
    ['\ufeffquery , page\r\n install , /docs/install \r\n\r\n', [['install', 2, [['docs/install', 1]]]]],
    ['grade,page,query\r3,docs/serve,run\r', [['run', 2, [['docs/serve', 3]]]]],
    [
      'query,page\n"a, ""b""\nc" ,"index"\nd,/\n',
      [
        ['a, "b"\nc', 2, [['index', 1]]],
        ['d', 4, [['index', 1]]],
      ],
    ],
    [
      'query,page,grade\na,index,\nb,index,100\na,docs/serve,2\n',
      [
        [
          'a',
          2,
          [
            ['index', 1],
            ['docs/serve', 2],
          ],
        ],
        ['b', 3, [['index', 100]]],
      ],
    ],
    [
      'query,page\ncafe\u0301,index\ncaf\u00e9,docs/serve\n',
      [
        [
          'café',
          2,
          [
            ['index', 1],
            ['docs/serve', 1],
          ],
        ],
      ],
    ],
  ])('%j is read', (text, queries) => {
    expect(read('q.csv', text.replace(/^\ufeff/, ''))).toEqual(queries);
  });

  it.each([
    ['', ['q.csv:1:1: there are no queries. Add a query and its right page.']],
    ['query,page\n', ['q.csv:1:1: there are no queries. Add a query and its right page.']],
    [
      'query,pages\na,index\n',
      [
        'q.csv:1:1: there is no column "page". Begin the file with the line: query,page',
        'q.csv:1:7: there is no column "pages". Did you mean "page"?',
      ],
    ],
    [
      'query;page\na;index\n',
      [
        'q.csv:1:1: there is no column "query;page". The columns are query, page and grade, separated by commas.',
        'q.csv:1:1: there is no column "query". Begin the file with the line: query,page',
        'q.csv:1:1: there is no column "page". Begin the file with the line: query,page',
      ],
    ],
    ['query,page,page\n', ['q.csv:1:12: the column "page" appears twice.']],
    [
      'query,page\na, b,index\nc\n',
      [
        'q.csv:2:1: the line has 3 fields, but needs 2: query,page. Put text that contains a comma in double quotes.',
        'q.csv:3:1: the line has 1 field, but needs 2: query,page.',
      ],
    ],
    [
      'query,page\nb,index\nis "a" it,index\n',
      ['q.csv:3:1: a double quote is out of place. Put the text in double quotes, and double each quote inside it.'],
    ],
    [
      'query,page\n"a,index\n',
      ['q.csv:2:1: a double quote is out of place. Put the text in double quotes, and double each quote inside it.'],
    ],
    [
      'query,page,grade\n ,index,1\na,,1\nb,docs/Install.md,1\nc,nothing/near,1\nd,index,0\ne,index,1.5\na,index,1\na,/index,2\n',
      [
        'q.csv:2:1: the query is empty. Write the words that people search for.',
        'q.csv:3:3: the path of the page is empty. Write the path of the right page.',
        'q.csv:4:3: the site has no page "docs/Install.md". Did you mean "docs/install"?',
        'q.csv:5:3: the site has no page "nothing/near". Write the path as in /api/pages.',
        'q.csv:6:9: the grade is "0": expected a whole number from 1 to 100.',
        'q.csv:7:9: the grade is "1.5": expected a whole number from 1 to 100.',
        'q.csv:9:3: the query lists the page "index" twice. List it once.',
      ],
    ],
    [
      `query,page\n${'a,none\n'.repeat(12)}`,
      [
        ...Array.from(
          { length: 10 },
          (_, at) => `q.csv:${at + 2}:3: the site has no page "none". Write the path as in /api/pages.`,
        ),
        'and 2 more',
      ],
    ],
  ])('%j is refused', (text, mistakes) => {
    expect(mistakesOf('q.csv', text)).toEqual(mistakes);
  });

  it('reads 10,000 queries and no more', () => {
    const lines = Array.from({ length: 10_001 }, (_, at) => `query ${at},index`);
    expect(read('q.csv', ['query,page', ...lines.slice(1)].join('\n'))).toHaveLength(10_000);
    expect(mistakesOf('q.csv', ['query,page', ...lines].join('\n'))).toEqual([
      'q.csv:10002:1: there are more than 10000 queries. Split the file.',
    ]);
  });

  it('takes time in proportion to its length for quotes without an end', () => {
    expect(mistakesOf('q.csv', `query,page\n"${'""'.repeat(1_000_000)}`)).toHaveLength(1);
  });
});

describe('YAML', () => {
  it.each([
    ['- {query: 404, pages: [index]}\n', [['404', 1, [['index', 1]]]]],
    [
      '# Questions\n- query: yes\n  pages:\n    - path: docs/serve\n      grade: 3\n    - /docs/install\n- query: >\n    how\n    is it\n  pages: [{path: index}]\n',
      [
        [
          'yes',
          2,
          [
            ['docs/serve', 3],
            ['docs/install', 1],
          ],
        ],
        ['how is it', 7, [['index', 1]]],
      ],
    ],
  ])('%j is read', (text, queries) => {
    for (const name of ['q.yaml', 'q.YML']) expect(read(name, text)).toEqual(queries);
  });

  it.each([
    ['', ['q.yaml:1:1: there are no queries. Add a query and its right page.']],
    ['[]', ['q.yaml:1:1: there are no queries. Add a query and its right page.']],
    ['a: b', ['q.yaml:1:1: expected a list, each item with "query" and "pages".']],
    ['- a', ['q.yaml:1:3: expected "query" and "pages" here.']],
    ['- query: a\n', ['q.yaml:1:3: "pages" is missing here.']],
    [
      '- query: a\n  page: index\n- querry: a\n  pages: [index]\n- {query: b, pages: [index], extra: c}\n',
      [
        'q.yaml:1:3: "pages" is missing here.',
        'q.yaml:2:3: there is no key "page". Did you mean "pages"?',
        'q.yaml:3:3: there is no key "querry". Did you mean "query"?',
        'q.yaml:3:3: "query" is missing here.',
        'q.yaml:5:30: there is no key "extra". The keys are "query" and "pages".',
      ],
    ],
    [
      '- query: a\n  pages: index\n- query: b\n  pages: []\n- query: c\n  pages: [[index]]\n- query: [d]\n  pages: [index]\n- query: e\n  pages: [{path: [a]}, {grade: 1}, {path: index, grade: [1]}]\n',
      [
        'q.yaml:2:10: "pages" must list the paths of the right pages, at least one.',
        'q.yaml:4:10: "pages" must list the paths of the right pages, at least one.',
        'q.yaml:6:11: "page" is not text.',
        'q.yaml:7:10: "query" is not text.',
        'q.yaml:10:18: "path" is not text.',
        'q.yaml:10:24: "path" is missing here.',
        'q.yaml:10:57: "grade" is not text.',
      ],
    ],
    [
      '- {query: a, pages: [index, index]}\n- {query: "", pages: [install]}\n- {query: a, pages: [index]}\n- {query: b, pages: [{path: index, grade: many}]}\n',
      [
        'q.yaml:1:29: the query lists the page "index" twice. List it once.',
        'q.yaml:2:11: the query is empty. Write the words that people search for.',
        'q.yaml:2:23: the site has no page "install". Did you mean "docs/install"?',
        'q.yaml:3:11: the query appears twice, first on line 1. Put its pages in one list.',
        'q.yaml:4:43: the grade is "many": expected a whole number from 1 to 100.',
      ],
    ],
    [
      '- query: a\n- {a\n',
      [
        'q.yaml:3:1: it is not valid YAML: Flow map in block collection must be sufficiently indented and end with a }.',
      ],
    ],
    ['- query: a\n  query: b\n  pages: [index]\n', ['q.yaml:2:3: "query" appears twice. Keep one.']],
    ['['.repeat(70), ['q.yaml:1:1: it is nested too deeply.']],
    ['- &a [*a]\n', ['q.yaml:1:6: expected "query" and "pages" here.']],
  ])('%j is refused', (text, mistakes) => {
    expect(mistakesOf('q.yaml', text)).toEqual(mistakes);
  });
});

it.each(['q.csv', 'q.yaml'])('any text of %s is read or refused with places', (name) => {
  const piece = fc.constantFrom(
    ...[
      'query',
      'page',
      'pages',
      'grade',
      'path',
      'index',
      '"',
      "'",
      ',',
      ':',
      '- ',
      '? ',
      '{',
      '}',
      '[',
      ']',
      '\n',
      '  ',
    ],
    ...[
      '&a ',
      '*a',
      '!!map ',
      '<<: ',
      '|',
      '#',
      '---',
      '\t',
      '\r',
      '1',
      'query,page\n',
      '- query: a\n  pages: [index]\n',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      try {
        read(name, pieces.join(''));
      } catch (error) {
        expect(error).toBeInstanceOf(CommandError);
        expect((error as Error).message).toMatch(/\n {2}q\.\w+:[1-9]\d*:[1-9]\d*: /);
      }
    }),
    { numRuns: 2000 },
  );
});
