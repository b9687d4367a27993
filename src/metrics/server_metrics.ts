/** Metrics of a server, made of observations: those of each thread, and one page of all threads. */

import { existsSync, readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { AggregatorRegistry, Counter, Gauge, Histogram, type PrometheusContentType, Registry } from 'prom-client';
import type { Observation, Observe, RequestAnswered } from '../observation/observation.ts';

/** A sample of a metric, as the library exchanges it between processes. */
export interface Sample {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  /** Where it differs from that of the metric, as `..._bucket` does. */
  readonly metricName?: string;
}

/** A metric with its samples, as a plain value. `aggregator` says how the samples of several threads become one. */
export interface Sampled {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly Sample[];
  readonly aggregator: string;
}

/** The media type of a page: the text format of Prometheus. */
export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

/** One page of the metrics of several threads. */
export function renderMetrics(threads: readonly (readonly Sampled[])[]): Promise<string> {
  return aggregate(threads).metrics();
}

/** Sums the counts of threads that have ended: a count must never decrease. */
export async function mergeCounts(threads: readonly (readonly Sampled[])[]): Promise<readonly Sampled[]> {
  const counts = threads.map((thread) => thread.filter(({ type }) => type === 'counter' || type === 'histogram'));
  return (await aggregate(counts).getMetricsAsJSON()) as unknown as readonly Sampled[];
}

function aggregate(threads: readonly (readonly Sampled[])[]): Registry<PrometheusContentType> {
  return AggregatorRegistry.aggregate<PrometheusContentType>([...threads]);
}

/** The metrics of one thread. */
export interface ServerMetrics {
  /** Counts an observation. Never throws. */
  readonly observe: Observe;
  /** All samples now, as plain values. */
  read(): Promise<readonly Sampled[]>;
  close(): void;
}

export interface ServerMetricsOptions {
  /** Reads what is not counted as it happens; called for each `read`. */
  readonly loads?: () => readonly Observation[];
  /** Whether to measure the delay of this thread's event loop: not where it answers no requests. */
  readonly answers: boolean;
  /** Whether to add those of the process, which belong on one thread only. */
  readonly ofProcess: boolean;
}

/** Milliseconds between two measurements of the event loop's delay. */
const RESOLUTION = 20;
const STORE_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2];

/** Makes metrics of observations, which are their only source. Counts are since the start. */
export function createServerMetrics({ loads = () => [], answers, ofProcess }: ServerMetricsOptions): ServerMetrics {
  const registry = new Registry();
  const tally = new RequestTally();
  const counts: Counts = { ...countsOf(registry), 'request-answered': (answered) => tally.add(answered) };
  const loop = answers ? measureLoop(registry) : null;
  if (ofProcess) addProcessMetrics(registry);

  function observe(observation: Observation): void {
    (counts[observation.kind] as ((observation: Observation) => void) | undefined)?.(observation);
  }

  return {
    observe,
    async read() {
      for (const load of loads()) observe(load);
      const sampled = (await registry.getMetricsAsJSON()) as unknown as readonly Sampled[];
      return [...tally.read(), ...sampled];
    },
    close: () => loop?.stop(),
  };
}

/** What each kind of observation does to the metrics. */
type Counts = {
  readonly [Kind in Observation['kind']]?: (observation: Extract<Observation, { readonly kind: Kind }>) => void;
};

