import { availableParallelism } from 'node:os';
import type { Corpus } from '../corpus/corpus.ts';
import { type BakeFlags, isSet } from './bake_content.ts';
import { misused } from './command_error.ts';
import type { LiveServer, ServeSettings } from './live_server.ts';
import { isFolder, openSource } from './open_source.ts';
import { createReloads } from './reloads.ts';
import { serveByThreads } from './serve_by_threads.ts';
import { serveInProcess } from './serve_in_process.ts';
import { shareBuild } from './shared_build.ts';
import type { Terminal } from './terminal.ts';
import { untilEnded } from './until_ended.ts';
import { watchFile } from './watch_file.ts';

export interface ServeFlags extends BakeFlags {
  readonly host?: string;
  readonly port?: string;
  readonly workers?: string;
  readonly nativeQuery?: boolean;
}

const defaultHost = '127.0.0.1';
const defaultPort = '4777';
const mostWorkers = 256;

/** `catchword serve`: answers until a signal asks it to end, from whatever build stands at the source by then. */
export async function serve(source: string, flags: ServeFlags, terminal: Terminal): Promise<number> {
  const started = performance.now();
  const { environment } = terminal;
  const log = (line: string) => terminal.err(`${line}\n`);
  const workers = parseWorkers(flags.workers ?? (environment.CATCHWORD_WORKERS || '1'));
  const settings = readSettings(flags, environment);
  const corpus = await openSource(source, flags, terminal, terminal.err);
  const build = shareBuild(corpus);
  const server =
    workers === 1 ? await serveInProcess(settings, build, log) : await serveByThreads(workers, settings, build, log);
  const reloads = createReloads({ source, flags, environment: { ...environment } }, server, build, log);
  // A folder changes many times while one writes in it: there, SIGHUP says when.
  const watch = isFolder(source)
    ? null
    : watchFile(source, reloads.ask, (reason) =>
        log(`Cannot watch the folder of "${source}": ${reason}. SIGHUP works.`),
      );
  // Before anyone is told, as whoever reads that the server is ready may signal at once.
  const ended = untilEnded(reloads.ask, terminal.outIsTerminal);
  announce(server, settings, corpus, terminal, performance.now() - started);
  const exitCode = await ended;
  watch?.close();
  await Promise.all([reloads.close(), server.close()]);
  return exitCode;
}

function readSettings(flags: ServeFlags, environment: Terminal['environment']): ServeSettings {
  return {
    host: flags.host ?? (environment.CATCHWORD_HOST || defaultHost),
    port: parsePort(flags.port ?? (environment.CATCHWORD_PORT || environment.PORT || defaultPort)),
    nativeQuery: flags.nativeQuery ?? isSet(environment.CATCHWORD_NATIVE_QUERY),
    gatePassword: environment.CATCHWORD_GATE_PASSWORD ?? null,
  };
}

function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw misused(`Cannot listen on port "${text}": a port is a number from 0 (any) to 65535.`);
}

function parseWorkers(text: string): number {
  if (text === 'all') return availableParallelism();
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= mostWorkers) return count;
  throw misused(
    `Cannot serve by "${text}" workers: they are a number from 1 to ${mostWorkers}, or "all" for one a core.`,
  );
}

function announce(
  { port }: LiveServer,
  { host }: ServeSettings,
  corpus: Corpus,
  terminal: Terminal,
  milliseconds: number,
): void {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (terminal.outIsTerminal) terminal.err(renderBanner(url, corpus, milliseconds));
  else terminal.out(`${JSON.stringify({ listening: true, url, ...corpus.stamps })}\n`);
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
