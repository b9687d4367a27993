import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { memoryOfBytes } from '../../corpus/artefact/artefact_memory.ts';
import type { BakeFlags } from '../bake_content.ts';
import { CommandError, misused } from '../command_error.ts';
import type { StoreFlags } from '../feedback_settings.ts';
import { createLog } from '../log.ts';
import { checkFolder } from '../open_source.ts';
import { createProgress } from '../progress.ts';
import { collectGarbage } from '../serve/collect_garbage.ts';
import { findNextFreePort } from '../serve/listen.ts';
import type { LiveServer, ServeSettings } from '../serve/live_server.ts';
import { bunRuntime, serveByBun } from '../serve/serve_by_bun.ts';
import { openServedFeedback } from '../serve/serve_command.ts';
import { serveInProcess } from '../serve/serve_in_process.ts';
import { readServeSettings } from '../serve/serve_settings.ts';
import type { SharedBuild } from '../serve/shared_build.ts';
import { untilEnded } from '../serve/until_ended.ts';
import type { Terminal } from '../terminal.ts';
import { createDevEvents, type DevEvents } from './dev_events.ts';
import { createDevLog, type DevLog } from './dev_log.ts';
import type { BuiltInDev, DevThreadData, FromDevThread, ToDevThread } from './dev_thread.ts';
import { mayMissEdits } from './may_miss_edits.ts';

export interface DevFlags extends BakeFlags, StoreFlags {
  readonly host?: string;
  readonly port?: string;
  /** Milliseconds; true for the default. */
  readonly poll?: string | true;
  readonly nativeQuery?: boolean;
  readonly logRequests?: boolean;
}

const unseen =
  'The folder is on a network drive or a mount. If edits are not seen, start with --poll, which looks at the files themselves.';
/** For the caches of answers, in bytes. A new build begins with empty ones. */
const cacheBytes = 32 * 1024 * 1024;
const defaultPoll = '500';
/** Milliseconds until the thread that bakes is terminated at shutdown. */
const closeTimeout = 2_000;
/** Pages of each kind of change that an event names. */
const mostNamedPages = 100;

/**
 * `catchword dev`: serves a folder and answers from a new build after each edit, until a signal ends it. It writes nothing but the
 * cache of builds, and a feedback store only where `--feedback` names one.
 */
export async function dev(folder: string, flags: DevFlags, terminal: Terminal): Promise<number> {
  const began = performance.now();
  checkFolder(folder);
  const { environment } = terminal;
  // The environment may name the store of a public server, which edits at home must not touch.
  const requested = readServeSettings(folder, { ...flags, feedback: flags.feedback ?? 'none' }, environment);
  const poll = readPoll(flags.poll);
  const { config, allowEmpty } = flags;
  const thread = startThread({
    ...{ folder, environment: { ...environment }, poll },
    flags: { ...(config === undefined ? {} : { config }), ...(allowEmpty === undefined ? {} : { allowEmpty }) },
  });
  const log = createDevLog(folder, terminal);
  try {
    const inbox = openInbox(thread);
    const first = await firstBuild(thread, inbox, log, terminal);
    const observe = createLog('text', terminal, Date.now);
    const port = requested.port === 0 ? 0 : await findNextFreePort(requested.host, requested.port);
    // What is tried out is neither counted nor told to anybody.
    const feedbackSettings = requested.feedback === null ? null : { ...requested.feedback, noticeKinds: [] };
    const uncounted = { countMisses: false, countsMetrics: false };
    const settings: ServeSettings = { ...requested, feedback: feedbackSettings, ...uncounted, port, cacheBytes };
    const feedback = await openServedFeedback(settings.feedback, true, observe);
    const parts = { feedback, onMiss: null, observe };
    const events = createDevEvents(first.digest, settings.gatePassword);
    const bun = bunRuntime();
    const server = await (bun === null
      ? serveInProcess(settings, buildOf(first), parts, events.takeNode)
      : serveByBun(bun, settings, buildOf(first), parts, events.takeFetch));
    const ended = untilEnded(() => tell(thread, { kind: 'bake-all' }), terminal.outIsTerminal);
    log.started(first, { ...settings, port: server.port }, requested.port, performance.now() - began);
    if (poll === null && mayMissEdits(folder)) log.notice(unseen);
    followEdits(inbox, server, events, log, first);
    tellEnd(thread, log);
    const exitCode = await ended;
    events.close();
    await Promise.all([closeThread(thread), server.close()]);
    await feedback?.store.close();
    return exitCode;
  } catch (error) {
    await thread.terminate();
    throw error;
  }
}