function countsOf(registry: Registry): Counts {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers, aggregator: 'sum' });
  const latest = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers, aggregator: 'max' });
  const failures = counter('catchword_http_failures_total', 'Requests that failed with an unexpected error.');
  const waiting = gauge('catchword_questions_waiting', 'Queries waiting for their turn.');
  const paused = gauge('catchword_questions_paused', 'Queries that started and are paused until their next turn.');
  const cacheHits = counter('catchword_cache_hits_total', 'Cache lookups that found an entry.', ['cache']);
  const cacheMisses = counter('catchword_cache_misses_total', 'Cache lookups that found nothing.', ['cache']);
  const cacheBytes = gauge('catchword_cache_size_bytes', 'Memory used by the entries of a cache.', ['cache']);
  const cacheLimit = gauge('catchword_cache_limit_bytes', 'Memory limit of a cache.', ['cache']);
  const build = latest('catchword_build_info', 'The build that is served; always 1.', ['commit', 'content']);
  const served = latest('catchword_build_served_timestamp_seconds', 'When the server began to serve the build.');
  const reloads = counter('catchword_build_reloads_total', 'Attempts to switch to another build.', ['outcome']);
  const damages = counter('catchword_build_damages_total', 'Damaged parts found in the build.');
  const replaced = counter('catchword_threads_replaced_total', 'Threads that ended and were replaced.');
  const storeCalls = new Histogram({
    name: 'catchword_store_call_duration_seconds',
    help: 'Duration of calls to the feedback store, including time spent waiting.',
    labelNames: ['call', 'failure'],
    buckets: STORE_BUCKETS,
    registers,
  });
  const storeLoad = gauge(
    'catchword_store_calls_in_progress',
    'Calls to the feedback store that are waiting or running.',
    ['call'],
  );
  const submissions = counter('catchword_submissions_total', 'Feedback submissions.', ['kind', 'severity', 'outcome']);
  const rolledUp = latest('catchword_roll_up_timestamp_seconds', 'When the public feedback counts were last updated.');
  const rollUpFailures = counter('catchword_roll_up_failures_total', 'Failed updates of the public feedback counts.');
  const notices = counter('catchword_notices_total', 'Notifications sent to the webhook, and failed attempts.', [
    'outcome',
  ]);
  const noticesWaiting = latest('catchword_notices_waiting', 'Notifications that the webhook has not accepted yet.');
  const diskLow = latest('catchword_store_disk_low', 'Whether the disk of the feedback store is low on space.');
  return {
    'request-failed': () => failures.inc(),
    'service-load'(load) {
      waiting.set(load.waiting);
      paused.set(load.paused);
      // A new build begins with empty caches, so these begin at zero again.
      cacheHits.reset();
      cacheMisses.reset();
      for (const { name: cache, hits, misses, bytes, limit } of load.caches) {
        cacheHits.inc({ cache }, hits);
        cacheMisses.inc({ cache }, misses);
        cacheBytes.set({ cache }, bytes);
        cacheLimit.set({ cache }, limit);
      }
    },
    'build-served'({ commit, content }) {
      build.reset();
      build.set({ commit: commit ?? '', content: content ?? '' }, 1);
      served.setToCurrentTime();
    },
    'build-swapped': () => reloads.inc({ outcome: 'swapped' }),
    'build-unchanged': () => reloads.inc({ outcome: 'unchanged' }),
    'build-refused': () => reloads.inc({ outcome: 'refused' }),
    'content-damaged': () => damages.inc(),
    'thread-replaced': () => replaced.inc(),
    'store-called': ({ call, failure, milliseconds }) =>
      storeCalls.observe({ call, failure: failure ?? 'none' }, milliseconds / 1_000),
    'store-load'({ calls }) {
      for (const [call, inProgress] of Object.entries(calls)) storeLoad.set({ call }, inProgress);
    },
    'submission-settled': ({ about, outcome }) => submissions.inc({ ...about, outcome }),
    'rolled-up': ({ at }) => rolledUp.set(at / 1_000),
    'roll-up-failed': () => rollUpFailures.inc(),
    'notice-failed': () => notices.inc({ outcome: 'failed' }),
    'notices-passed'({ sent, waiting: left }) {
      notices.inc({ outcome: 'sent' }, sent);
      noticesWaiting.set(left);
    },
    'disk-low': () => diskLow.set(1),
    'disk-recovered': () => diskLow.set(0),
  };
}

/** The delay of the event loop since the last reading: its median, 99th percentile and maximum; of the thread with the largest. */
function measureLoop(registry: Registry): { stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  new Gauge({
    name: 'catchword_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last scrape.',
    labelNames: ['quantile'],
    registers: [registry],
    aggregator: 'max',
    collect() {
      // The recorded time includes the resolution, which is no delay.
      const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION / 1e3) || 0;
      this.set({ quantile: '0.5' }, seconds(delay.percentile(50)));
      this.set({ quantile: '0.99' }, seconds(delay.percentile(99)));
      this.set({ quantile: '1' }, seconds(delay.max));
      delay.reset();
    },
  });
  return { stop: () => void delay.disable() };
}

/** Has an entry for each open descriptor, on Linux. */
const DESCRIPTORS = '/proc/self/fd';

/**
 * CPU time, memory, descriptors and start of the process, under the names of all Prometheus clients. Those of the library also
 * observe every garbage collection, which costs more than counting.
 */
