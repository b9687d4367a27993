import type { Observe } from '../../observation/observation.ts';
import { countOf } from '../../text/count_of.ts';
import { visibleJson } from '../../text/visible.ts';
import { recordSummary, renderSummary } from '../build/build_summary.ts';
import { isFolder } from '../build/check_folder.ts';
import { explainNoValidators } from '../build/checkout_state.ts';
import { misused } from '../command_error.ts';
import { createLog, type LogFormat, readLogFormat } from '../log.ts';
import type { ReceiveReport } from '../open_source.ts';
import type { ServeFlags } from '../options.ts';
import { configOf } from '../settings/read_config.ts';
import { searchSettings } from '../settings/search_settings.ts';
import { findUnusedSettings } from '../settings/unused_settings.ts';
import { type Paint, paintErr, type Terminal, untilEnded } from '../terminal.ts';
import { type HeldPort, holdPort, httpOrigin } from './listen.ts';
import { type LiveServer, type ServeSettings, type ThreadParts, warmUpFor } from './live_server.ts';
import { startMetricsServer } from './metrics_server.ts';
import { defaultCacheSize, usableMemory } from './process_memory.ts';
import { bunRuntime, serveByBun } from './serve_by_bun.ts';
import { serveByThreads } from './serve_by_threads.ts';
import { serveInProcess } from './serve_in_process.ts';
import { readAllSettings } from './serve_settings.ts';
import { openServedFeedback, startFeedbackJobs } from './served_feedback.ts';
import { type OpenedBuild, openServedSource, subjectsOf } from './source/served_source.ts';
import type { SharedBuild } from './source/shared_build.ts';
import { countMissesOf } from './thread_feedback.ts';

const unshared =
  'Cannot start several workers with --feedback memory: they cannot share it. Name another store, or use --workers 1.';

/** `catchword serve`: answers requests until a signal ends it. When the source changes, it swaps to the new build. */
export async function serve(source: string, flags: ServeFlags, terminal: Terminal): Promise<number> {
  const started = performance.now();
  const format = readLogFormat(flags.logFormat ?? terminal.environment.CATCHWORD_LOG_FORMAT, terminal);
  const log = createLog(format, terminal, Date.now);
  const settings = readSettings(source, flags, terminal);
  // Before anything is built or written, so that a taken port leaves no trace.
  const held = await holdPort(settings.requested);
  try {
    return await serveOn(held, settings, { source, flags, terminal, started, format, log });
  } finally {
    await held.release();
  }
}

interface Starting {
  readonly source: string;
  readonly flags: ServeFlags;
  readonly terminal: Terminal;
  /** By `performance.now`. */
  readonly started: number;
  readonly format: LogFormat;
  readonly log: Observe;
}

/** @returns the exit code, when a signal has ended it */
async function serveOn(
  held: HeldPort,
  { workers, requested, webhook, cacheSize, rollUpEvery, metricsAddress }: ReturnType<typeof readSettings>,
  { source, flags, terminal, started, format, log }: Starting,
): Promise<number> {
  const { environment } = terminal;
  const metrics = metricsAddress === null ? null : await startMetricsServer(metricsAddress, log);
  const observe = metrics?.observe ?? log;
  const printSummary: ReceiveReport = (report) => {
    // Its notes are observed, with those of the build.
    if (format === 'text') terminal.err(renderSummary({ ...report, notes: [] }, paintErr(terminal)));
    else observe(recordSummary(report));
  };
  const search = searchSettings(flags, environment, configOf(source, flags, environment).search);
  const served = await openServedSource(search, source, flags, terminal, printSummary);
  const { opened } = served;
  const feedback = await openServedFeedback(requested.feedback, flags.feedbackInit !== false, observe);
  const reason = explainNoValidators(opened.build.stamps, search === null && isFolder(source) ? source : null);
  if (reason !== null) observe({ kind: 'build-unstamped', reason });
  const cacheBytes = cacheSize ?? defaultCacheSize({ memory: usableMemory(), artefact: served.bytes, workers });
  const settings: ServeSettings = {
    ...requested,
    cacheBytes: Math.floor(cacheBytes / workers),
    feedback: feedback === null ? null : requested.feedback,
  };
  const misses = workers > 1 ? null : countMissesOf(feedback, observe);
  const parts = { feedback, onMiss: misses?.onMiss ?? null, observe };
  const here = { source, flags, environment, host: settings.host, hasStore: feedback !== null };
  const findUnused = ({ settings: built }: SharedBuild) => findUnusedSettings(built, here);
  const server = await startServer(workers, settings, held, opened, parts, findUnused);
  metrics?.addThreads(server);
  observe({ kind: 'build-served', ...opened.build.stamps });
  const jobs =
    feedback === null || settings.feedback === null
      ? null
      : startFeedbackJobs({
          ...{ store: feedback.store, settings: settings.feedback },
          ...{ webhook, rollUpEvery, build: opened, observe },
        });
  const reloads = served.follow(server, observe);
  // Install the signal handlers before the announcement: a program that reads it may send a signal at once.
  const ended = untilEnded(reloads.request, terminal.outIsTerminal);
  printReady(server, settings, opened, terminal, performance.now() - started, metrics?.port);
  const reading = served.read(observe);
  const exitCode = await ended;
  reading?.stop();
  metrics?.close();
  jobs?.pause();
  await Promise.all([reloads.close(), server.close()]);
  await Promise.all([misses?.close(), jobs?.stop()]);
  await served.release();
  await feedback?.store.close();
  return exitCode;
}

