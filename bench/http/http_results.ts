import type { ServerName } from './servers.ts';

/** Medians over the rounds of one server under one workload. */
export interface ServerFigures {
  /** CPU time of the whole process, in microseconds. */
  readonly cpuPerRequest: number;
  /** CPU time of its busiest thread divided by all requests: this limits its throughput. */
  readonly busiestPerRequest: number;
  readonly requestsPerSecond: number;
  /** Milliseconds, with all connections busy. */
  readonly p50: number;
  readonly p99: number;
  readonly residentBytes: number;
}

export interface WorkloadResult {
  readonly name: string;
  /** Number of different requests. */
  readonly requests: number;
  /** Median size of a body. */
  readonly answerBytes: number;
  readonly figures: Partial<Record<ServerName, ServerFigures>>;
  /** Servers of which a request failed, and how. They have no figures. */
  readonly failed: Partial<Record<ServerName, string>>;
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

/** CPU time per request of bare node:http divided by that of the server; null if either was not measured. */
export function ratioToNode({ figures }: WorkloadResult, name: ServerName): number | null {
  const [own, node] = [figures[name], figures.node];
  return own === undefined || node === undefined ? null : node.cpuPerRequest / own.cpuPerRequest;
}

/** Throughput of two workers divided by that of one, computed from the CPU time of the busiest thread. */
export function scaling({ figures }: WorkloadResult): number | null {
  const [one, two] = [figures.catchword, figures['catchword-2']];
  return one === undefined || two === undefined ? null : one.busiestPerRequest / two.busiestPerRequest;
}
