import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBudget } from '../../src/cache/cache_budget.ts';
import type { LoadedCorpus } from '../../src/corpus/load_artefact.ts';
import { createEmbeddedEngine } from '../../src/engine/embedded/embedded_engine.ts';
import { createNodeServer } from '../../src/http/node/node_server.ts';
import { createLocalRequest } from '../../src/http/requests/local_request.ts';
import { createEngineService, createService, type Service, type ServiceOptions } from '../../src/http/service.ts';
import { type PublishedSite, publishSite, testCluster } from '../cluster/published.ts';
import { distantEngine } from '../fixtures/distant_engine.ts';

export interface SentRequest {
  readonly method?: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface ReceivedAnswer {
  readonly status: number;
  /** By lower-case name, without the fields of a connection (`Date`, `Connection`, `Keep-Alive`). */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface Client {
  send(request: SentRequest): Promise<ReceivedAnswer>;
  close(): Promise<void>;
}

const host = { Host: 'catchword.test' };

/** Every conformance case runs over each of these and must get the same answers. */
export const transports: readonly {
  readonly name: string;
  readonly open: (options: ServiceOptions) => Promise<Client>;
}[] = [
  { name: 'in process', open: async (options) => openInProcess(createService(options)) },
  { name: 'over a socket', open: async (options) => openOverSocket(createService(options)) },
  { name: 'from a distant engine', open: async (options) => openInProcess(createDistantService(options)) },
  ...(testCluster === null
    ? []
    : [
        {
          name: 'from a cluster',
          open: async (options: ServiceOptions) => openInProcess(await createClusterService(options)),
        },
      ]),
];

const published = new WeakMap<object, Promise<PublishedSite>>();

/** A service that answers from the cluster of the tests. Each corpus is published once, and stays there until the cluster ends. */
async function createClusterService({ corpus, cacheBytes = 1 << 24, ...options }: ServiceOptions): Promise<Service> {
  const opening = published.get(corpus) ?? publishSite(corpus as LoadedCorpus);
  published.set(corpus, opening);
  const { engine } = await opening;
  return createEngineService({ ...options, engine, budget: openBudget(cacheBytes) });
}

function createDistantService({ corpus, cacheBytes = 1 << 24, ...options }: ServiceOptions): Service {
  const budget = openBudget(cacheBytes);
  return createEngineService({ ...options, engine: distantEngine(createEmbeddedEngine(corpus, budget)), budget });
}

export function textOf({ body }: ReceivedAnswer): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(body);
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
export function jsonOf(answer: ReceivedAnswer): any {
  return JSON.parse(textOf(answer));
}

export function openInProcess(service: Service): Client {
  return {
    async send({ method = 'GET', target, headers = {}, body }) {
      const content = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array());
      const fields = Object.fromEntries(
        Object.entries({ ...host, ...headers }).map(([name, value]) => [name.toLowerCase(), value]),
      );
      const request = createLocalRequest({ method, target, fields, ...(content.length > 0 && { body: content }) });
      const answer = await service.answer(request);
      const pairs: [string, string][] = [];
      for (let at = 0; at < answer.headers.length; at += 2) {
        pairs.push([answer.headers[at]!.toLowerCase(), answer.headers[at + 1]!]);
      }
      return { status: answer.status, headers: Object.fromEntries(pairs), body: answer.body ?? new Uint8Array() };
    },
    async close() {},
  };
}

export async function openOverSocket(service: Service): Promise<Client> {
  const node = createNodeServer(() => service);
  await new Promise<void>((resolve) => node.server.listen(0, '127.0.0.1', resolve));
  const { port } = node.server.address() as AddressInfo;
  return {
    async send({ method = 'GET', target, headers = {}, body }) {
      const content = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body ?? []);
      const lines = [`${method} ${target} HTTP/1.1`, 'Connection: close'];
      if (content.length > 0) lines.push(`Content-Length: ${content.length}`);
      for (const [name, value] of Object.entries({ ...host, ...headers })) lines.push(`${name}: ${value}`);
      const raw = await exchangeBytes(port, Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]));
      return parseAnswer(raw);
    },
    close: () => node.close(),
  };
}

/** Writes raw bytes to a local port and reads until the other side closes. */
export function exchangeBytes(port: number, bytes: string | Uint8Array): Promise<Buffer> {
  return exchangeParts(port, [bytes]);
}

/** Like `exchangeBytes`, with a pause between the parts, so that each arrives separately. @param ends whether to end the connection after them */
export function exchangeParts(port: number, parts: readonly (string | Uint8Array)[], ends = false): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true }, async () => {
      for (const [at, part] of parts.entries()) {
        if (at > 0) await sleep(10);
        socket.write(part);
      }
      if (ends) socket.end();
    });
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('end', () => {
      socket.end();
      resolve(Buffer.concat(chunks));
    });
    // A server resets the connection after its answer when it does not read the rest of a request.
    socket.once('error', (error) => (chunks.length > 0 ? resolve(Buffer.concat(chunks)) : reject(error)));
  });
}

/** Parses the only response in the bytes. */
export function parseAnswer(raw: Buffer): ReceivedAnswer {
  const end = raw.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = raw.subarray(0, end).toString('latin1').split('\r\n');
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const connectionFields = new Set(['date', 'connection', 'keep-alive']);
  const headers = Object.fromEntries(pairs.filter(([name]) => !connectionFields.has(name)));
  return { status: Number(statusLine.split(' ')[1]), headers, body: raw.subarray(end + 4) };
}
