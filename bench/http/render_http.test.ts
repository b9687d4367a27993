import { describe, expect, it } from 'vitest';
import type { HttpResults, ServerFigures } from './http_results.ts';
import { renderHttpPlot } from './render_http_plot.ts';
import { renderHttpTables } from './render_http_tables.ts';

const figures = (cpuPerRequest: number, busiestPerRequest = cpuPerRequest): ServerFigures => ({
  cpuPerRequest,
  busiestPerRequest,
  requestsPerSecond: 50_000.4,
  p50: 0.5123,
  p99: 12.34,
  residentBytes: 120e6,
});
const results: HttpResults = {
  machine: 'a machine <of> one & two cores',
  folder: 'content',
  pages: 7,
  rounds: 5,
  seconds: 3,
  connections: 32,
  servers: [
    { name: 'catchword', title: 'Catchword', version: '1' },
    { name: 'catchword-2', title: 'Catchword, 2 workers', version: '1' },
    { name: 'node', title: 'node:http', version: '24' },
  ],
  workloads: [
    {
      name: 'GET a page',
      requests: 100,
      answerBytes: 2048,
      figures: { catchword: figures(12), 'catchword-2': figures(12.5, 6.25), node: figures(11.4) },
      failed: {},
    },
    {
      name: 'QUERY, new',
      requests: 9,
      answerBytes: 5000.5,
      figures: { node: figures(30) },
      failed: { catchword: 'of 9 requests to 127.0.0.1:1, some failed: status 1' },
    },
  ],
  leftOut: [{ name: 'nginx', reason: 'it is not installed' }],
};

describe('renderHttpTables', () => {
  const report = renderHttpTables(results);
  it.each([
    'Left out: nginx: it is not installed',
    '| GET a page |      12.0 |                 12.5 |      11.4 |',
    '| GET a page |      0.95 |                 0.91 |      1.00 |',
    '| QUERY, new |         - |                    - |      1.00 |',
    '| GET a page |   1.92 |',
    '0.51 / 12',
    '| GET a page |      24.1 |                 24.1 |      24.1 |',
    'Failed: catchword, QUERY, new: of 9 requests to 127.0.0.1:1, some failed: status 1',
    '| QUERY, new |                  9 |                       5001 |',
  ])('says "%s"', (line) => {
    expect(report).toContain(line);
  });
});

describe('renderHttpPlot', () => {
  it('draws a bar for each server that was measured, and escapes what it writes', () => {
    const plot = renderHttpPlot(results);
    expect(plot.match(/<rect x=/g)).toHaveLength(4);
    expect(plot).toContain('12.0 Catchword (0.95)');
    expect(plot).toContain('a machine &#60;of&#62; one &#38; two cores');
  });
});
