/** The feedback of a server: its store, in each thread, and what one thread does for it besides answering. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Cron } from 'croner';
import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import { MissSketch, missKey } from '../../feedback/misses.ts';
import { deliverNotices, type Webhook } from '../../feedback/notices.ts';
import type { PublicAbout } from '../../feedback/public_feedback.ts';
import { rollUp } from '../../feedback/roll_up.ts';
import { StoreUnavailable } from '../../feedback/store_limits.ts';
import type { Kind } from '../../feedback/submission.ts';
import type { FeedbackOptions } from '../../http/resources/from_store.ts';
import { describeFailure, type Observation, type Observe } from '../../observation/observation.ts';
import { CommandError } from '../command_error.ts';
import { mayCreate, type StoreAddress, storeFile, tryOpen } from '../feedback/feedback_settings.ts';
import { observeStore } from './thread_metrics.ts';

/** Feedback settings of a server thread. Plain values, because they are sent to threads as messages. */
export interface FeedbackSettings extends StoreAddress {
  /** Null: as the build declares. */
  readonly origins: readonly string[] | null;
  readonly cronSecret: string | null;
  /** Kinds of submissions that a notice is sent of. */
  readonly noticeKinds: readonly Kind[];
}

/** Opens the feedback of one server thread: its own connection to the shared database. */
export async function openFeedback(settings: FeedbackSettings | null): Promise<FeedbackOptions | null> {
  return settings === null ? null : feedbackOn(await tryOpen(settings.address, false), settings);
}

