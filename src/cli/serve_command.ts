import type { AddressInfo } from 'node:net';
import type { Corpus } from '../corpus/corpus.ts';
import { createNodeServer, type NodeServer } from '../http/node_server.ts';
import { createService } from '../http/service.ts';
import { type BakeFlags, isSet } from './bake_content.ts';
import { failed, misused } from './command_error.ts';
import { openSource } from './open_source.ts';
import type { Terminal } from './terminal.ts';

export interface ServeFlags extends BakeFlags {
  readonly host?: string;
  readonly port?: string;
  readonly nativeQuery?: boolean;
}

const defaultHost = '127.0.0.1';
const defaultPort = '4777';

/** `catchword serve`: answers until a signal asks it to end. */
export async function serve(source: string, flags: ServeFlags, terminal: Terminal): Promise<number> {
  const started = performance.now();
  const { environment } = terminal;
  const host = flags.host ?? (environment.CATCHWORD_HOST || defaultHost);
  const port = parsePort(flags.port ?? (environment.CATCHWORD_PORT || environment.PORT || defaultPort));
  const corpus = await openSource(source, flags, terminal, terminal.err);
  const service = createService({
    corpus,
    nativeQuery: flags.nativeQuery ?? isSet(environment.CATCHWORD_NATIVE_QUERY),
    gatePassword: environment.CATCHWORD_GATE_PASSWORD ?? null,
    onFailure: ({ method, error }) => terminal.err(`Failed while answering ${method}: ${nameOf(error)}\n`),
  });
  const node = createNodeServer(() => service);
  await listen(node, host, port);
  const url = addressOf(node, host);
  if (terminal.outIsTerminal) terminal.err(renderBanner(url, corpus, performance.now() - started));
  else terminal.out(`${JSON.stringify({ listening: true, url, ...corpus.stamps })}\n`);
  const signal = await nextSignal();
  await node.close();
  return signal === 'SIGINT' ? 130 : 143;
}

function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw misused(`Cannot listen on port "${text}": a port is a number from 0 (any) to 65535.`);
}

function listen({ server }: NodeServer, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      const reason = taken ? 'the port is taken; choose another with --port' : (error.code ?? 'it cannot be opened');
      reject(failed(`Cannot listen on ${host}:${port}: ${reason}.`));
    });
    server.listen(port, host, () => resolve());
  });
}

function addressOf({ server }: NodeServer, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function renderBanner(url: string, corpus: Corpus, milliseconds: number): string {
  return [
    '',
    `  catchword  ready in ${Math.round(milliseconds)} ms`,
    `  ├─ API      ${url}/api/pages?q=...`,
    `  ├─ Version  ${url}/version.json`,
    `  └─ ${corpus.pages.count} pages, ${corpus.settings.collections.length} collections  (Ctrl+C to stop)`,
    '',
    '',
  ].join('\n');
}

/** The stack says where, which is for the owner alone; no part of a request is in it. */
function nameOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.name) : String(error);
}

function nextSignal(): Promise<'SIGINT' | 'SIGTERM'> {
  return new Promise((resolve) => {
    // Left in place: a second signal must not cut the graceful end short.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(signal));
  });
}
