import { describe, expect, it } from 'vitest';
import type { Results } from '../measure/results.ts';
import { renderPlot } from './render_plot.ts';
import { renderTables, significant, table } from './render_tables.ts';

const measures = (p50: number): NonNullable<NonNullable<Results['site']>['measures']['catchword']> => ({
  buildSeconds: 1.234,
  openMilliseconds: 12.5,
  loadedBytes: 80e6,
  bareBytes: 60e6,
  artefactBytes: 123_456_789,
  latency: { 'one rare word': { p50, p99: p50 * 3 } },
  finding: { 'one rare word': { p50: p50 / 5, p99: p50 / 2 } },
  whole: { 'one rare word': { p50: p50 * 2, p99: p50 * 8 } },
  agreement: { 'one rare word': { equal: 9, of: 10 } },
});
const results: Results = {
  machine: 'a machine <of> one & two cores',
  engines: [
    { name: 'catchword', title: 'Catchword', version: '1', settings: 'As served.' },
    { name: 'lunr', title: 'lunr', version: '2', settings: 'By hand.' },
  ],
  site: {
    folder: 'content',
    pages: 7,
    queries: { 'one rare word': 10, 'word + tag filter': 0 },
    rounds: 3,
    measures: {
      catchword: measures(0.01),
      lunr: { ...measures(0.04), finding: {}, agreement: { 'one rare word': null } },
    },
  },
  retrieval: [
    { collection: 'cisi', form: 'any', quality: { catchword: { ndcg: 0.40321, recall: 0.5, refused: 0 } } },
    { collection: 'cisi', form: '/api/search?q=', quality: { catchword: { ndcg: 0.3, recall: 0.4, refused: 7 } } },
  ],
  knownItems: [
    { site: 'trpc', kind: 'title', queries: 300, quality: { catchword: { first: 0.99, reciprocalRank: 0.9912 } } },
  ],
  leftOut: [{ name: 'tantivy', reason: 'it is not here' }],
};

describe('renderTables', () => {
  const report = renderTables(results);
  it.each([
    'a machine <of> one & two cores',
    'Left out: tantivy: it is not here',
    '| artefact, MB              |       123 |  123 |',
    '| one rare word |      10 | 0.01 / 0.03 | 0.04 / 0.12 |',
    '| one rare word |     1 / 1 | 4 / 4 |',
    '| one rare word | 0.02 / 0.08 | 0.08 / 0.32 |',
    '| one rare word |   9 of 10 | not said |',
    '| one rare word | 0.002 / 0.005 |    0.01 / 0.03 |',
    '| cisi |            any |            0.403 / 0.500 |    - |',
    '| cisi | /api/search?q= | 0.300 / 0.400, 7 refused |    - |',
    '| trpc |       title |     300 | 0.990 / 0.991 |    - |',
    '- lunr: By hand.',
  ])('says "%s"', (line) => {
    expect(report).toContain(line);
  });

  it('leaves out classes without queries', () => {
    expect(report).not.toContain('word + tag filter');
  });
});

it.each([
  [1234.5, '1235'],
  [12.34, '12'],
  [0.01234, '0.012'],
  [0.0000123, '0.000012'],
])('significant keeps two digits of %d', (value, expected) => {
  expect(significant(value)).toBe(expected);
});

it('table aligns the first column left and the others right', () => {
  expect(table(['', 'x'], [['row', '1000']])).toBe('|     |    x |\n| --- | ---: |\n| row | 1000 |');
});

describe('renderPlot', () => {
  it('draws a dot for each engine and class, and escapes what it writes', () => {
    const plot = renderPlot(results)!;
    expect(plot.match(/<circle/g)).toHaveLength(2);
    expect(plot).toContain('a machine &#60;of&#62; one &#38; two cores');
  });

  it('is null where no site was measured', () => {
    expect(renderPlot({ ...results, site: null })).toBeNull();
  });
});