function addProcessMetrics(registry: Registry): void {
  const options = (name: string, help: string) => ({ name, help, registers: [registry] });
  const add = (name: string, help: string, read: () => number): void => {
    new Gauge({
      ...options(name, help),
      aggregator: 'max',
      collect() {
        this.set(read());
      },
    });
  };
  new Counter({
    ...options('process_cpu_seconds_total', 'CPU time of the process.'),
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  const start = Math.round(performance.timeOrigin) / 1_000;
  add('process_start_time_seconds', 'When the process started.', () => start);
  add('process_resident_memory_bytes', 'Resident memory of the process.', () => process.memoryUsage.rss());
  if (existsSync(DESCRIPTORS)) {
    add('process_open_fds', 'Open file descriptors.', () => readdirSync(DESCRIPTORS).length);
  }
}

/** Upper bounds of the buckets of the histogram, in seconds. Most answers take less than a millisecond. */
export const DURATION_BUCKETS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
];

/** Methods that have a label of their own: a client can send any other token, and each label costs memory. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'QUERY', 'OPTIONS']);

function labelOf(method: string | null): string {
  return method === null ? 'none' : METHODS.has(method) ? method : 'other';
}

/** The answers of one resource to one method. */
interface Tally {
  readonly labels: { readonly resource: string; readonly method: string };
  /** Answers by status. */
  readonly byStatus: Float64Array;
  readonly byProblem: Map<string, number>;
  count: number;
  seconds: number;
  bytes: number;
  /** How many took at most the bound of each bucket and more than the one before. */
  readonly buckets: Float64Array;
}

/**
 * Counts answers. Counting by the library's own counters and histogram costs more than two microseconds an answer, because it
 * makes a text of the labels each time; this costs a small part of it. The library gets the sums when they are read.
 */
export class RequestTally {
  readonly #byResource = new Map<string | null, Map<string | null, Tally>>();

  add({ resource, method, status, problem, milliseconds, bytes }: RequestAnswered): void {
    const tally = this.#byResource.get(resource)?.get(method) ?? this.#tallyOf(resource, labelOf(method));
    const seconds = milliseconds / 1_000;
    tally.count++;
    tally.seconds += seconds;
    tally.bytes += bytes;
    tally.byStatus[status]!++;
    if (problem !== null) tally.byProblem.set(problem, (tally.byProblem.get(problem) ?? 0) + 1);
    for (let at = 0; at < DURATION_BUCKETS.length; at++) {
      if (seconds > DURATION_BUCKETS[at]!) continue;
      tally.buckets[at]!++;
      return;
    }
  }

  read(): Sampled[] {
    const tallies = [...this.#byResource.values()].flatMap((byMethod) => [...byMethod.values()]);
    const sampled = (name: string, help: string, read: (tally: Tally) => readonly Sample[], type = 'counter') => ({
      ...{ name: `catchword_http_${name}`, help, type },
      ...{ values: tallies.flatMap(read), aggregator: 'sum' },
    });
    return [
      sampled('requests_total', 'Responses by resource, method and status.', ({ labels, byStatus }) =>
        [...byStatus].flatMap((value, status) =>
          value === 0 ? [] : [{ labels: { ...labels, status: String(status) }, value }],
        ),
      ),
      sampled('refusals_total', 'Error responses by problem type.', ({ labels, byProblem }) =>
        [...byProblem].map(([slug, value]) => ({ labels: { ...labels, slug }, value })),
      ),
      sampled('response_bytes_total', 'Bytes of response content.', ({ labels, bytes: value }) => [{ labels, value }]),
      sampled(
        'request_duration_seconds',
        'Time from the end of the request headers to the response.',
        durations,
        'histogram',
      ),
    ];
  }

  #tallyOf(resource: string | null, method: string): Tally {
    const byMethod = this.#byResource.get(resource) ?? new Map<string | null, Tally>();
    this.#byResource.set(resource, byMethod);
    const tally = byMethod.get(method) ?? {
      labels: { resource: resource ?? 'none', method },
      byStatus: new Float64Array(600),
      byProblem: new Map(),
      count: 0,
      seconds: 0,
      bytes: 0,
      buckets: new Float64Array(DURATION_BUCKETS.length),
    };
    byMethod.set(method, tally);
    return tally;
  }
}

const DURATION = 'catchword_http_request_duration_seconds';

function durations({ labels, buckets, count, seconds }: Tally): Sample[] {
  let below = 0;
  const counts = DURATION_BUCKETS.map((bound, at) => {
    below += buckets[at]!;
    return { labels: { ...labels, le: String(bound) }, value: below, metricName: `${DURATION}_bucket` };
  });
  return [
    ...counts,
    { labels: { ...labels, le: '+Inf' }, value: count, metricName: `${DURATION}_bucket` },
    { labels, value: seconds, metricName: `${DURATION}_sum` },
    { labels, value: count, metricName: `${DURATION}_count` },
  ];
}
