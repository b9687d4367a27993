import type { Worker } from 'node:worker_threads';
import { memoryOfBytes } from '../../corpus/artefact/artefact_memory.ts';
import { createLog } from '../log.ts';
import { collectGarbage } from '../serve/collect_garbage.ts';
import { findNextFreePort } from '../serve/listen.ts';
import type { LiveServer, ServeSettings } from '../serve/live_server.ts';
import { bunRuntime, serveByBun } from '../serve/serve_by_bun.ts';
import { serveInProcess } from '../serve/serve_in_process.ts';
import { readServeSettings } from '../serve/serve_settings.ts';
import { openServedFeedback } from '../serve/served_feedback.ts';
import type { SharedBuild } from '../serve/source/shared_build.ts';
import { untilEnded } from '../serve/until_ended.ts';
import type { Terminal } from '../terminal.ts';
import { closeThread, type Inbox, tell, tellEnd } from './build_thread.ts';
import { createDevEvents, type DevEvents } from './dev_events.ts';
import type { DevFlags } from './dev_flags.ts';
import type { DevLog } from './dev_log.ts';
import type { BuiltInDev, FromDevThread } from './dev_thread.ts';
import { mayMissEdits } from './may_miss_edits.ts';

const unseen =
  'The folder is on a network drive or a mount. If edits are not seen, start with --poll, which looks at the files themselves.';
/** For the caches of answers, in bytes. A new build begins with empty ones. */
const cacheBytes = 32 * 1024 * 1024;
/** Pages of each kind of change that an event names. */
const mostNamedPages = 100;

/** What `dev` has when it starts to serve. */
export interface Building {
  readonly folder: string;
  readonly thread: Worker;
  readonly inbox: Inbox;
  readonly first: Promise<BuiltInDev>;
  readonly log: DevLog;
  /** By `performance.now`: when the command began. */
  readonly began: number;
}

/** Serves each build of the thread, until a signal ends it. @returns the exit code */
export async function serveBuilds(
  { folder, thread, inbox, first: building, log, began }: Building,
  flags: DevFlags,
  terminal: Terminal,
): Promise<number> {
  // The environment may name the store of a public server, which a site under edit must not touch.
  const requested = readServeSettings(folder, { ...flags, feedback: flags.feedback ?? 'none' }, terminal.environment);
  const first = await building;
  const observe = createLog('text', terminal, Date.now);
  const port = requested.port === 0 ? 0 : await findNextFreePort(requested.host, requested.port);
  // Feedback and searches on a site under edit are tests, so no misses are counted and no notices are sent.
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
  if (flags.poll === undefined && mayMissEdits(folder)) log.notice(unseen);
  followEdits(inbox, server, events, log, first);
  tellEnd(thread, log);
  const exitCode = await ended;
  events.close();
  await Promise.all([closeThread(thread), server.close()]);
  await feedback?.store.close();
  return exitCode;
}

function buildOf({ bytes, digest, stamps, publicOrigin }: BuiltInDev): SharedBuild {
  return { memory: memoryOfBytes(bytes, true), digest, stamps, publicOrigin };
}

/** Serves each new build, and reports it to the owner and to the listeners of the event stream. */
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
