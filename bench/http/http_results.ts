import type { ServerName } from './servers.ts';

/** Of one server under one workload: medians over the rounds. */
export interface ServerFigures {
  /** CPU time of the whole process, in microseconds. */
  readonly cpuPerRequest: number;
  /** Of its busiest thread, over all requests: what bounds how many it can answer. */
  readonly busiestPerRequest: number;
  readonly requestsPerSecond: number;
  /** Milliseconds, with the connections all busy. */
  readonly p50: number;
  readonly p99: number;
  readonly residentBytes: number;
}

export interface WorkloadResult {
  readonly name: string;
  /** Different ones. */
  readonly requests: number;
  /** Of a body, at the median. */
  readonly answerBytes: number;
  readonly figures: Partial<Record<ServerName, ServerFigures>>;
}

export interface HttpResults {
  readonly machine: string;
  readonly folder: string;
  readonly pages: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly servers: readonly { readonly name: ServerName; readonly title: string; readonly version: string }[];
  readonly workloads: readonly WorkloadResult[];
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
}

/** How many times less CPU time a request costs than with bare node:http; null when either was not measured. */
export function ratioToNode({ figures }: WorkloadResult, name: ServerName): number | null {
  const [own, node] = [figures[name], figures.node];
  return own === undefined || node === undefined ? null : node.cpuPerRequest / own.cpuPerRequest;
}

/** How many times the requests of one worker two can answer, as far as their CPU time bounds them. */
export function scaling({ figures }: WorkloadResult): number | null {
  const [one, two] = [figures.catchword, figures['catchword-2']];
  return one === undefined || two === undefined ? null : one.busiestPerRequest / two.busiestPerRequest;
}
