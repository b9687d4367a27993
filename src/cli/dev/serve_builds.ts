import { statfsSync } from 'node:fs';
import { shareBytes } from '../../corpus/artefact/shared_bytes.ts';
import { openCorpus } from '../../corpus/open_corpus.ts';
import { createLog } from '../log.ts';
import type { DevFlags } from '../options.ts';
import { type HeldPort, holdPort } from '../serve/listen.ts';
import { type LiveServer, type ServeSettings, serveInProcess } from '../serve/live_server.ts';
import { collectGarbage } from '../serve/process_memory.ts';
import { bunRuntime, serveByBun } from '../serve/serve_by_bun.ts';
import { readServeSettings } from '../serve/serve_settings.ts';
import { openServedFeedback } from '../serve/served_feedback.ts';
import { type SharedBuild, shareBuild } from '../serve/source/shared_build.ts';
import type { ConfigKey } from '../settings/config.ts';
import { configOf, findUnreadConfigs } from '../settings/read_config.ts';
import { explainUnused } from '../settings/unused_settings.ts';
import { type Environment, type Terminal, untilEnded } from '../terminal.ts';
import { createDevEvents, type DevEvents } from './dev_events.ts';
import type { DevLog } from './dev_log.ts';
import type { BuiltInDev, FromDevThread } from './dev_thread.ts';

const unseen =
  'The folder is on a network drive or a mount. If edits are not noticed, start with --poll, which checks the files themselves.';
const unusedInDev: readonly ConfigKey[] = ['cache', 'countMisses', 'notify', 'search'];
/** For the caches of answers, in bytes. A new build begins with empty ones. */
const cacheBytes = 32 * 1024 * 1024;
/** Pages of each kind of change that an event names. */
const mostNamedPages = 100;

/** The thread that watches and bakes, as the command sees it. */
export interface BuildThread {
  /** The first build. Rejects with a CommandError when the site cannot be built. */
  readonly first: Promise<BuiltInDev>;
  bakeAll(): void;
  /** Passes on all messages after the first build, and reports it when the thread ends by itself, as when it runs out of memory. */
  follow(receive: (message: FromDevThread) => void): void;
  /** Ends the thread, by force after a time limit. */
  close(): Promise<void>;
}

interface Building {
  readonly folder: string;
  readonly thread: BuildThread;
  readonly log: DevLog;
  /** By `performance.now`: when the command began. */
  readonly began: number;
}

/** Serves each build of the thread, until a signal ends it. @returns the exit code */
export async function serveBuilds(building: Building, flags: DevFlags, terminal: Terminal): Promise<number> {
  // The environment may name the store of a public server, which a site under edit must not touch.
  const settings = { ...flags, feedback: flags.feedback ?? 'none' };
  const requested = readServeSettings(building.folder, settings, terminal.environment);
  const held = await holdPort(requested, true);
  try {
    return await serveOn(held, requested, building, flags, terminal);
  } finally {
    await held.release();
  }
}

async function serveOn(
  held: HeldPort,
  requested: Omit<ServeSettings, 'cacheBytes'>,
  { folder, thread, log, began }: Building,
  flags: DevFlags,
  terminal: Terminal,
): Promise<number> {
  const first = await thread.first;
  const observe = createLog('text', terminal, Date.now);
  // Feedback and searches on a site under edit are tests, so no misses are counted and no notices are sent.
  const feedbackSettings = requested.feedback === null ? null : { ...requested.feedback, noticeKinds: [] };
  const settings: ServeSettings = { ...requested, feedback: feedbackSettings, countsMetrics: false, cacheBytes };
  const feedback = await openServedFeedback(settings.feedback, true, observe);
  const parts = { feedback, onMiss: null, observe };
  const events = createDevEvents(first.digest, settings.gatePassword);
  const bun = bunRuntime();
  const server = await (bun === null
    ? serveInProcess(settings, held, buildOf(first), parts, events.takeNode)
    : serveByBun(bun, settings, held, buildOf(first), parts, events.takeFetch));
  const ended = untilEnded(thread.bakeAll, terminal.outIsTerminal);
  log.started(first, { ...settings, port: server.port }, requested.port, performance.now() - began);
  for (const note of notesOf(folder, flags, terminal.environment)) log.notice(note);
  if (flags.poll === undefined && mayMissEdits(folder)) log.notice(unseen);
  followEdits(thread, server, events, log, first);
  const exitCode = await ended;
  events.close();
  await Promise.all([thread.close(), server.close()]);
  await feedback?.store.close();
  return exitCode;
}

