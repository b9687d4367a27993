import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Cron } from 'croner';
import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import { deliverNotices, type Webhook } from '../../feedback/notices.ts';
import { rollUp } from '../../feedback/roll_up.ts';
import type { FeedbackOptions } from '../../http/resources/from_store.ts';
import type { Observe } from '../../observation/observation.ts';
import { CommandError } from '../command_error.ts';
import { mayCreate, storeFile, tryOpen } from '../feedback/feedback_settings.ts';
import type { OpenedBuild } from './source/served_source.ts';
import { type FeedbackSettings, feedbackOn, storeFailure } from './thread_feedback.ts';
import { observeStore } from './thread_metrics.ts';

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

/** The current build: a swap changes what it makes public. */
type Current = Pick<OpenedBuild, 'subjects'>;

export interface FeedbackJobs {
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
export function startFeedbackJobs(options: FeedbackJobs): {
  /** Starts no further roll-up, and no look at the disk. */
  pause(): void;
  stop(): Promise<void>;
} {
  const { settings, webhook, rollUpEvery, build, observe } = options;
  const { store } = observeStore(options.store, observe);
  // Observes how old the aggregate is. Failures of the store are reported elsewhere.
  void store.readAggregate().catch(() => undefined);
  const rollUps = rollUpEvery === 0 ? null : startRollUps(store, build, rollUpEvery, observe);
  const notices = webhook === null ? null : startNotices({ store: options.store, webhook, build, observe });
  const file = storeFile(settings.address);
  const disk = file === null ? null : watchDisk({ folder: dirname(resolve(file)), observe });
  return {
    pause() {
      rollUps?.stop();
      disk?.stop();
    },
    async stop() {
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
    async () => {
      await rollUp({ store, publicAbout: build.subjects, now: Date.now });
    },
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
const defaultEvery = 5_000;

/** Reports once when free space on the disk of the feedback store falls below `reserve`, and once when it recovers. */
export function watchDisk(options: DiskWatchOptions): { stop(): void } {
  const { folder, observe, every = defaultEvery, readFree = freeBytes } = options;
  let isShort = false;
  let checking = false;

  async function check(): Promise<void> {
    // One check at a time: a broken disk may never answer.
    if (checking) return;
    checking = true;
    const free = await readFree(folder).catch(() => null);
    checking = false;
    if (free === null || free < reserve === isShort) return;
    isShort = !isShort;
    observe({ kind: isShort ? 'disk-low' : 'disk-recovered', left: Math.floor(free / MIB), needed: reserve / MIB });
  }

  void check();
  const timer = setInterval(check, every).unref();
  return { stop: () => clearInterval(timer) };
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
  /** Milliseconds in which the receiver must answer. */
  readonly deadline?: number;
}

const PAUSE = 5_000;

/** Sends the notices of the store that are due, every few seconds. */
export function startNotices(options: NoticesOptions): { stop(): Promise<void> } {
  const { store, webhook, build, observe, every = PAUSE, deadline } = options;
  const ending = new AbortController();
  let passing = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;

  async function pass(): Promise<void> {
    try {
      const { sent, failed } = await deliverNotices({
        store,
        webhook,
        publicAbout: build.subjects,
        now: Date.now,
        signal: ending.signal,
        ...(deadline === undefined ? {} : { deadline }),
      });
      const isEnding = ending.signal.aborted;
      if (failed !== null && !isEnding) observe({ kind: 'notice-failed', ...failed });
      if (!isEnding) observe({ kind: 'notices-passed', sent, waiting: await store.countNotices() });
    } catch (error) {
      observe(storeFailure(error, (failure) => ({ kind: 'request-failed', method: 'POST', failure })));
    }
  }

  function passLater(): void {
    timer = setTimeout(() => {
      passing = pass().then(() => {
        if (!ending.signal.aborted) passLater();
      });
    }, every).unref();
  }

  passLater();
  return {
    stop() {
      ending.abort();
      if (timer !== null) clearTimeout(timer);
      return passing;
    },
  };
}
