import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { openBudget } from '../../cache/cache_budget.ts';
import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import type { Webhook } from '../../feedback/notices/send_notice.ts';
import type { PublicAbout } from '../../feedback/public_about.ts';
import type { FeedbackOptions } from '../../http/resources/feedback_options.ts';
import { siteSubjects } from '../../http/resources/site_subjects.ts';
import type { Observe } from '../../observation/observation.ts';
import { artefactSubjects } from '../artefact_subjects.ts';
import { findConfig } from '../bake_content.ts';
import { recordSummary, renderSummary } from '../build_summary.ts';
import { isFolder } from '../check_folder.ts';
import { CommandError, misused } from '../command_error.ts';
import { explainNoValidators } from '../commit_stamp.ts';
import { mayCreate, storeFile, tryOpen } from '../feedback_settings.ts';
import { createLog, readLogFormat } from '../log.ts';
import { type Announce, openSource } from '../open_source.ts';
import { readConfig } from '../read_config.ts';
import { type SearchSettings, searchSettings } from '../search_settings.ts';
import type { Terminal } from '../terminal.ts';
import { defaultCacheSize, usableMemory } from './cache_size.ts';
import { type LiveServer, type ServeSettings, type ThreadParts, warmUpFor } from './live_server.ts';
import { startMetricsServer } from './metrics_server.ts';
import { startNotices } from './notices.ts';
import { observeStore } from './observe_store.ts';
import { readInBackground } from './read_in_background.ts';
import { createReloads, type Reloads } from './reloads.ts';
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
import { openEngine, type SharedBuild, shareBuild } from './shared_build.ts';
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
  const search = searchSettings(
    flags,
    environment,
    readConfig(findConfig(source, flags, environment), environment).search,
  );
  const served =
    search === null
      ? await openArtefact(source, flags, terminal, announceSummary)
      : await openSearched(search, source, flags, environment);
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
  const notices = feedback === null ? null : sendNotices(webhook, feedback.store, opened, observe);
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

/** Where builds come from: an artefact, a folder, or an alias of a cluster. */
interface ServedSource {
  readonly opened: OpenedBuild;
  /** Memory of the build. */
  readonly bytes: number;
  /** Swaps to new builds. */
  follow(server: LiveServer, observe: Observe): Reloads;
  /** Reads all of the first build in the background; null: it is read. */
  read(observe: Observe): { stop(): void } | null;
  /** Lets go of the build, once the last request is answered. */
  release(): Promise<void>;
}

async function openArtefact(
  source: string,
  flags: ServeFlags,
  terminal: Terminal,
  announceSummary: Announce,
): Promise<ServedSource> {
  const corpus = await openSource(source, flags, terminal, announceSummary);
  const first = shareBuild(corpus);
  const { bytes, kept } = first.memory;
  return {
    opened: {
      build: first,
      subjects: artefactSubjects(corpus),
      pages: corpus.pages.count,
      collections: corpus.settings.collections.length,
    },
    bytes: bytes.byteLength + kept.byteLength,
    follow(server, observe) {
      const environment = { ...terminal.environment };
      const reloads = createReloads({ source, flags, environment }, server, first, observe);
      // A folder changes with every file that its author saves, so it is baked again only on SIGHUP.
      const watch = isFolder(source)
        ? null
        : watchFile(source, reloads.request, (reason) => observe({ kind: 'watch-lost', source, reason }));
      return {
        request: reloads.request,
        close() {
          watch?.close();
          return reloads.close();
        },
      };
    },
    read: (observe) => readInBackground(first.memory, observe),
    release: async () => undefined,
  };
}

async function openSearched(
  search: SearchSettings,
  source: string,
  flags: ServeFlags,
  environment: Terminal['environment'],
): Promise<ServedSource> {
  // Loaded only by servers that use a cluster.
  const { createAliasSource } = await import('./follow_alias.ts');
  const alias = createAliasSource(search, source, flags, environment);
  const first = await alias.open();
  const { settings } = await openEngine(first, openBudget(0));
  return {
    opened: {
      build: first,
      subjects: await subjectsOf(first),
      pages: first.cluster.meta.pages,
      collections: settings.collections.length,
    },
    bytes: first.cluster.parts.reduce((sum, { length }) => sum + length, 0),
    follow: (server, observe) => alias.follow(server, first, observe),
    read: () => null,
    release: alias.release,
  };
}

async function subjectsOf(build: SharedBuild): Promise<PublicAbout> {
  return siteSubjects(await openEngine(build, openBudget(0)));
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
