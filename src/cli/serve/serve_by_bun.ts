import { handlerOf } from '../../http/fetch_request.ts';
import { serverLimits } from '../../http/node/server_limits.ts';
import { misused } from '../command_error.ts';
import { type HeldPort, listenRefusal } from './listen.ts';
import { type LiveServer, openService, type ServeSettings, type ThreadParts } from './live_server.ts';
import type { SharedBuild } from './source/shared_build.ts';

/** The part of the global `Bun` that serving needs. */
interface BunRuntime {
  serve(options: {
    readonly hostname: string;
    readonly port: number;
    readonly idleTimeout: number;
    readonly maxRequestBodySize: number;
    fetch(request: Request): Response | Promise<Response>;
  }): { readonly port: number; stop(closeConnections: boolean): Promise<void> };
}

/** More than any resource reads, so that the service itself refuses a body over its cap. */
const maxRequestBodySize = 4 * 1024 * 1024;

/** The runtime's own global when this is Bun, else null. */
export function bunRuntime(): BunRuntime | null {
  return (globalThis as { readonly Bun?: BunRuntime }).Bun ?? null;
}

/**
 * Serves by Bun's own server: the one of `node:http` needs internals that only Node has. One thread, without proxies,
 * request log and metrics.
 * @param take sees every request first, and may answer it itself; null: it does not
 * @throws CommandError (exit 2) for settings that need Node
 */
export async function serveByBun(
  bun: BunRuntime,
  settings: ServeSettings,
  held: HeldPort,
  build: SharedBuild,
  parts: ThreadParts,
  take: (request: Request) => Response | null = () => null,
): Promise<LiveServer> {
  if (settings.trustedProxies.length > 0 || settings.logsRequests || settings.countsMetrics) {
    throw misused(
      'Cannot use --trusted-proxies, --log-requests or --metrics under Bun: they need Node. Run catchword under Node.',
    );
  }
  const open = async (next: SharedBuild) => {
    if (!('shared' in next)) throw misused('Cannot use --search under Bun: it needs Node. Run catchword under Node.');
    return handlerOf(await openService(next, settings, parts));
  };
  let handle = await open(build);
  const { host } = settings;
  const { port } = held;
  await held.release();
  let server: ReturnType<BunRuntime['serve']>;
  try {
    server = bun.serve({
      hostname: host,
      port,
      idleTimeout: Math.ceil(serverLimits.keepAliveTimeout / 1000),
      maxRequestBodySize,
      fetch: (request) => take(request) ?? handle(request),
    });
  } catch (error) {
    throw listenRefusal(host, port, error as NodeJS.ErrnoException);
  }
  return {
    port: server.port,
    async swap(next) {
      handle = await open(next);
    },
    readMetrics: async () => [],
    async close() {
      const cut = setTimeout(() => void server.stop(true), serverLimits.closeTimeout);
      await server.stop(false);
      clearTimeout(cut);
    },
  };
}
