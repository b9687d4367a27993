import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { serverLimits } from '../../http/node/server_limits.ts';
import type { Sampled } from '../../metrics/server_metrics.ts';
import { describeFailure, type Observe } from '../../observation/observation.ts';
import { failed } from '../command_error.ts';
import type { HeldPort } from './listen.ts';
import type { LiveServer, ServeSettings } from './live_server.ts';
import { collectHeapRarely, servingThreadLimits, usableMemory } from './process_memory.ts';
import type { ObservedInThread, ServerThreadData, ServerThreadFunctions } from './server_thread.ts';
import type { SharedBuild } from './source/shared_build.ts';
import { callerOf } from './thread_calls.ts';

/** Milliseconds before a thread that ended by itself is restarted, so that a crash loop costs little. */
const restartDelay = 1_000;
/** Milliseconds in which a thread must open a new build; past it, the swap fails and the old build keeps answering. */
const prepareTimeout = 60_000;
/** Milliseconds in which a thread must send its metrics; past it, those that it sent before are used. */
const metricsTimeout = 1_000;
/** Milliseconds until threads are terminated at shutdown: longer than a thread's own close, and below ten seconds in total. */
const closeTimeout = serverLimits.announceTime + serverLimits.closeTimeout + 500;

const call = callerOf<ServerThreadFunctions>();

/**
 * Serves from several threads over one shared copy of the artefact's bytes. Each thread has its own accept queue on the
 * same port (SO_REUSEPORT). A new build is sent to the running threads as a message: restarting them would drop the
 * connections in their queues.
 */
export async function serveByThreads(
  count: number,
  requested: ServeSettings,
  held: HeldPort,
  first: SharedBuild,
  observe: Observe,
): Promise<LiveServer> {
  const settings = { ...requested, port: held.port };
  // A thread opens a socket of its own: none can be sent to it.
  await held.release();
  collectHeapRarely(usableMemory(), count);
  /** Number of the build that answers. Every thread reads it at each request, so that all switch at the same moment. */
  const answering = new Int32Array(new SharedArrayBuffer(4));
  const running = new Set<Worker>();
  const metrics = createThreadMetrics();
  let current = first;
  let lastNumber = 0;
  let closing = false;

  /** Starts a thread. Resolves when it listens; rejects when it ends before. */
  async function start(): Promise<void> {
    const data: ServerThreadData = { settings, build: current, answering, number: Atomics.load(answering, 0) };
    const thread = new Worker(new URL('./server_thread.ts', import.meta.url), {
      workerData: data,
      resourceLimits: servingThreadLimits(usableMemory(), count),
    });
    running.add(thread);
    let listens = false;
    let reason = 'no reason was reported';
    thread.on('message', (message: Partial<ObservedInThread>) => {
      if (message.observation !== undefined) observe(message.observation);
    });
    thread.on('error', (error: Error) => {
      // An error before the thread listens cannot contain request data, so its stack may be logged.
      reason = listens ? describeFailure(error) : (error.stack ?? error.message);
    });
    thread.once('exit', () => {
      running.delete(thread);
      metrics.retire(thread);
      if (listens && !closing) replace(reason);
    });
    const reply = await call(thread, 'listen', [], null);
    if (reply.end !== 'result') {
      await thread.terminate();
      throw failed(reply.end === 'fault' ? reply.fault : `Cannot start a server thread: ${reason}`);
    }
    listens = true;
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
      for (const thread of running) void call(thread, 'settle', [], prepareTimeout);
    }
  }

  /** Makes every thread open the build, including threads that start meanwhile: they start with the old build. */
  async function prepare(build: SharedBuild, number: number): Promise<void> {
    const requested = new Set<Worker>();
    for (;;) {
      const missing = [...running].filter((thread) => !requested.has(thread));
      if (missing.length === 0) return;
      for (const thread of missing) requested.add(thread);
      const calls = missing.map((thread) => call(thread, 'prepare', [number, build], prepareTimeout));
      for (const reply of await Promise.all(calls)) {
        if (reply.end === 'deadline') throw failed('Cannot serve the build: a thread did not open it in time');
        if (reply.end === 'fault') throw failed(reply.fault);
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
    await Promise.all([...running].map((thread) => call(thread, 'stopListening', [], closeTimeout)));
    for (const thread of running) void call(thread, 'finish', [], closeTimeout);
    await Promise.all(ended);
    clearTimeout(overdue);
  }

  try {
    await Promise.all(Array.from({ length: count }, start));
  } catch (error) {
    await close();
    throw error;
  }
  return { port: settings.port, swap, readMetrics: () => metrics.read(running), close };
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
        const { mergeCounts } = await import('../../metrics/server_metrics.ts');
        return mergeCounts([before, last]);
      });
    },
    async read(running: ReadonlySet<Worker>): Promise<readonly (readonly Sampled[])[]> {
      const answers = [...running].map(async (thread) => {
        const reply = await call(thread, 'readMetrics', [], metricsTimeout);
        if (running.has(thread) && reply.end === 'result' && reply.result !== null) latest.set(thread, reply.result);
      });
      await Promise.all(answers);
      return [await ended, ...latest.values()];
    },
  };
}
