import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { canPin } from '../process/engine_client.ts';

export interface LoadOptions {
  readonly port: number;
  /** File of raw requests, as load.lua reads it. */
  readonly requests: string;
  /** Index of the first request. */
  readonly start: number;
  readonly seconds: number;
  readonly connections: number;
  /** The core to pin the load to; null: any. */
  readonly core: number | null;
  /** Requests that a connection sends without waiting for the answers; default 1. */
  readonly depth?: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly microseconds: number;
  /** Latency in microseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
}

/** What wrk and the script report. */
interface Report extends LoadResult {
  /** Numbers of failures by their kind. */
  readonly failures: Readonly<Record<string, number>>;
  /** The first response that was not a success, if asked for. */
  readonly refused: string;
}

const SCRIPT = fileURLToPath(new URL('./load.lua', import.meta.url));

export function canLoad(): boolean {
  return spawnSync('wrk', ['--version']).error === undefined;
}

/**
 * Sends the next request as soon as a response arrives.
 * @throws Error if a response is missing or not a success, with what the server responds when it is asked once more
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { failures, refused: _, ...result } = await run(options, false);
  const failed = describe(failures);
  if (failed === '') return result;
  const again = await run(options, true);
  const what = again.refused === '' ? describe(again.failures) || 'no failure' : `status ${again.refused}`;
  throw new Error(
    `of ${result.requests} requests to 127.0.0.1:${options.port}, some failed: ${failed}; asked once more: ${what}`,
  );
}

function describe(failures: Report['failures']): string {
  return Object.entries(failures)
    .flatMap(([kind, count]) => (count > 0 ? [`${kind} ${count}`] : []))
    .join(', ');
}

/** @param tells whether the report has the first response that was not a success, which slows the load */
async function run(options: LoadOptions, tells: boolean): Promise<Report> {
  const { port, requests, start, seconds, connections, core, depth = 1 } = options;
  const wrk = [
    'wrk',
    '-t1',
    '--timeout',
    '30s',
    `-c${connections}`,
    `-d${seconds}s`,
    '-s',
    SCRIPT,
    `http://127.0.0.1:${port}`,
  ];
  const [command, ...rest] = core !== null && canPin() ? ['taskset', '-c', String(core), ...wrk] : wrk;
  const child = spawn(command!, [...rest, '--', requests, String(start), String(depth), tells ? 'tell' : ''], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const line = out.split('\n').find((candidate) => candidate.startsWith('{'));
  if (line === undefined) throw new Error(`Cannot read the output of wrk: ${error || out}`);
  return JSON.parse(line) as Report;
}
