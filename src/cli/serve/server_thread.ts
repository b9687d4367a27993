/** A thread of `serve --workers`: its own server on the shared port, over the shared bytes of the artefact. */
import { parentPort, workerData } from 'node:worker_threads';
import { createNodeServer } from '../../http/node/node_server.ts';
import { trustProxies } from '../../http/node/trusted_proxies.ts';
import type { Service } from '../../http/service.ts';
import type { Sampled } from '../../metrics/server_metrics.ts';
import type { Observation, Observe } from '../../observation/observation.ts';
import { explainFailure } from '../command_error.ts';
import { listen } from './listen.ts';
import { openService, type ServeSettings, type ThreadParts, warmUpFor } from './live_server.ts';
import { collectGarbage } from './process_memory.ts';
import { createMissCounter, openFeedback } from './served_feedback.ts';
import type { SharedBuild } from './source/shared_build.ts';
import { answerCalls } from './thread_calls.ts';
import { countThread } from './thread_metrics.ts';

export interface ServerThreadData {
  readonly settings: ServeSettings;
  readonly build: SharedBuild;
  /** Number of `build`. */
  readonly number: number;
  /** Shared cell with the number of the build that answers. */
  readonly answering: Int32Array;
}

/** What a thread sends besides its replies. */
export interface ObservedInThread {
  readonly observation: Observation;
}

/** The calls that a thread answers. */
export type ServerThreadFunctions = ReturnType<typeof functionsOf>;

if (parentPort !== null) {
  const port = parentPort;
  const data = workerData as ServerThreadData;
  // `workerData` lives as long as the thread and would keep the first build in memory after a swap.
  const { build } = data;
  delete (data as { build?: SharedBuild }).build;
  const opening = openServer(data, build, (observation) =>
    port.postMessage({ observation } satisfies ObservedInThread),
  );
  // Told to the caller of `listen`.
  opening.catch(() => {});
  answerCalls(
    port,
    functionsOf(opening, data.settings, build, () => port.close()),
  );
}

/** A server that does not listen yet. */
async function openServer(
  { settings, number, answering }: Omit<ServerThreadData, 'build'>,
  first: SharedBuild,
  observe: Observe,
) {
  const opened = await openFeedback(settings.feedback);
  const { feedback, metrics, observeAnswer } = await countThread(settings, opened, () => current(), observe);
  const misses = feedback === null ? null : createMissCounter({ store: feedback.store, observe });
  const parts: ThreadParts = { feedback, onMiss: misses?.onMiss ?? null, observe };
  const open = (build: SharedBuild) => openService(build, settings, parts);
  /** By number: the build that answers and, during a swap, the next one. */
  const services = new Map([[number, await open(first)]]);
  /** Reads the shared cell, so that no thread answers a request from the old build after a swap. */
  const current = (): Service => services.get(Atomics.load(answering, 0))!;
  const node = createNodeServer(current, {
    isProxy: trustProxies(settings.trustedProxies),
    observe: observeAnswer,
    isLogged: settings.logsRequests,
  });
  return {
    ...{ node, metrics },
    async prepare(next: number, build: SharedBuild): Promise<void> {
      services.set(next, await open(build));
    },
    settle(): void {
      for (const each of services.keys()) if (each !== Atomics.load(answering, 0)) services.delete(each);
    },
    /** Called after the last answer. */
    async close() {
      await misses?.close();
      await feedback?.store.close();
      metrics?.close();
    },
  };
}

/** @param end lets the thread end */
function functionsOf(
  opening: ReturnType<typeof openServer>,
  { host, port }: ServeSettings,
  first: SharedBuild | null,
  end: () => void,
) {
  return {
    /** Begins to answer. */
    async listen(): Promise<void> {
      try {
        const { node } = await opening;
        await warmUpFor(first!);
        first = null;
        await listen(node.server, { host, port, reusePort: true });
      } catch (error) {
        throw new Error(explainFailure(error).message);
      }
    },
    /** Opens a build, which answers as soon as the shared cell has its number. */
    async prepare(number: number, build: SharedBuild): Promise<void> {
      // A thread that cannot open ends, and takes no part in a swap.
      const server = await opening.catch(() => null);
      await server?.prepare(number, build);
    },
    /** Ends a swap, successful or not: the thread drops the build that does not answer. */
    async settle(): Promise<void> {
      (await opening).settle();
      collectGarbage();
    },
    /** Null when nothing is counted. */
    readMetrics: async (): Promise<readonly Sampled[] | null> => (await (await opening).metrics?.read()) ?? null,
    stopListening: async (): Promise<void> => (await opening).node.stopListening(),
    /** Finishes requests in progress, and ends the thread. */
    async finish(): Promise<void> {
      try {
        const { node, close } = await opening;
        await node.finish();
        await close();
      } finally {
        end();
      }
    },
  };
}
