import { describe, expect, it } from 'vitest';
import type { CheckReport } from './check_site.ts';
import type { Finding } from './finding.ts';
import { renderGithub, renderJson, renderJunit, renderSarif, renderText } from './reports.ts';

const nameFile = (file: string) => `docs/${file}`;

function dead(file: string, line: number, target: string): Finding {
  const message = `Cannot resolve the link "${target}": no page matches it`;
  return { file, line, column: 5, rule: 'dead-link', target, problem: 'no page', message };
}

const HOSTILE = 'x,y:z%\n<&"\u001b\u202e\ufdd1';
const REPORT: CheckReport = {
  ...{
    root: '',
    generator: 'plain',
    files: 4,
    pages: 3,
    linksResolved: 9,
    linksUnresolved: 3,
    versions: [{ folder: 'docs', names: ['2.0', '1.0'], current: '2.0' }],
    imagesChecked: false,
    unchecked: 'the menus are unknown',
  },
  ...{ ignored: 2, unusedIgnores: [{ rule: 'dead-anchor' }] },
  findings: [
    dead('a.md', 1, 'g'),
    dead('b.md', 2, 'one'),
    dead('c.md', 3, 'g'),
    { file: HOSTILE, line: 0, column: 0, rule: 'encoding', target: '', problem: HOSTILE, message: HOSTILE },
  ],
};
const EMPTY: CheckReport = {
  ...REPORT,
  findings: [],
  ignored: 0,
  unusedIgnores: [],
  versions: [],
  imagesChecked: true,
  unchecked: null,
};

describe('renderText', () => {
  it('groups by rule and cause, the most frequent first, and counts', () => {
    expect(renderText(REPORT, nameFile)).toBe(`dead-link
  2 links to "g": no page
    docs/a.md:1:5
    docs/c.md:3:5
  1 link to "one": no page
    docs/b.md:2:5

encoding
  1 place: x,y:z%\\u{a}<&"\\u{1b}\\u{202e}\\u{fdd1}
    docs/x,y:z%\\u{a}<&"\\u{1b}\\u{202e}\\u{fdd1}

generator    plain
pages        3 of 4 files
links        9 resolved, 3 unresolved
versions     /docs: 2.0 (current), 1.0
images       not checked: the project contains no image files
rule         not checked: the menus are unknown
ignored      2 by the configuration
unused       {"rule":"dead-anchor"} ignores nothing
findings     4, from 3 causes
`);
  });

  it('has totals alone when there is no finding', () => {
    expect(renderText(EMPTY, nameFile)).toBe(
      'generator    plain\npages        3 of 4 files\nlinks        9 resolved, 3 unresolved\nfindings     0\n',
    );
  });

  it('shows three places of a cause and twenty causes of a rule', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => dead('a.md', at + 1, at < 728 ? 'g' : `x${at}`));
    const lines = renderText({ ...REPORT, findings: many }, nameFile).split('\n');
    expect(lines.slice(0, 7)).toEqual([
      'dead-link',
      '  728 links to "g": no page',
      ...[1, 2, 3].map((line) => `    docs/a.md:${line}:5`),
      '    and 725 more',
      '  1 link to "x728": no page',
    ]);
    expect(lines[44]).toBe('  and 99253 more causes in 99253 places (use --format json to see all)');
    expect(lines).toHaveLength(56);
  });
});

describe('renderJson', () => {
  it('has every finding, and the number of each cause', () => {
    expect(JSON.parse(renderJson(REPORT, nameFile))).toEqual({
      ...{
        root: '',
        generator: 'plain',
        files: 4,
        pages: 3,
        linksResolved: 9,
        linksUnresolved: 3,
        versions: [{ folder: 'docs', names: ['2.0', '1.0'], current: '2.0' }],
        imagesChecked: false,
        unchecked: 'the menus are unknown',
      },
      ...{ ignored: 2, unusedIgnores: [{ rule: 'dead-anchor' }], count: 4 },
      causes: [
        { rule: 'dead-link', target: 'g', problem: 'no page', count: 2 },
        { rule: 'dead-link', target: 'one', problem: 'no page', count: 1 },
        { rule: 'encoding', target: '', problem: HOSTILE, count: 1 },
      ],
      findings: REPORT.findings.map(({ file, problem: _, ...finding }) => ({ file: `docs/${file}`, ...finding })),
    });
  });
});

