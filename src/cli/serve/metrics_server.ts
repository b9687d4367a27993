import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describeFailure, type Observe } from '../../observation/observation.ts';
import { listen } from './listen.ts';
import type { LiveServer } from './live_server.ts';

export interface MetricsAddress {
  readonly host: string;
  /** 0: the system chooses one. */
  readonly port: number;
}

/** The metrics of the process, on an address of their own. */
export interface MetricsServer {
  readonly port: number;
  /** Logs and counts observations. Answers are counted by the threads that give them. */
  readonly observe: Observe;
  /** Adds the metrics of the threads of a server, from now on. */
  addThreads(server: Pick<LiveServer, 'readMetrics'>): void;
  close(): void;
}

/** A scraper needs one connection. */
const mostConnections = 16;
/** Milliseconds until a request must have arrived, and until an idle connection is closed. */
const requestTimeout = 5_000;

/**
 * Answers `GET /metrics` on an address of its own, so that the public one never has it.
 * @throws CommandError (exit 1) when the address cannot be listened on
 */
export async function startMetricsServer(address: MetricsAddress, log: Observe): Promise<MetricsServer> {
  // Loaded only here: loading the library takes as long as opening a small site.
  const [{ createServerMetrics }, { renderMetrics, metricsType }] = await Promise.all([
    import('../../metrics/server_metrics.ts'),
    import('../../metrics/metrics_page.ts'),
  ]);
  const own = createServerMetrics({ answers: false, ofProcess: true });
  let threads: Pick<LiveServer, 'readMetrics'> | null = null;
  const read = async () => renderMetrics([await own.read(), ...((await threads?.readMetrics()) ?? [])]);
  const { port, close } = await servePage(address, metricsType, read, log);
  return {
    port,
    observe(observation) {
      log(observation);
      if (observation.kind !== 'request-answered') own.observe(observation);
    },
    addThreads(server) {
      threads = server;
    },
    close,
  };
}

/** Answers a page at `/metrics`. Requests that come while it is made get the same page. */
async function servePage(
  address: MetricsAddress,
  type: string,
  read: () => Promise<string>,
  observe: Observe,
): Promise<{ readonly port: number; close(): void }> {
  let reading: Promise<string> | null = null;

  function readOnce(): Promise<string> {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  }

  async function answer({ method = '', url }: IncomingMessage, response: ServerResponse): Promise<void> {
    const isRead = method === 'GET' || method === 'HEAD';
    if (url?.replace(/\?.*/s, '') !== '/metrics') return end(response, 404, 'There is only /metrics.\n');
    if (!isRead) return end(response.setHeader('Allow', 'GET, HEAD'), 405, 'Only GET and HEAD are answered.\n');
    try {
      const page = await readOnce();
      end(response.setHeader('Content-Type', type), 200, page);
    } catch (error) {
      observe({ kind: 'request-failed', method, failure: describeFailure(error) });
      end(response, 500, 'The metrics cannot be read.\n');
    }
  }

  const server = createServer({ requestTimeout, headersTimeout: requestTimeout, keepAliveTimeout: requestTimeout });
  server.maxConnections = mostConnections;
  server.on('request', (request, response) => void answer(request, response));
  const port = await listen(server, address, '--metrics');
  server.unref();
  return {
    port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function end(response: ServerResponse, status: number, body: string): void {
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.writeHead(status, { 'Content-Length': Buffer.byteLength(body), 'X-Content-Type-Options': 'nosniff' });
  response.end(body);
}
