import { significant, table } from '../report/render_tables.ts';
import { type HttpResults, ratioToNode, type ServerFigures, scaling } from './http_results.ts';

const ABSENT = '-';

/** The whole report as Markdown tables, for a terminal or a document. */
export function renderHttpTables(results: HttpResults): string {
  const { machine, servers, workloads, leftOut, rounds, seconds, connections, pages, folder } = results;
  const titles = servers.map(({ title }) => title);
  const by = (cell: (figures: ServerFigures) => string): string =>
    table(
      ['', ...titles],
      workloads.map(({ name, figures }) => [
        name,
        ...servers.map((server) => {
          const measured = figures[server.name];
          return measured === undefined ? ABSENT : cell(measured);
        }),
      ]),
    );
  const factors = workloads.flatMap((workload) => {
    const factor = scaling(workload);
    return factor === null ? [] : [[workload.name, factor.toFixed(2)]];
  });
  return `${[
    machine,
    servers.map(({ title, version }) => `${title} ${version}`).join(', '),
    ...leftOut.map(({ name, reason }) => `Left out: ${name}: ${reason}`),
    ...workloads.flatMap(({ name, failed }) =>
      Object.entries(failed).map(([server, reason]) => `Failed: ${server}, ${name}: ${reason}`),
    ),
    `${pages} pages of ${folder}; ${connections} connections, medians of ${rounds} rounds of ${seconds} s in which the servers took turns.`,
    '## CPU microseconds a request',
    by(({ cpuPerRequest }) => cpuPerRequest.toFixed(1)),
    '## How many times less than bare node:http',
    table(
      ['', ...titles],
      workloads.map((workload) => [
        workload.name,
        ...servers.map(({ name }) => ratioToNode(workload, name)?.toFixed(2) ?? ABSENT),
      ]),
    ),
    ...(factors.length === 0
      ? []
      : [
          '## Requests that two workers can answer, as multiples of one, by the busier one’s CPU time',
          table(['', 'factor'], factors),
        ]),
    '## Requests a second',
    by(({ requestsPerSecond }) => requestsPerSecond.toFixed(0)),
    '## Milliseconds with all connections busy, p50 / p99',
    by(({ p50, p99 }) => `${significant(p50)} / ${significant(p99)}`),
    '## p99 / p50',
    by(({ p50, p99 }) => (p99 / p50).toFixed(1)),
    '## Memory, MB',
    by(({ residentBytes }) => significant(residentBytes / 1e6)),
    '## What was asked',
    table(
      ['', 'different requests', 'bytes of an answer, median'],
      workloads.map(({ name, requests, answerBytes }) => [name, String(requests), answerBytes.toFixed(0)]),
    ),
  ].join('\n\n')}\n`;
}
