import type { LoadResult } from '../http/run_load.ts';
import { significant, table } from '../report/render_tables.ts';
import { LAYERS, type Layer } from './layers.ts';

/** Connections that each wait for an answer before they ask again. */
export interface Equal extends LoadResult {
  readonly connections: number;
}

/** One connection that waits for each answer, beside others that flood. */
export interface Beside {
  readonly connections: number;
  readonly pipelines: boolean;
  readonly caller: LoadResult;
  /** Answers a second that the flood got. */
  readonly perSecond: number;
  /** Bytes by which the memory of the server grew. */
  readonly grown: number;
}

export interface LoadReport {
  readonly machine: string;
  readonly folder: string;
  readonly pages: number;
  readonly seconds: number;
  readonly equal: readonly Equal[];
  readonly beside: readonly Beside[];
}

export function renderLoadTables({ machine, folder, pages, seconds, equal, beside }: LoadReport): string {
  const times = ({ p50, p99, worst }: LoadResult) => [p50, p99, worst].map((time) => significant(time / 1000));
  return `${[
    machine,
    `${pages} pages of ${folder}; searches for two words that no cache has, ${seconds} s each; milliseconds.`,
    '## Equal connections that wait for each response',
    table(
      ['connections', 'requests/s', 'p50', 'p99', 'worst', 'p99 / p50', 'worst / p50'],
      equal.map((result) => [
        String(result.connections),
        ((result.requests / result.microseconds) * 1e6).toFixed(0),
        ...times(result),
        (result.p99 / result.p50).toFixed(1),
        (result.worst / result.p50).toFixed(1),
      ]),
    ),
    '## One connection beside a flood',
    table(
      ['flood from', 'requests/s', 'p50', 'p99', 'worst', 'memory growth, MB'],
      beside.map(({ connections, pipelines, caller, perSecond, grown }) => [
        `${connections}${pipelines ? ', pipelined' : ''}`,
        perSecond.toFixed(0),
        ...times(caller),
        significant(grown / 1e6),
      ]),
    ),
  ].join('\n\n')}\n`;
}

/** Shares of the processor time of a server by layer. */
export function renderLayers(rows: readonly (readonly [name: string, Readonly<Record<Layer, number>>])[]): string {
  return table(
    ['% of processor time', ...LAYERS],
    rows.map(([name, shares]) => [name, ...LAYERS.map((layer) => (100 * shares[layer]).toFixed(0))]),
  );
}
