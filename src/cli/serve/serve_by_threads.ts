import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { serverLimits } from '../../http/node/server_limits.ts';
import type { Sampled } from '../../metrics/metrics_page.ts';
import { describeFailure } from '../../observation/describe_failure.ts';
import type { Observe } from '../../observation/observation.ts';
import { failed } from '../command_error.ts';
import type { HeldPort } from './listen.ts';
import type { LiveServer, ServeSettings } from './live_server.ts';
import { collectHeapRarely, servingThreadLimits, usableMemory } from './process_memory.ts';
import type { FromServerThread, ServerThreadData, ToServerThread } from './server_thread.ts';
import type { SharedBuild } from './source/shared_build.ts';

/** Milliseconds before a thread that ended by itself is restarted, so that a crash loop costs little. */
const restartDelay = 1_000;
/** Milliseconds in which a thread must open a new build; past it, the swap fails and the old build keeps answering. */
const prepareTimeout = 60_000;
/** Milliseconds in which a thread must send its metrics; past it, those that it sent before are used. */
const metricsTimeout = 1_000;
/** Milliseconds until threads are terminated at shutdown: longer than a thread's own close, and below ten seconds in total. */
const closeTimeout = serverLimits.announceTime + serverLimits.closeTimeout + 500;

/**
 * Serves from several threads over one shared copy of the artefact's bytes. Each thread has its own accept queue on the
 * same port (SO_REUSEPORT). A new build is sent to the running threads as a message: restarting them would drop the
 * connections in their queues.
 */
export async function serveByThreads(
  count: number,
  settings: ServeSettings,
  held: HeldPort,
  build: SharedBuild,
  observe: Observe,
): Promise<LiveServer> {
  const { port } = held;
  // A thread opens a socket of its own: none can be sent to it.
  await held.release();
  collectHeapRarely();
  const threads = createThreads(count, { ...settings, port }, build, observe);
  try {
    await Promise.all(Array.from({ length: count }, threads.start));
  } catch (error) {
    await threads.close();
    throw error;
  }
  return { port, swap: threads.swap, readMetrics: threads.readMetrics, close: threads.close };
}

function createThreads(count: number, settings: ServeSettings, first: SharedBuild, observe: Observe) {
  /** Number of the build that answers. Every thread reads it at each request, so that all switch at the same moment. */
  const answering = new Int32Array(new SharedArrayBuffer(4));
  const running = new Set<Worker>();
  const metrics = createThreadMetrics();
  let current = first;
  let lastNumber = 0;
  let closing = false;

  /** Starts a thread. Resolves when it listens; rejects when it ends before. */
  function start(): Promise<void> {
    const data: ServerThreadData = { settings, build: current, answering, number: Atomics.load(answering, 0) };
    const thread = new Worker(new URL('./server_thread.ts', import.meta.url), {
      workerData: data,
      resourceLimits: servingThreadLimits(usableMemory(), count),
    });
    running.add(thread);
    return watchStart(thread, observe, (listened, reason) => {
      running.delete(thread);
      metrics.retire(thread);
      if (listened && !closing) replace(reason);
    });
  }

  function replace(reason: string): void {
    observe({ kind: 'thread-replaced', reason });
    setTimeout(() => {
      if (!closing) start().catch((error: Error) => replace(error.message));
    }, restartDelay).unref();
  }

  async function swap(next: SharedBuild): Promise<void> {
    const number = ++lastNumber;
    try {
      await prepare(next, number);
      current = next;
      Atomics.store(answering, 0, number);
    } finally {
      for (const thread of running) thread.postMessage({ kind: 'settle' } satisfies ToServerThread);
    }
  }

  /** Makes every thread open the build, including threads that start meanwhile: they start with the old build. */
  async function prepare(build: SharedBuild, number: number): Promise<void> {
    const isPrepared = (answer: FromServerThread) => answer.kind === 'prepared' && answer.number === number;
    const requested = new Set<Worker>();
    for (;;) {
      const missing = [...running].filter((thread) => !requested.has(thread));
      if (missing.length === 0) return;
      for (const thread of missing) requested.add(thread);
      const answers = await Promise.all(
        missing.map((thread) => exchange(thread, { kind: 'prepare', number, build }, isPrepared, prepareTimeout)),
      );
      for (const answer of answers) {
        if (answer === 'timeout') throw failed('Cannot serve the build: a thread did not open it in time');
        if (answer?.kind === 'prepared' && answer.fault !== null) throw failed(answer.fault);
      }
    }
  }

  async function close(): Promise<void> {
    closing = true;
    const ended = [...running].map((thread) => once(thread, 'exit'));
    const overdue = setTimeout(() => {
      for (const thread of running) void thread.terminate();
    }, closeTimeout);
    // All threads stop listening before any closes: a client of a closed thread would reconnect to one that is about to close.
    await Promise.all(
      [...running].map((thread) => exchange(thread, { kind: 'stop-listening' }, isStopped, closeTimeout)),
    );
    for (const thread of running) thread.postMessage({ kind: 'finish' } satisfies ToServerThread);
    await Promise.all(ended);
    clearTimeout(overdue);
  }

  return { start, swap, close, readMetrics: () => metrics.read(running) };
}