function notesOf(folder: string, flags: DevFlags, environment: Environment): string[] {
  const config = configOf(folder, flags, environment);
  const declared = (keys: readonly ConfigKey[]) =>
    keys.filter((key) => config[key] !== undefined && config[key] !== false).map((key) => `"${key}"`);
  return [
    ...findUnreadConfigs(folder, flags, environment),
    ...explainUnused(declared(unusedInDev), 'Only "catchword serve" uses them.'),
    ...explainUnused(
      flags.feedback === undefined ? declared(['feedbackOrigins', 'mcpFeedback']) : [],
      'No feedback is stored here: specify a store with --feedback.',
    ),
  ];
}

function buildOf({ bytes, images }: BuiltInDev): SharedBuild {
  const shared = shareBytes(bytes, true);
  return shareBuild({ ...openCorpus(shared), shared, images });
}

/** Serves each new build, and reports it to the owner and to the listeners of the event stream. */
function followEdits(thread: BuildThread, server: LiveServer, events: DevEvents, log: DevLog, first: BuiltInDev): void {
  let number = 1;
  let pages = first.pages;
  let id = first.digest;
  let fault: string | null = null;
  let serving = Promise.resolve();

  async function serve(built: BuiltInDev): Promise<void> {
    await server.swap(buildOf(built));
    number++;
    pages = built.pages;
    id = built.digest;
    fault = null;
    events.send({ name: 'build', id, data: { build: number, pages, ...nameChanges(built) } });
    log.served(number, built, Date.now() - built.since);
    setImmediate(collectGarbage);
  }

  function fail(reason: string): void {
    if (reason === fault) return;
    fault = reason;
    events.send({ name: 'fault', id, data: { build: number, reason } });
    log.failed(reason, number);
  }

  function handle(message: FromDevThread): void | Promise<void> {
    switch (message.kind) {
      case 'built':
        return serve(message).catch((error: Error) => fail(error.message));
      case 'failed':
        return fail(message.reason);
      case 'same':
        if (fault === null) return;
        fault = null;
        events.send({ name: 'build', id, data: { build: number, pages, ...none } });
        return log.recovered(number);
      case 'checked':
        return log.checked(message);
      case 'watching':
        return log.watching();
      case 'notice':
        return log.notice(message.text);
    }
  }

  thread.follow((message) => {
    serving = serving.then(() => handle(message));
  });
}

const none = { added: [], changed: [], removed: [], all: false };

/** The pages of a build that an event names. `all`: more of them, or all pages at once, may answer differently. */
function nameChanges({ changes: { added, changed, removed }, isReset }: BuiltInDev) {
  const named = (paths: readonly string[]) => paths.slice(0, mostNamedPages);
  const isCut = [added, changed, removed].some((paths) => paths.length > mostNamedPages);
  return { added: named(added), changed: named(changed), removed: named(removed), all: isReset || isCut };
}

/**
 * Kinds of file systems, as Linux numbers them, that do not report changes made on another machine: NFS, SMB, 9P, FUSE (which mounts
 * into containers often are), and shared folders of virtual machines.
 */
const REMOTE = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x786f4256, 0x7c7c6673]);

/** Whether a folder may be edited from another machine, of which this system gets no events. */
export function mayMissEdits(folder: string, readType: (path: string) => number = fileSystemType): boolean {
  try {
    return REMOTE.has(readType(folder) >>> 0);
  } catch {
    return false;
  }
}

function fileSystemType(path: string): number {
  return process.platform === 'linux' ? statfsSync(path).type : 0;
}
