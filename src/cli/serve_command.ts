import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { Corpus } from '../corpus/corpus.ts';
import type { FeedbackOptions } from '../http/feedback_options.ts';
import { siteSubjects } from '../http/site_subjects.ts';
import { isNetwork } from '../http/trusted_proxies.ts';
import { type BakeFlags, findConfig, isSet } from './bake_content.ts';
import { misused } from './command_error.ts';
import { webOrigin } from './config.ts';
import { feedbackAddress, mayCreate, type StoreFlags, storeFile, tryOpen } from './feedback_settings.ts';
import type { LiveServer, ServeSettings } from './live_server.ts';
import { createLog, type Log, readLogFormat } from './log.ts';
import { isFolder, openSource } from './open_source.ts';
import { readConfig } from './read_config.ts';
import { createReloads } from './reloads.ts';
import { startRollUps } from './roll_ups.ts';
import { serveByThreads } from './serve_by_threads.ts';
import { serveInProcess } from './serve_in_process.ts';
import { openBuild, shareBuild } from './shared_build.ts';
import type { Terminal } from './terminal.ts';
import { type FeedbackSettings, feedbackOn } from './thread_feedback.ts';
import { untilEnded } from './until_ended.ts';
import { watchDisk } from './watch_disk.ts';
import { watchFile } from './watch_file.ts';

export interface ServeFlags extends BakeFlags, StoreFlags {
  readonly host?: string;
  readonly port?: string;
  readonly workers?: string;
  readonly nativeQuery?: boolean;
  /** False by --no-feedback-init. */
  readonly feedbackInit?: boolean;
  readonly feedbackOrigins?: string;
  readonly trustedProxies?: string;
  readonly rollupEvery?: string;
  readonly logFormat?: string;
  readonly logRequests?: boolean;
}

const defaultHost = '127.0.0.1';
const defaultPort = '4777';
const mostWorkers = 256;
const defaultMinutes = '5';
const unshared = 'Cannot share a store in memory among workers: name one with --feedback, or serve by one worker.';

/** `catchword serve`: answers until a signal asks it to end, from whatever build stands at the source by then. */
export async function serve(source: string, flags: ServeFlags, terminal: Terminal): Promise<number> {
  const started = performance.now();
  const { environment } = terminal;
  const format = readLogFormat(flags.logFormat ?? environment.CATCHWORD_LOG_FORMAT, terminal);
  const { log, logRequest } = createLog(format, terminal, Date.now);
  const workers = parseWorkers(flags.workers ?? (environment.CATCHWORD_WORKERS || '1'));
  const settings = readSettings(source, flags, environment);
  const rollUpEvery = parseMinutes(flags.rollupEvery ?? (environment.CATCHWORD_ROLLUP_EVERY || defaultMinutes));
  if (settings.feedback?.address === 'memory:' && workers > 1) throw misused(unshared);
  const announceSummary = format === 'text' ? terminal.err : (summary: string) => log(summary.trimEnd());
  const corpus = await openSource(source, flags, terminal, announceSummary);
  const build = shareBuild(corpus);
  const feedback = await openServedFeedback(settings.feedback, flags.feedbackInit !== false, log);
  const starting =
    workers === 1
      ? serveInProcess(settings, build, feedback, log, logRequest)
      : serveByThreads(workers, settings, build, log, logRequest);
  const server = await starting.catch(async (error: unknown) => {
    await feedback?.store.close();
    throw error;
  });
  let subjects = siteSubjects(corpus);
  const rollUps =
    feedback === null || rollUpEvery === 0
      ? null
      : startRollUps({ store: feedback.store, publicAbout: () => subjects, every: rollUpEvery, log });
  const disk = watchStoreDisk(settings.feedback, log);
  const swapped: LiveServer = {
    ...server,
    async swap(next) {
      await server.swap(next);
      subjects = siteSubjects(openBuild(next));
    },
  };
  const reloads = createReloads({ source, flags, environment: { ...environment } }, swapped, build, log);
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
  rollUps?.stop();
  disk?.stop();
  await Promise.all([reloads.close(), server.close()]);
  await feedback?.store.close();
  return exitCode;
}

function readSettings(source: string, flags: ServeFlags, environment: Terminal['environment']): ServeSettings {
  return {
    host: flags.host ?? (environment.CATCHWORD_HOST || defaultHost),
    port: parsePort(flags.port ?? (environment.CATCHWORD_PORT || environment.PORT || defaultPort)),
    nativeQuery: flags.nativeQuery ?? isSet(environment.CATCHWORD_NATIVE_QUERY),
    gatePassword: environment.CATCHWORD_GATE_PASSWORD ?? null,
    feedback: readFeedbackSettings(flags, environment),
    trustedProxies: readTrustedProxies(source, flags, environment),
    logsRequests: flags.logRequests ?? isSet(environment.CATCHWORD_LOG_REQUESTS),
  };
}

function readTrustedProxies(
  source: string,
  flags: ServeFlags,
  environment: Terminal['environment'],
): readonly string[] {
  if (flags.trustedProxies === undefined) {
    return readConfig(findConfig(source, flags, environment), environment).trustedProxies ?? [];
  }
  const networks = splitList(flags.trustedProxies);
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong === undefined) return networks;
  throw misused(
    `Cannot trust "${wrong}" of --trusted-proxies: an IP address or a network such as 10.0.0.0/8 is expected.`,
  );
}

function readFeedbackSettings(flags: ServeFlags, environment: Terminal['environment']): FeedbackSettings | null {
  const address = feedbackAddress(flags, environment);
  if (address === null) return null;
  const origins = splitList(flags.feedbackOrigins ?? environment.CATCHWORD_FEEDBACK_ORIGINS ?? '').map(readOrigin);
  return { address, origins, cronSecret: environment.CATCHWORD_CRON_SECRET || null };
}

/** An origin as browsers write it in `Origin`: another spelling would never equal it. */
function readOrigin(text: string): string {
  if (webOrigin().safeParse(text).success) return new URL(text).origin;
  throw misused(`Cannot let scripts of "${text}" submit: an origin such as "https://example.org" is expected.`);
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The store of this process, made when it is not there and nothing speaks against it. */
async function openServedFeedback(
  settings: FeedbackSettings | null,
  init: boolean,
  log: (line: string) => void,
): Promise<FeedbackOptions | null> {
  if (settings === null) return null;
  const create = init && mayCreate(settings.address);
  const store = await tryOpen(settings.address, create);
  if (create) log(`Made a feedback store: ${storeFile(settings.address)}`);
  // Pages are served meanwhile, whatever the store says; its owner should know of it before a visitor does.
  void store.checkHealth().catch((error: Error) => log(error.message));
  return feedbackOn(store, settings);
}

function watchStoreDisk(settings: FeedbackSettings | null, log: Log): { stop(): void } | null {
  const file = settings === null ? null : storeFile(settings.address);
  return file === null ? null : watchDisk({ folder: dirname(resolve(file)), log });
}

function parseMinutes(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= 1440) return Number(text);
  throw misused(`Cannot roll up every "${text}" minutes: a number from 1 to 1440 is expected, or 0 for never.`);
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
