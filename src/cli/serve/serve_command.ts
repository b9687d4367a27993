import type { Observe } from '../../observation/observation.ts';
import { countOf } from '../../text/count_of.ts';
import { visibleJson } from '../../text/visible.ts';
import { recordSummary, renderSummary } from '../build/build_summary.ts';
import { explainNoValidators } from '../build/checkout_state.ts';
import { isFolder } from '../check_paths.ts';
import { misused } from '../command_error.ts';
import { createLog, type LogFormat, readLogFormat } from '../log.ts';
import type { ServeFlags } from '../options.ts';
import { configOf } from '../settings/read_config.ts';
import { searchSettings } from '../settings/search_settings.ts';
import { findUnusedSettings } from '../settings/unused_settings.ts';
import { type Paint, paintErr, type Terminal, untilEnded } from '../terminal.ts';
import { type HeldPort, holdPort, httpOrigin } from './listen.ts';
import { type LiveServer, type ServeSettings, serveInProcess, type ThreadParts, warmUpFor } from './live_server.ts';
import { startMetricsServer } from './metrics_server.ts';
import { defaultCacheSize, usableMemory } from './process_memory.ts';
import { bunRuntime, serveByBun } from './serve_by_bun.ts';
import { serveByThreads } from './serve_by_threads.ts';
import { readAllSettings } from './serve_settings.ts';
import { createMissCounter, openServedFeedback, startFeedbackJobs } from './served_feedback.ts';
import { type OpenedBuild, openServedSource, subjectsOf } from './source/served_source.ts';
import type { SharedBuild } from './source/shared_build.ts';

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

/** @throws CommandError (exit 2) for a wrong value, before anything is opened */
function readSettings(source: string, flags: ServeFlags, { environment }: Terminal) {
  const settings = readAllSettings(source, flags, environment);
  if (settings.workers === 1) return settings;
  if (settings.requested.feedback?.address === 'memory:') {
    throw misused(
      'Cannot start several workers with --feedback memory: they cannot share it. Specify another store, or use --workers 1.',
    );
  }
  if (bunRuntime() !== null) {
    throw misused(
      'Cannot start several workers under Bun: they need Node. Run catchword under Node, or use --workers 1.',
    );
  }
  return settings;
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
  const search = searchSettings(flags, environment, configOf(source, flags, environment).search);
  const served = await openServedSource(search, source, flags, terminal, (report) => {
    // Its notes are observed, with those of the build.
    if (format === 'text') terminal.err(renderSummary({ ...report, notes: [] }, paintErr(terminal)));
    else observe(recordSummary(report));
  });
  const { opened } = served;
  const feedback = await openServedFeedback(requested.feedback, flags.feedbackInit !== false, observe);
  const store = feedback?.store ?? null;
  const reason = explainNoValidators(opened.build.stamps, search === null && isFolder(source) ? source : null);
  if (reason !== null) observe({ kind: 'build-unstamped', reason });
  const cacheBytes = cacheSize ?? defaultCacheSize({ memory: usableMemory(), artefact: served.bytes, workers });
  const settings: ServeSettings = {
    ...requested,
    cacheBytes: Math.floor(cacheBytes / workers),
    feedback: feedback === null ? null : requested.feedback,
  };
  const misses = workers > 1 || store === null ? null : createMissCounter({ store, observe });
  const parts = { feedback, onMiss: misses?.onMiss ?? null, observe };
  const here = { source, flags, environment, host: settings.host, hasStore: feedback !== null };
  const tellUnused = createTeller(({ settings: built }) => findUnusedSettings(built, here), observe);
  tellUnused(opened.build)();
  let server: LiveServer;
  try {
    server = await listening(workers, settings, held, opened.build, parts);
  } catch (error) {
    await store?.close();
    throw error;
  }
  const { swap } = server;
  server = {
    ...server,
    async swap(next) {
      const tell = tellUnused(next);
      await swap(next);
      tell();
      opened.build = next;
      opened.subjects = await subjectsOf(next);
      observe({ kind: 'build-served', ...next.stamps });
    },
  };
  metrics?.addThreads(server);
  observe({ kind: 'build-served', ...opened.build.stamps });
  const jobs =
    store === null || settings.feedback === null
      ? null
      : startFeedbackJobs({ store, settings: settings.feedback, webhook, rollUpEvery, build: opened, observe });
  const reloads = served.follow(server, observe);
  // Install the signal handlers before the announcement: a program that reads it may send a signal at once.
  const ended = untilEnded(reloads.request, terminal.outIsTerminal);
  const url = httpOrigin(settings.host, server.port);
  const metricsPort = metrics === null ? {} : { metricsPort: metrics.port };
  if (terminal.outIsTerminal) {
    terminal.err(renderBanner(url, opened, performance.now() - started, paintErr(terminal)));
  } else terminal.out(`${visibleJson({ listening: true, url, ...metricsPort, ...opened.build.stamps })}\n`);
  const reading = served.read(observe);
  const exitCode = await ended;
  reading?.stop();
  metrics?.close();
  jobs?.pause();
  await Promise.all([reloads.close(), server.close()]);
  await Promise.all([misses?.close(), jobs?.stop()]);
  await served.release();
  await store?.close();
  return exitCode;
}

/** Finds the settings without effect of a build, and returns a function that tells those that were not told of the build before. */
function createTeller(find: (build: SharedBuild) => readonly string[], observe: Observe) {
  let told: readonly string[] = [];
  return (build: SharedBuild) => {
    const unused = find(build);
    return (): void => {
      const news = unused.filter((reason) => !told.includes(reason));
      told = unused;
      for (const reason of news) observe({ kind: 'settings-unused', reason });
    };
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
