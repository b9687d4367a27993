import { existsSync, readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Observation, Observe } from '../observation/observation.ts';
import type { Sampled } from './metrics_page.ts';
import { RequestTally } from './request_tally.ts';

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
  const waiting = gauge('catchword_questions_waiting', 'Questions that wait for their turn.');
  const paused = gauge('catchword_questions_paused', 'Waiting questions that were begun.');
  const cacheHits = counter('catchword_cache_hits_total', 'Entries found in a cache.', ['cache']);
  const cacheMisses = counter('catchword_cache_misses_total', 'Entries looked for in a cache and not found.', [
    'cache',
  ]);
  const cacheBytes = gauge('catchword_cache_size_bytes', 'Memory of the entries of a cache.', ['cache']);
  const cacheLimit = gauge('catchword_cache_limit_bytes', 'Bound on the memory of a cache.', ['cache']);
  const build = latest('catchword_build_info', 'The build that answers; always 1.', ['commit', 'content']);
  const served = latest('catchword_build_served_timestamp_seconds', 'When the build began to answer.');
  const reloads = counter('catchword_build_reloads_total', 'Attempts to serve another build.', ['outcome']);
  const damages = counter('catchword_build_damages_total', 'Damaged parts found in the build.');
  const replaced = counter('catchword_threads_replaced_total', 'Threads that ended and were replaced.');
  const storeCalls = new Histogram({
    name: 'catchword_store_call_duration_seconds',
    help: 'Time of a call of the feedback store, its wait included.',
    labelNames: ['call', 'failure'],
    buckets: STORE_BUCKETS,
    registers,
  });
  const storeLoad = gauge('catchword_store_calls_in_progress', 'Calls of the feedback store that wait or run.', [
    'call',
  ]);
  const submissions = counter('catchword_submissions_total', 'Submissions of feedback.', [
    'kind',
    'severity',
    'outcome',
  ]);
  const rolledUp = latest('catchword_roll_up_timestamp_seconds', 'When the public aggregate of feedback was made.');
  const rollUpFailures = counter('catchword_roll_up_failures_total', 'Roll-ups that failed.');
  const notices = counter('catchword_notices_total', 'Notices sent to the webhook, and tries that failed.', [
    'outcome',
  ]);
  const noticesWaiting = latest('catchword_notices_waiting', 'Notices that the webhook has not taken yet.');
  const diskLow = latest('catchword_store_disk_low', 'Whether the disk of the feedback store is short of space.');
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
  add('process_start_time_seconds', 'When the process was started.', () => start);
  add('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  if (existsSync(DESCRIPTORS)) {
    add('process_open_fds', 'Open file descriptors.', () => readdirSync(DESCRIPTORS).length);
  }
}
