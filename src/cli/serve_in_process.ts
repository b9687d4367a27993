import { createNodeServer } from '../http/node_server.ts';
import { listen } from './listen.ts';
import { type LiveServer, type Log, openService, type ServeSettings } from './live_server.ts';
import type { SharedBuild } from './shared_build.ts';

/** Serves from this thread: the way of one worker. */
export async function serveInProcess(settings: ServeSettings, build: SharedBuild, log: Log): Promise<LiveServer> {
  let service = openService(build, settings, log);
  const node = createNodeServer(() => service);
  const port = await listen(node.server, { host: settings.host, port: settings.port });
  return {
    port,
    async swap(next) {
      service = openService(next, settings, log);
    },
    close: () => node.close(),
  };
}