function feedbackOn(store: FeedbackStore, { origins, cronSecret, noticeKinds }: FeedbackSettings): FeedbackOptions {
  const shared = { store, cronSecret, noticeKinds, now: Date.now, randomBytes };
  return origins === null ? shared : { ...shared, origins };
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

/** Why work on the store failed. @param describe what failed, when it was not the store */
function storeFailure(error: unknown, describe: (failure: string) => Observation): Observation {
  return error instanceof StoreUnavailable
    ? { kind: 'store-unavailable', reason: error.message }
    : describe(describeFailure(error));
}

/** Work that is done again and again, each run so long after the one before. It does not keep the process alive. */
function repeat(every: number, work: () => Promise<void>, isDueNow = false) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isStopped = false;
  function run(): void {
    running = work().finally(() => {
      if (!isStopped) wait();
    });
  }
  function wait(): void {
    timer = setTimeout(run, every).unref();
  }
  if (isDueNow) run();
  else wait();
  return {
    /** Resolves when the run that is under way has ended. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

interface MissCounterOptions {
  readonly store: FeedbackStore;
  readonly observe: Observe;
  /** Milliseconds between two writes to the store; default an hour. */
  readonly every?: number;
  /** Milliseconds since 1970, UTC. */
  readonly now?: () => number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Counts the misses of one thread in memory, and adds them to the store each hour. While the store fails, the counts stay in memory. */
export function createMissCounter({ store, observe, every = HOUR, now = Date.now }: MissCounterOptions) {
  const sketch = new MissSketch();

  async function write(): Promise<void> {
    const misses = sketch.take();
    if (misses.length === 0) return;
    try {
      await store.addMisses(misses);
    } catch (error) {
      for (const miss of misses) sketch.add(miss);
      observe(storeFailure(error, (failure) => ({ kind: 'miss-count-failed', failure })));
    }
  }

  const writing = repeat(every, write);
  return {
    onMiss(typed: string): void {
      const words = missKey(typed);
      if (words !== null) sketch.add({ words, count: 1, day: Math.floor(now() / DAY) });
    },
    /** Writes what was counted. Never rejects. */
    async close(): Promise<void> {
      await writing.stop();
      await write();
    },
  };
}

/** The current build: a swap changes what it makes public. */
interface Current {
  readonly subjects: PublicAbout;
}

interface FeedbackJobs {
  readonly store: FeedbackStore;
  readonly settings: FeedbackSettings;
  /** Null: no notices are sent. */
  readonly webhook: Webhook | null;
  /** Minutes between two roll-ups; 0: never. */
  readonly rollUpEvery: number;
  readonly build: Current;
  readonly observe: Observe;
}

/** Starts what a server does for its store besides answering: roll-ups, notices, and a watch on the disk of an SQLite store. */
export function startFeedbackJobs({ store: own, settings, webhook, rollUpEvery, build, observe }: FeedbackJobs) {
  const { store } = observeStore(own, observe);
  // Observes how old the aggregate is. Failures of the store are reported elsewhere.
  void store.readAggregate().catch(() => undefined);
  const rollUps = rollUpEvery === 0 ? null : startRollUps(store, build, rollUpEvery, observe);
  const notices = webhook === null ? null : startNotices({ store: own, webhook, build, observe });
  const file = storeFile(settings.address);
  const disk = file === null ? null : watchDisk({ folder: dirname(resolve(file)), observe });
  return {
    /** Starts no further roll-up, and no look at the disk. */
    pause(): void {
      rollUps?.stop();
      void disk?.stop();
    },
    async stop(): Promise<void> {
      await notices?.stop();
    },
  };
}

/** Recomputes the aggregate every `every` minutes. The store allows one roll-up at a time, on all nodes together. */
function startRollUps(store: FeedbackStore, build: Current, every: number, observe: Observe): Cron {
  return new Cron(
    '0 * * * * *',
    {
      interval: every * 60,
      // Skip a run while the previous one is still running.
      protect: true,
      unref: true,
      timezone: 'UTC',
      catch: (error) => observe(storeFailure(error, (failure) => ({ kind: 'roll-up-failed', failure }))),
    },
    async () => void (await rollUp({ store, publicAbout: build.subjects, now: Date.now })),
  );
}

interface DiskWatchOptions {
  readonly folder: string;
  readonly observe: Observe;
  /** Milliseconds between two checks. */
  readonly every?: number;
  /** Returns the free bytes on the disk of a folder. */
  readonly readFree?: (folder: string) => Promise<number>;
}

const MIB = 1024 * 1024;
/** SQLite's write-ahead log may need 64 MiB, and a checkpoint into the file another 64 MiB. */
const reserve = 128 * MIB;
/** Milliseconds between two looks at the disk, and between two passes over the notices. */
const PAUSE = 5_000;

/** Reports once when free space on the disk of the feedback store falls below `reserve`, and once when it recovers. */
export function watchDisk({ folder, observe, every = PAUSE, readFree = freeBytes }: DiskWatchOptions) {
  let isShort = false;
  async function check(): Promise<void> {
    const free = await readFree(folder).catch(() => null);
    if (free === null || free < reserve === isShort) return;
    isShort = !isShort;
    observe({ kind: isShort ? 'disk-low' : 'disk-recovered', left: Math.floor(free / MIB), needed: reserve / MIB });
  }
  return repeat(every, check, true);
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

interface NoticesOptions {
  readonly store: FeedbackStore;
  readonly webhook: Webhook;
  readonly build: Current;
  readonly observe: Observe;
  /** Milliseconds between two passes. */
  readonly every?: number;
}

/** Sends the notices of the store that are due, every few seconds. */
export function startNotices({ store, webhook, build, observe, every = PAUSE }: NoticesOptions) {
  const ending = new AbortController();
  const { signal } = ending;

  async function pass(): Promise<void> {
    try {
      const delivery = { store, webhook, publicAbout: build.subjects, now: Date.now, signal };
      const { sent, failed } = await deliverNotices(delivery);
      if (signal.aborted) return;
      if (failed !== null) observe({ kind: 'notice-failed', ...failed });
      observe({ kind: 'notices-passed', sent, waiting: await store.countNotices() });
    } catch (error) {
      observe(storeFailure(error, (failure) => ({ kind: 'request-failed', method: 'POST', failure })));
    }
  }

  const passing = repeat(every, pass);
  return {
    stop(): Promise<void> {
      ending.abort();
      return passing.stop();
    },
  };
}
