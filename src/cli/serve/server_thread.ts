/** A thread of `serve --workers`: a server of its own on the common port, over bytes that all threads share. */
import { parentPort, workerData } from 'node:worker_threads';
import { createNodeServer } from '../../http/node/node_server.ts';
import { trustProxies } from '../../http/node/trusted_proxies.ts';
import type { Service } from '../../http/service.ts';
import type { Observation, Observe } from '../../observation/observation.ts';
import { collectGarbage } from './collect_garbage.ts';
import { listen } from './listen.ts';
import { openService, type ServeSettings, warmUpFor } from './live_server.ts';
import type { SharedBuild } from './shared_build.ts';
import { openFeedback } from './thread_feedback.ts';

export interface ServerThreadData {
  readonly settings: ServeSettings;
  readonly build: SharedBuild;
  /** Its number. */
  readonly number: number;
  /** Holds the number of the build that answers. */
  readonly turn: Int32Array;
}

export type ToServerThread =
  | { readonly kind: 'prepare'; readonly number: number; readonly build: SharedBuild }
  /** Sent when a swap is over, done or refused: the other build is let go. */
  | { readonly kind: 'settle' }
  | { readonly kind: 'stop-listening' }
  | { readonly kind: 'finish' };

export type FromServerThread =
  | { readonly kind: 'listening' }
  | { readonly kind: 'stopped-listening' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'prepared'; readonly number: number; readonly fault: string | null }
  | { readonly kind: 'observed'; readonly observation: Observation };

if (parentPort !== null) {
  const data = workerData as ServerThreadData;
  // The data lives as long as the thread, and the first build must not.
  const { build } = data;
  delete (data as Partial<Pick<Writable<ServerThreadData>, 'build'>>).build;
  await serve(data, build, parentPort);
}

type Writable<Value> = { -readonly [Member in keyof Value]: Value[Member] };

async function serve(
  { settings, number, turn }: Omit<ServerThreadData, 'build'>,
  first: SharedBuild,
  port: NonNullable<typeof parentPort>,
) {
  const say = (message: FromServerThread) => port.postMessage(message);
  const observe: Observe = (observation) => say({ kind: 'observed', observation });
  const feedback = await openFeedback(settings.feedback).catch((error: Error) => {
    say({ kind: 'refused', reason: error.message });
    port.close();
  });
  if (feedback === undefined) return;
  const open = (build: SharedBuild) => openService(build, settings, feedback, observe);
  const builds = createThreadBuilds({ number, service: open(first) }, turn);
  const node = createNodeServer(builds.current, {
    isProxy: trustProxies(settings.trustedProxies),
    observe: settings.logsRequests ? observe : null,
  });
  port.on('message', (message: ToServerThread) => {
    switch (message.kind) {
      case 'stop-listening':
        void node.stopListening().then(() => say({ kind: 'stopped-listening' }));
        break;
      case 'finish':
        void node.finish().then(async () => {
          await feedback?.store.close();
          port.close();
        });
        break;
      case 'settle':
        builds.settle();
        collectGarbage();
        break;
      case 'prepare':
        try {
          builds.prepare({ number: message.number, service: open(message.build) });
          say({ kind: 'prepared', number: message.number, fault: null });
        } catch (error) {
          say({ kind: 'prepared', number: message.number, fault: (error as Error).message });
        }
    }
  });
  await warmUpFor(first);
  try {
    await listen(node.server, { host: settings.host, port: settings.port, reusePort: true });
    say({ kind: 'listening' });
  } catch (error) {
    say({ kind: 'refused', reason: (error as Error).message });
    port.close();
  }
}

interface NumberedService {
  readonly number: number;
  readonly service: Service;
}

/** The build that answers in this thread and the one that may follow it. @param turn holds the number of the one that answers */
function createThreadBuilds(first: NumberedService, turn: Int32Array) {
  let serving = first;
  let prepared: NumberedService | null = null;

  /** All threads read one cell, so no request that begins after a swap is answered from the build before it. */
  function current(): Service {
    if (prepared !== null && Atomics.load(turn, 0) === prepared.number) {
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
    /** Lets go of the build that does not answer. */
    settle() {
      current();
      prepared = null;
    },
  };
}