/** Milliseconds between two looks at every file, or null when the system tells what changes. */
function readPoll(poll: string | true | undefined): number | null {
  if (poll === undefined) return null;
  const text = poll === true ? defaultPoll : poll;
  if (/^\d{2,5}$/.test(text) && Number(text) >= 50) return Number(text);
  throw misused(`Cannot look at the files every "${text}" milliseconds: a number from 50 to 99999 is expected.`);
}

function startThread(data: DevThreadData): Worker {
  return new Worker(new URL('./dev_thread.ts', import.meta.url), { workerData: data });
}

function tell(thread: Worker, message: ToDevThread): void {
  thread.postMessage(message);
}

type Receive = (message: FromDevThread) => void;

/** The messages of the thread. Those that nobody takes are kept: an edit may be built while the server still starts. */
interface Inbox {
  /** Gives what was kept and what comes to a receiver. */
  take(receive: Receive): void;
  /** Keeps what comes from now on. */
  hold(): void;
}

function openInbox(thread: Worker): Inbox {
  const kept: FromDevThread[] = [];
  let receiver: Receive | null = null;
  thread.on('message', (message: FromDevThread) => {
    if (receiver === null) kept.push(message);
    else receiver(message);
  });
  return {
    take(receive) {
      receiver = receive;
      for (const message of kept.splice(0)) receive(message);
    },
    hold() {
      receiver = null;
    },
  };
}

/** @throws CommandError when the site cannot be built */
function firstBuild(thread: Worker, inbox: Inbox, log: DevLog, terminal: Terminal): Promise<BuiltInDev> {
  const progress = createProgress(terminal);
  return new Promise<BuiltInDev>((resolve, reject) => {
    inbox.take((message) => {
      if (message.kind === 'progress') return progress.show(message.done, message.total);
      progress.clear();
      if (message.kind === 'notice') return log.notice(message.text);
      inbox.hold();
      if (message.kind === 'built') resolve(message);
      else if (message.kind === 'failed') reject(new CommandError(message.reason, message.exitCode));
    });
    thread.once('error', reject);
    thread.once('exit', () => reject(new CommandError('Cannot build: the thread that builds ended.', 1)));
  });
}

function buildOf({ bytes, digest, stamps, publicOrigin }: BuiltInDev): SharedBuild {
  return { memory: memoryOfBytes(bytes, true), digest, stamps, publicOrigin };
}

/** Serves each new build, and tells the owner and the listeners of the event stream. */
function followEdits(inbox: Inbox, server: LiveServer, events: DevEvents, log: DevLog, first: BuiltInDev): void {
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
        events.send({
          name: 'build',
          id,
          data: { build: number, pages, added: [], changed: [], removed: [], all: false },
        });
        return log.recovered(number);
      case 'checked':
        return log.checked(message);
      case 'watching':
        return log.watching();
      case 'notice':
        return log.notice(message.text);
    }
  }

  inbox.take((message) => {
    serving = serving.then(() => handle(message));
  });
}

/** The pages of a build that an event names. `all`: more of them, or all pages at once, may answer differently. */
function nameChanges({ changes: { added, changed, removed }, isReset }: BuiltInDev) {
  const named = (paths: readonly string[]) => paths.slice(0, mostNamedPages);
  const isCut = [added, changed, removed].some((paths) => paths.length > mostNamedPages);
  return { added: named(added), changed: named(changed), removed: named(removed), all: isReset || isCut };
}

/** Says so when the thread ends by itself, as without memory. */
function tellEnd(thread: Worker, log: DevLog): void {
  thread.removeAllListeners('error');
  thread.removeAllListeners('exit');
  let reason = 'it ended';
  thread.on('error', (error: Error) => {
    reason = error.message;
  });
  thread.on('exit', (code) => {
    if (code !== 0) log.notice(`The thread that builds has ended: ${reason}. Edits are no longer seen; start again.`);
  });
}

async function closeThread(thread: Worker): Promise<void> {
  if (thread.threadId === -1) return;
  const ended = once(thread, 'exit');
  tell(thread, { kind: 'close' });
  const overdue = setTimeout(() => void thread.terminate(), closeTimeout);
  await ended;
  clearTimeout(overdue);
}
