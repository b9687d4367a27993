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
}

export interface LoadResult {
  readonly requests: number;
  readonly microseconds: number;
  /** Latency in microseconds. */
  readonly p50: number;
  readonly p99: number;
}

const SCRIPT = fileURLToPath(new URL('./load.lua', import.meta.url));

export function canLoad(): boolean {
  return spawnSync('wrk', ['--version']).error === undefined;
}

/** Sends the next request as soon as a response arrives. @throws Error if a response is missing or not a success */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { port, requests, start, seconds, connections, core } = options;
  const wrk = ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '-s', SCRIPT, `http://127.0.0.1:${port}`];
  const [command, ...rest] = core !== null && canPin() ? ['taskset', '-c', String(core), ...wrk] : wrk;
  const child = spawn(command!, [...rest, '--', requests, String(start)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const line = out.split('\n').find((candidate) => candidate.startsWith('{'));
  if (line === undefined) throw new Error(`Cannot read the output of wrk: ${error || out}`);
  const { failed, ...result } = JSON.parse(line) as LoadResult & { failed: number };
  if (failed > 0) throw new Error(`${failed} of ${result.requests} requests failed`);
  return result;
}