describe('renderGithub', () => {
  it.each([
    [true, 'error'],
    [false, 'warning'],
  ])('strict %s writes a workflow command of level %s for each finding', (isStrict, level) => {
    expect(renderGithub({ ...REPORT, findings: REPORT.findings.slice(2) }, nameFile, isStrict)).toBe(
      `::${level} file=docs/c.md,line=3,col=5,title=dead-link::Cannot resolve the link "g": no page matches it\n` +
        `::${level} file=docs/x%2Cy%3Az%25\\u{a}<&"\\u{1b}\\u{202e}\\u{fdd1},title=encoding::x,y:z%25\\u{a}<&"\\u{1b}\\u{202e}\\u{fdd1}\n`,
    );
  });

  it('writes nothing when there is no finding', () => {
    expect(renderGithub(EMPTY, nameFile, true)).toBe('');
  });
});

describe('renderJunit', () => {
  it('has a suite a rule, and a passed case for a rule without findings', () => {
    const message = 'Cannot resolve the link &quot;one&quot;: no page matches it';
    const hostile = 'x,y:z%\\u{a}&lt;&amp;&quot;\\u{1b}\\u{202e}\\u{fdd1}';
    const passed = [
      ...['dead-anchor', 'missing-image', 'redirect-chain', 'duplicate-alias', 'duplicate-path', 'front-matter'],
      'unreadable-date',
    ].map(
      (rule) =>
        `  <testsuite name="${rule}" tests="1" failures="0">\n    <testcase name="no findings" classname="${rule}"/>\n  </testsuite>\n`,
    );
    expect(renderJunit({ ...REPORT, findings: [REPORT.findings[1]!, REPORT.findings[3]!] }, nameFile)).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="catchword check" tests="9" failures="2">
  <testsuite name="dead-link" tests="1" failures="1">
    <testcase name="docs/b.md:2:5" classname="dead-link"><failure type="dead-link" message="${message}">docs/b.md:2:5</failure></testcase>
  </testsuite>
${passed.join('')}  <testsuite name="encoding" tests="1" failures="1">
    <testcase name="docs/${hostile}" classname="encoding"><failure type="encoding" message="${hostile}">docs/${hostile}</failure></testcase>
  </testsuite>
</testsuites>
`,
    );
  });
});

describe('renderSarif', () => {
  it('has a result a finding, with its place', () => {
    const log = JSON.parse(renderSarif(REPORT, nameFile, true, '1.2.3'));
    const rules = ['dead-link', 'dead-anchor', 'missing-image', 'redirect-chain', 'duplicate-alias', 'duplicate-path'];
    expect(log).toEqual({
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              ...{ name: 'catchword check', version: '1.2.3' },
              rules: [...rules, 'front-matter', 'unreadable-date', 'encoding'].map((id) => ({ id })),
            },
          },
          columnKind: 'utf16CodeUnits',
          results: expect.any(Array),
        },
      ],
    });
    expect(log.runs[0].results.slice(2)).toEqual([
      {
        ...{ ruleId: 'dead-link', ruleIndex: 0, level: 'error' },
        message: { text: 'Cannot resolve the link "g": no page matches it' },
        locations: [
          { physicalLocation: { artifactLocation: { uri: 'docs/c.md' }, region: { startLine: 3, startColumn: 5 } } },
        ],
      },
      {
        ...{ ruleId: 'encoding', ruleIndex: 8, level: 'error' },
        message: { text: 'x,y:z%\\u{a}<&"\\u{1b}\\u{202e}\\u{fdd1}' },
        locations: [
          { physicalLocation: { artifactLocation: { uri: 'docs/x,y:z%25%0A%3C&%22%1B%E2%80%AE%EF%B7%91' } } },
        ],
      },
    ]);
  });
});