/** Collects the metrics of threads. Counts of a thread that has ended stay, because a sum of counts must not become less. */
function createThreadMetrics() {
  const latest = new Map<Worker, readonly Sampled[]>();
  let ended: Promise<readonly Sampled[]> = Promise.resolve([]);
  return {
    retire(thread: Worker): void {
      const last = latest.get(thread);
      latest.delete(thread);
      if (last === undefined) return;
      ended = ended.then(async (before) => {
        const { mergeCounts } = await import('../../metrics/metrics_page.ts');
        return mergeCounts([before, last]);
      });
    },
    async read(running: ReadonlySet<Worker>): Promise<readonly (readonly Sampled[])[]> {
      const answers = [...running].map(async (thread) => {
        const isMetrics = (answer: FromServerThread) => answer.kind === 'metrics';
        const answer = await exchange(thread, { kind: 'read-metrics' }, isMetrics, metricsTimeout);
        if (running.has(thread) && answer !== null && answer !== 'timeout' && answer.kind === 'metrics') {
          latest.set(thread, answer.sampled);
        }
      });
      await Promise.all(answers);
      return [await ended, ...latest.values()];
    },
  };
}

/**
 * Forwards the observations of a new thread. Resolves when the thread listens; rejects when it ends before.
 *
 * @param onEnd called once, when the thread has ended: whether it ever listened, and why it ended
 */
function watchStart(
  thread: Worker,
  observe: Observe,
  onEnd: (listened: boolean, reason: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let reason = 'it ended';
    let listens = false;
    thread.on('message', (message: FromServerThread) => {
      if (message.kind === 'observed') observe(message.observation);
      else if (message.kind === 'refused') reason = message.reason;
      else if (message.kind === 'listening') {
        listens = true;
        resolve();
      }
    });
    thread.on('error', (error: Error) => {
      // An error before the thread listens cannot contain request data, so its stack may be logged.
      reason = listens ? describeFailure(error) : (error.stack ?? error.message);
    });
    thread.once('exit', () => {
      onEnd(listens, reason);
      if (!listens) reject(failed(reason));
    });
  });
}

function isStopped(message: FromServerThread): boolean {
  return message.kind === 'stopped-listening';
}

/** Sends a message and waits for its reply. @returns null when the thread ends first */
function exchange(
  thread: Worker,
  message: ToServerThread,
  isAnswer: (answer: FromServerThread) => boolean,
  milliseconds: number,
): Promise<FromServerThread | 'timeout' | null> {
  return new Promise((resolve) => {
    const finish = (answer: FromServerThread | 'timeout' | null) => {
      clearTimeout(timer);
      thread.off('message', onMessage).off('exit', onExit);
      resolve(answer);
    };
    const timer = setTimeout(finish, milliseconds, 'timeout');
    const onExit = () => finish(null);
    const onMessage = (answer: FromServerThread) => {
      if (isAnswer(answer)) finish(answer);
    };
    thread.on('message', onMessage).once('exit', onExit);
    thread.postMessage(message);
  });
}
