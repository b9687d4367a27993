import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import type { Webhook } from '../../feedback/notices/send_notice.ts';
import type { PublicAbout } from '../../feedback/public_about.ts';
import type { FeedbackOptions } from '../../http/resources/feedback_options.ts';
import type { Observe } from '../../observation/observation.ts';
import { artefactSubjects } from '../artefact_subjects.ts';
import { recordSummary, renderSummary } from '../build_summary.ts';
import { CommandError, misused } from '../command_error.ts';
import { explainNoValidators } from '../commit_stamp.ts';
import { mayCreate, storeFile, tryOpen } from '../feedback_settings.ts';
import { createLog, readLogFormat } from '../log.ts';
import { type Announce, isFolder, openSource } from '../open_source.ts';
import type { Terminal } from '../terminal.ts';
import { defaultCacheSize, usableMemory } from './cache_size.ts';
import type { LiveServer, ServeSettings, ThreadParts } from './live_server.ts';
import { startMetricsServer } from './metrics_server.ts';
import { startNotices } from './notices.ts';
import { observeStore } from './observe_store.ts';
import { readInBackground } from './read_in_background.ts';
import { createReloads } from './reloads.ts';
import { startRollUps } from './roll_ups.ts';
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
import { openBuild, type SharedBuild, shareBuild } from './shared_build.ts';
import { countMissesOf, type FeedbackSettings, feedbackOn } from './thread_feedback.ts';
import { untilEnded } from './until_ended.ts';
import { watchDisk } from './watch_disk.ts';
import { watchFile } from './watch_file.ts';

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
  const opened = await openFirst(source, flags, terminal, announceSummary);
  const feedback = await openServedFeedback(requested.feedback, flags.feedbackInit !== false, observe);
  const reason = explainNoValidators(opened.build.stamps, isFolder(source) ? source : null);
  if (reason !== null) observe({ kind: 'build-unstamped', reason });
  const { bytes, kept } = opened.build.memory;
  const artefact = bytes.byteLength + kept.byteLength;
  const cacheBytes = cacheSize ?? defaultCacheSize({ memory: usableMemory(), artefact, workers });
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
  const notices = feedback === null ? null : sendNotices(webhook, feedback.store, opened, observe);
  const disk = watchStoreDisk(settings.feedback, observe);
  const reloads = createReloads({ source, flags, environment: { ...environment } }, server, opened.build, observe);
  // A folder changes with every file that its author saves, so it is baked again only on SIGHUP.
  const watch = isFolder(source)
    ? null
    : watchFile(source, reloads.request, (reason) => observe({ kind: 'watch-lost', source, reason }));
  // Install the signal handlers before the announcement: a program that reads it may send a signal at once.
  const ended = untilEnded(reloads.request, terminal.outIsTerminal);
  announce(server, settings, opened, terminal, performance.now() - started, metrics?.port);
  const reading = readInBackground(opened.build.memory, observe);
  const exitCode = await ended;
  reading.stop();
  watch?.close();
  rollUps?.stop();
  disk?.stop();
  metrics?.close();
  await Promise.all([reloads.close(), server.close()]);
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

/** @param webhook null: no notices are sent */
function sendNotices(
  webhook: Webhook | null,
  store: FeedbackStore,
  build: OpenedBuild,
  observe: Observe,
): ReturnType<typeof startNotices> | null {
  return webhook === null ? null : startNotices({ store, webhook, publicAbout: () => build.subjects, observe });
}

/** @param every minutes; 0: never */
function startObservedRollUps(
  opened: FeedbackStore,
  build: OpenedBuild,
  every: number,
  observe: Observe,
): { stop(): void } | null {
  const { store } = observeStore(opened, observe);
  // Tells how old the aggregate is; a store that does not answer is told elsewhere.
  void store.readAggregate().catch(() => undefined);
  return every === 0 ? null : startRollUps({ store, publicAbout: () => build.subjects, every, observe });
}

/** The current build and the values of it that this thread needs. A swap changes it in place, so that the old build can be freed. */
interface OpenedBuild {
  build: SharedBuild;
  subjects: PublicAbout;
  readonly pages: number;
  readonly collections: number;
}

async function openFirst(
  source: string,
  flags: ServeFlags,
  terminal: Terminal,
  announceSummary: Announce,
): Promise<OpenedBuild> {
  const corpus = await openSource(source, flags, terminal, announceSummary);
  return {
    build: shareBuild(corpus),
    subjects: artefactSubjects(corpus),
    pages: corpus.pages.count,
    collections: corpus.settings.collections.length,
  };
}

/** Serves in this thread or in several. A swap also updates `opened`. */
async function startServer(
  workers: number,
  settings: ServeSettings,
  opened: OpenedBuild,
  parts: ThreadParts,
): Promise<LiveServer> {
  const bun = bunRuntime();
  const starting =
    workers > 1
      ? serveByThreads(workers, settings, opened.build, parts.observe)
      : bun === null
        ? serveInProcess(settings, opened.build, parts)
        : serveByBun(bun, settings, opened.build, parts);
  const server = await starting.catch(async (error: unknown) => {
    await parts.feedback?.store.close();
    throw error;
  });
  return {
    ...server,
    async swap(next) {
      await server.swap(next);
      opened.build = next;
      opened.subjects = artefactSubjects(openBuild(next));
      parts.observe({ kind: 'build-served', ...next.stamps });
    },
  };
}

/**
 * Opens the feedback store of this process, and creates a missing SQLite file where `mayCreate` allows it. Null when
 * feedback is off, or when no store was configured and the default one cannot be created.
 */
export async function openServedFeedback(
  settings: FeedbackSettings | null,
  init: boolean,
  observe: Observe,
): Promise<FeedbackOptions | null> {
  if (settings === null) return null;
  const { address, isNamed } = settings;
  const create = init && mayCreate(address);
  let store: FeedbackStore;
  try {
    store = await tryOpen(address, create);
  } catch (error) {
    // A store that exists must be used: only a missing, unconfigured one may be skipped.
    const isOptional = create && !isNamed && !existsSync(storeFile(address) ?? '');
    if (!isOptional || !(error instanceof CommandError)) throw error;
    observe({ kind: 'store-left-out', reason: error.message });
    return null;
  }
  if (create) observe({ kind: 'store-made', file: storeFile(address)! });
  // Do not wait: pages are served even if the store is down. The log tells the owner before a visitor notices.
  void store.checkHealth().catch((error: Error) => observe({ kind: 'store-unavailable', reason: error.message }));
  return feedbackOn(store, settings);
}

function watchStoreDisk(settings: FeedbackSettings | null, observe: Observe): { stop(): void } | null {
  const file = settings === null ? null : storeFile(settings.address);
  return file === null ? null : watchDisk({ folder: dirname(resolve(file)), observe });
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
