import { findConfig } from '../build/bake_content.ts';
import { recordSummary, renderSummary } from '../build/build_summary.ts';
import { isFolder } from '../build/check_folder.ts';
import { explainNoValidators } from '../build/commit_stamp.ts';
import { misused } from '../command_error.ts';
import { createLog, readLogFormat } from '../log.ts';
import type { Announce } from '../open_source.ts';
import { readConfig } from '../settings/read_config.ts';
import { searchSettings } from '../settings/search_settings.ts';
import type { Terminal } from '../terminal.ts';
import { defaultCacheSize, usableMemory } from './cache_size.ts';
import { type LiveServer, type ServeSettings, type ThreadParts, warmUpFor } from './live_server.ts';
import { startMetricsServer } from './metrics_server.ts';
import { bunRuntime, serveByBun } from './serve_by_bun.ts';
import { serveByThreads } from './serve_by_threads.ts';
import { serveInProcess } from './serve_in_process.ts';
import {
  readCacheSetting,
  readMetricsAddress,
  readRollUpMinutes,
  readServeSettings,
  readWebhook,
  readWorkers,
  type ServeFlags,
} from './serve_settings.ts';
import { openServedFeedback, startNoticesTo, startObservedRollUps, watchStoreDisk } from './served_feedback.ts';
import { type OpenedBuild, openServedSource, subjectsOf } from './source/served_source.ts';
import type { SharedBuild } from './source/shared_build.ts';
import { countMissesOf } from './thread_feedback.ts';
import { untilEnded } from './until_ended.ts';

const unshared = 'Cannot share a store in memory among workers: name one with --feedback, or serve by one worker.';

/** `catchword serve`: answers requests until a signal ends it. When the source changes, it swaps to the new build. */
export async function serve(source: string, flags: ServeFlags, terminal: Terminal): Promise<number> {
  const started = performance.now();
  const { environment } = terminal;
  const format = readLogFormat(flags.logFormat ?? environment.CATCHWORD_LOG_FORMAT, terminal);
  const log = createLog(format, terminal, Date.now);
  const { workers, requested, webhook, cacheSize, rollUpEvery, metricsAddress } = readSettings(source, flags, terminal);
  const metrics = metricsAddress === null ? null : await startMetricsServer(metricsAddress, log);
  const observe = metrics?.observe ?? log;
  const announceSummary: Announce = (report) => {
    if (format === 'text') terminal.err(renderSummary(report));
    else observe(recordSummary(report));
  };
  const search = searchSettings(
    flags,
    environment,
    readConfig(findConfig(source, flags, environment), environment).search,
  );
  const served = await openServedSource(search, source, flags, terminal, announceSummary);
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
  const misses = workers > 1 ? null : countMissesOf(feedback, settings.countMisses, observe);
  const parts = { feedback, onMiss: misses?.onMiss ?? null, observe };
  const server = await startServer(workers, settings, opened, parts);
  metrics?.addThreads(server);
  observe({ kind: 'build-served', ...opened.build.stamps });
  const rollUps = feedback === null ? null : startObservedRollUps(feedback.store, opened, rollUpEvery, observe);
  const notices = feedback === null ? null : startNoticesTo(webhook, feedback.store, opened, observe);
  const disk = watchStoreDisk(settings.feedback, observe);
  const reloads = served.follow(server, observe);
  // Install the signal handlers before the announcement: a program that reads it may send a signal at once.
  const ended = untilEnded(reloads.request, terminal.outIsTerminal);
  announce(server, settings, opened, terminal, performance.now() - started, metrics?.port);
  const reading = served.read(observe);
  const exitCode = await ended;
  reading?.stop();
  rollUps?.stop();
  disk?.stop();
  metrics?.close();
  await Promise.all([reloads.close(), server.close()]);
  await served.release();
  await Promise.all([misses?.close(), notices?.stop()]);
  await feedback?.store.close();
  return exitCode;
}

/** @throws CommandError (exit 2) for a wrong value, before anything is opened */
function readSettings(source: string, flags: ServeFlags, { environment }: Terminal) {
  const settings = {
    workers: readWorkers(flags, environment),
    requested: readServeSettings(source, flags, environment),
    webhook: readWebhook(source, flags, environment),
    cacheSize: readCacheSetting(source, flags, environment),
    rollUpEvery: readRollUpMinutes(flags, environment),
    metricsAddress: readMetricsAddress(flags, environment),
  };
  const { workers, requested } = settings;
  if (requested.feedback?.address === 'memory:' && workers > 1) throw misused(unshared);
  if (workers > 1 && bunRuntime() !== null) {
    throw misused('Cannot serve by several workers under Bun: run catchword under Node.');
  }
  return settings;
}

/** Serves in this thread or in several. A swap also updates `opened`. */
async function startServer(
  workers: number,
  settings: ServeSettings,
  opened: OpenedBuild,
  parts: ThreadParts,
): Promise<LiveServer> {
  const server = await listening(workers, settings, opened.build, parts).catch(async (error: unknown) => {
    await parts.feedback?.store.close();
    throw error;
  });
  return {
    ...server,
    async swap(next) {
      await server.swap(next);
      opened.build = next;
      opened.subjects = await subjectsOf(next);
      parts.observe({ kind: 'build-served', ...next.stamps });
    },
  };
}

async function listening(
  workers: number,
  settings: ServeSettings,
  build: SharedBuild,
  parts: ThreadParts,
): Promise<LiveServer> {
  if (workers > 1) return serveByThreads(workers, settings, build, parts.observe);
  await warmUpFor(build);
  const bun = bunRuntime();
  return bun === null ? serveInProcess(settings, build, parts) : serveByBun(bun, settings, build, parts);
}

function announce(
  { port }: LiveServer,
  { host }: Pick<ServeSettings, 'host'>,
  opened: OpenedBuild,
  terminal: Terminal,
  milliseconds: number,
  metricsPort: number | undefined,
): void {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const metrics = metricsPort === undefined ? {} : { metricsPort };
  if (terminal.outIsTerminal) terminal.err(renderBanner(url, opened, milliseconds));
  else terminal.out(`${JSON.stringify({ listening: true, url, ...metrics, ...opened.build.stamps })}\n`);
}

function renderBanner(url: string, { pages, collections }: OpenedBuild, milliseconds: number): string {
  return [
    '',
    `  catchword  ready in ${Math.round(milliseconds)} ms`,
    `  ├─ Explore  ${url}/explore`,
    `  ├─ API      ${url}/api/pages?q=...`,
    `  ├─ Version  ${url}/version.json`,
    `  └─ ${pages} pages, ${collections} collections  (Ctrl+C to stop)`,
    '',
    '',
  ].join('\n');
}
