/** A thread of `serve --workers`: its own server on the shared port, over the shared bytes of the artefact. */
import { parentPort, workerData } from 'node:worker_threads';
import { createNodeServer, type NodeServer } from '../../http/node/node_server.ts';
import { trustProxies } from '../../http/node/trusted_proxies.ts';
import type { Service } from '../../http/service.ts';
import type { Sampled } from '../../metrics/metrics_page.ts';
import type { Observation, Observe } from '../../observation/observation.ts';
import { explainFailure } from '../command_error.ts';
import { listen } from './listen.ts';
import { openService, type ServeSettings, warmUpFor } from './live_server.ts';
import { collectGarbage } from './process_memory.ts';
import type { SharedBuild } from './source/shared_build.ts';
import { countMissesOf, openFeedback } from './thread_feedback.ts';
import { countThread } from './thread_metrics.ts';

export interface ServerThreadData {
  readonly settings: ServeSettings;
  readonly build: SharedBuild;
  /** Number of `build`. */
  readonly number: number;
  /** Shared cell with the number of the build that answers. */
  readonly answering: Int32Array;
}

export type ToServerThread =
  | { readonly kind: 'prepare'; readonly number: number; readonly build: SharedBuild }
  /** Ends a swap, successful or not: the thread drops the build that does not answer. */
  | { readonly kind: 'settle' }
  | { readonly kind: 'read-metrics' }
  | { readonly kind: 'stop-listening' }
  | { readonly kind: 'finish' };

export type FromServerThread =
  | { readonly kind: 'listening' }
  | { readonly kind: 'stopped-listening' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'prepared'; readonly number: number; readonly fault: string | null }
  | { readonly kind: 'metrics'; readonly sampled: readonly Sampled[] }
  | { readonly kind: 'observed'; readonly observation: Observation };

if (parentPort !== null) {
  const data = workerData as ServerThreadData;
  // `workerData` lives as long as the thread and would keep the first build in memory after a swap.
  const { build } = data;
  delete (data as Partial<Pick<Writable<ServerThreadData>, 'build'>>).build;
  await serve(data, build, parentPort);
}

type Port = NonNullable<typeof parentPort>;
type Writable<Value> = { -readonly [Member in keyof Value]: Value[Member] };

async function serve(
  { settings, number, answering }: Omit<ServerThreadData, 'build'>,
  first: SharedBuild,
  port: Port,
): Promise<void> {
  const send = (message: FromServerThread) => port.postMessage(message);
  const observe: Observe = (observation) => send({ kind: 'observed', observation });
  const refuse = (reason: string): void => {
    send({ kind: 'refused', reason });
    port.close();
  };
  const opened = await openFeedback(settings.feedback).catch((error: Error) => refuse(error.message));
  if (opened === undefined) return;
  const counted = await countThread(settings, opened, () => builds.current(), observe);
  const { feedback, metrics } = counted;
  const misses = countMissesOf(feedback, observe);
  const parts = { feedback, onMiss: misses?.onMiss ?? null, observe };
  const open = (build: SharedBuild) => openService(build, settings, parts);
  const opening = open(first);
  opening.catch((error: unknown) => refuse(explainFailure(error).message));
  const builds = createThreadBuilds({ number, service: await opening }, answering);
  const node = createNodeServer(builds.current, {
    isProxy: trustProxies(settings.trustedProxies),
    observe: counted.observeAnswer,
    isLogged: settings.logsRequests,
  });
  handleMessages(port, node, builds, {
    open,
    readMetrics: async () => metrics?.read(),
    async close() {
      await misses?.close();
      await feedback?.store.close();
      metrics?.close();
    },
  });
  try {
    await warmUpFor(first);
  } catch (error) {
    refuse(explainFailure(error).message);
    return;
  }
  try {
    await listen(node.server, { host: settings.host, port: settings.port, reusePort: true });
    send({ kind: 'listening' });
  } catch (error) {
    refuse((error as Error).message);
  }
}

interface ThreadCalls {
  open(build: SharedBuild): Promise<Service>;
  /** Undefined when nothing is counted. */
  readMetrics(): Promise<readonly Sampled[] | undefined>;
  /** Called after the last answer. */
  close(): Promise<void>;
}

function handleMessages(
  port: Port,
  node: NodeServer,
  builds: ReturnType<typeof createThreadBuilds>,
  { open, readMetrics, close }: ThreadCalls,
): void {
  const send = (message: FromServerThread) => port.postMessage(message);

  async function prepare(number: number, build: SharedBuild): Promise<void> {
    try {
      builds.prepare({ number, service: await open(build) });
      send({ kind: 'prepared', number, fault: null });
    } catch (error) {
      send({ kind: 'prepared', number, fault: (error as Error).message });
    }
  }

  async function answerMetrics(): Promise<void> {
    const sampled = await readMetrics();
    if (sampled !== undefined) send({ kind: 'metrics', sampled });
  }

  port.on('message', (message: ToServerThread) => {
    switch (message.kind) {
      case 'stop-listening':
        void node.stopListening().then(() => send({ kind: 'stopped-listening' }));
        break;
      case 'finish':
        void node
          .finish()
          .then(close)
          .then(() => port.close());
        break;
      case 'read-metrics':
        void answerMetrics();
        break;
      case 'settle':
        builds.settle();
        collectGarbage();
        break;
      case 'prepare':
        void prepare(message.number, message.build);
    }
  });
}

interface NumberedService {
  readonly number: number;
  readonly service: Service;
}

/** The current build of this thread and a prepared next one. @param answering shared cell with the number of the build that answers */
function createThreadBuilds(first: NumberedService, answering: Int32Array) {
  let serving = first;
  let prepared: NumberedService | null = null;

  /** Reads the shared cell, so that no thread answers a request from the old build after a swap. */
  function current(): Service {
    if (prepared !== null && Atomics.load(answering, 0) === prepared.number) {
      serving = prepared;
      prepared = null;
    }
    return serving.service;
  }

  return {
    current,
    prepare(next: NumberedService) {
      current();
      prepared = next;
    },
    /** Drops the build that does not answer. */
    settle() {
      current();
      prepared = null;
    },
  };
}
