import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describeFailure, type Observation, type Observe } from '../../observation/observation.ts';
import { listen } from './listen.ts';
import type { LiveServer } from './live_server.ts';

export interface MetricsAddress {
  readonly host: string;
  /** 0: the system chooses one. */
  readonly port: number;
}

/** A scraper needs one connection. */
const mostConnections = 16;
/** Milliseconds until a request must have arrived, and until an idle connection is closed. */
const requestTimeout = 5_000;

/**
 * Answers `GET /metrics` with the metrics of the process on an address of its own, so that the public one never has it.
 * @throws CommandError (exit 1) when the address cannot be listened on
 */
export async function startMetricsServer(address: MetricsAddress, log: Observe) {
  // Loaded only here: loading the library takes as long as opening a small site.
  const { createServerMetrics, metricsType, renderMetrics } = await import('../../metrics/server_metrics.ts');
  const own = createServerMetrics({ answers: false, ofProcess: true });
  let threads: Pick<LiveServer, 'readMetrics'> | null = null;
  let reading: Promise<string> | null = null;

  /** Requests that come while the page is made get the same page. */
  function readPage(): Promise<string> {
    const read = async () => renderMetrics([await own.read(), ...((await threads?.readMetrics()) ?? [])]);
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  }

  async function answer({ method = '', url }: IncomingMessage, response: ServerResponse): Promise<void> {
    const isRead = method === 'GET' || method === 'HEAD';
    if (url?.replace(/\?.*/s, '') !== '/metrics') return end(response, 404, 'The only address here is /metrics.\n');
    if (!isRead) return end(response.setHeader('Allow', 'GET, HEAD'), 405, 'Only GET and HEAD are allowed.\n');
    try {
      const page = await readPage();
      end(response.setHeader('Content-Type', metricsType), 200, page);
    } catch (error) {
      log({ kind: 'request-failed', method, failure: describeFailure(error) });
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
    /** Logs and counts observations. Answers are counted by the threads that give them. */
    observe(observation: Observation): void {
      log(observation);
      if (observation.kind !== 'request-answered') own.observe(observation);
    },
    /** Adds the metrics of the threads of a server, from now on. */
    addThreads(server: Pick<LiveServer, 'readMetrics'>): void {
      threads = server;
    },
    close(): void {
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