/** @throws CommandError (exit 2) for a wrong value, before anything is opened */
function readSettings(source: string, flags: ServeFlags, { environment }: Terminal) {
  const settings = readAllSettings(source, flags, environment);
  if (settings.workers === 1) return settings;
  if (settings.requested.feedback?.address === 'memory:') throw misused(unshared);
  if (bunRuntime() !== null) {
    throw misused(
      'Cannot start several workers under Bun: they need Node. Run catchword under Node, or use --workers 1.',
    );
  }
  return settings;
}

/** Serves in this thread or in several. A swap also updates `opened`. */
async function startServer(
  workers: number,
  settings: ServeSettings,
  held: HeldPort,
  opened: OpenedBuild,
  parts: ThreadParts,
  findUnused: (build: SharedBuild) => readonly string[],
): Promise<LiveServer> {
  let told = findUnused(opened.build);
  for (const reason of told) parts.observe({ kind: 'settings-unused', reason });
  const server = await listening(workers, settings, held, opened.build, parts).catch(async (error: unknown) => {
    await parts.feedback?.store.close();
    throw error;
  });
  return {
    ...server,
    async swap(next) {
      const unused = findUnused(next);
      await server.swap(next);
      const news = unused.filter((reason) => !told.includes(reason));
      told = unused;
      for (const reason of news) parts.observe({ kind: 'settings-unused', reason });
      opened.build = next;
      opened.subjects = await subjectsOf(next);
      parts.observe({ kind: 'build-served', ...next.stamps });
    },
  };
}

async function listening(
  workers: number,
  settings: ServeSettings,
  held: HeldPort,
  build: SharedBuild,
  parts: ThreadParts,
): Promise<LiveServer> {
  if (workers > 1) return serveByThreads(workers, settings, held, build, parts.observe);
  await warmUpFor(build);
  const bun = bunRuntime();
  return bun === null ? serveInProcess(settings, held, build, parts) : serveByBun(bun, settings, held, build, parts);
}

function printReady(
  { port }: LiveServer,
  { host }: Pick<ServeSettings, 'host'>,
  opened: OpenedBuild,
  terminal: Terminal,
  milliseconds: number,
  metricsPort: number | undefined,
): void {
  const url = httpOrigin(host, port);
  const metrics = metricsPort === undefined ? {} : { metricsPort };
  if (terminal.outIsTerminal) terminal.err(renderBanner(url, opened, milliseconds, paintErr(terminal)));
  else terminal.out(`${visibleJson({ listening: true, url, ...metrics, ...opened.build.stamps })}\n`);
}

function renderBanner(url: string, { pages, collections }: OpenedBuild, milliseconds: number, paint: Paint): string {
  return [
    '',
    `  ${paint('name', 'catchword')}  ready in ${Math.round(milliseconds)} ms`,
    `  ├─ Explore  ${paint('address', `${url}/explore`)}`,
    `  ├─ API      ${paint('address', `${url}/api/pages?q=...`)}`,
    `  ├─ Version  ${paint('address', `${url}/version.json`)}`,
    `  └─ ${countOf(pages, 'page')}, ${countOf(collections, 'collection')}  (Ctrl+C to stop)`,
    '',
    '',
  ].join('\n');
}
