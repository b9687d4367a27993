import { createNodeServer, type NodeServerOptions } from '../../http/node/node_server.ts';
import { trustProxies } from '../../http/node/trusted_proxies.ts';
import type { HeldPort } from './listen.ts';
import { type LiveServer, openService, type ServeSettings, type ThreadParts } from './live_server.ts';
import { boundYoungGeneration, collectHeapRarely } from './process_memory.ts';
import type { SharedBuild } from './source/shared_build.ts';
import { countThread } from './thread_metrics.ts';

/** Serves from this thread, for `--workers 1`. The caller closes the feedback store. */
export async function serveInProcess(
  settings: ServeSettings,
  held: HeldPort,
  build: SharedBuild,
  parts: ThreadParts,
  take: NodeServerOptions['take'] = null,
): Promise<LiveServer> {
  const counted = await countThread(settings, parts.feedback, () => service, parts.observe);
  const shared = { ...parts, feedback: counted.feedback };
  let service = await openService(build, settings, shared);
  const node = createNodeServer(() => service, {
    isProxy: trustProxies(settings.trustedProxies),
    observe: counted.observeAnswer,
    isLogged: settings.logsRequests,
    take,
  });
  await held.giveTo(node.server);
  collectHeapRarely();
  const unbound = boundYoungGeneration();
  return {
    port: held.port,
    async swap(next) {
      service = await openService(next, settings, shared);
    },
    readMetrics: async () => (counted.metrics === null ? [] : [await counted.metrics.read()]),
    async close() {
      await node.close();
      unbound();
      counted.metrics?.close();
    },
  };
}
