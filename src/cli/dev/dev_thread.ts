/** The thread of `catchword dev` that watches the content and bakes it, so that baking does not delay answers. */

import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { ImageList } from '../../content/files/image_files.ts';
import type { SiteFacts } from '../../content/site/site_facts.ts';
import { joinInto } from '../../corpus/artefact/artefact_format.ts';
import type { Stamps } from '../../corpus/corpus.ts';
import { renderWarning } from '../build/build_summary.ts';
import { explainFailure } from '../command_error.ts';
import type { BakeFlags } from '../options.ts';
import { type Environment, silentTerminal } from '../terminal.ts';
import { createDevSite, type DevBuild, type PageChanges } from './dev_site.ts';
import { type Edits, gatherEdits, watchSite } from './watch_site.ts';

export interface DevThreadData {
  readonly folder: string;
  readonly flags: BakeFlags;
  readonly environment: Environment;
  /** Interval of checking every file, in milliseconds; null when the system reports changes. */
  readonly poll: number | null;
}

export type ToDevThread = { readonly kind: 'bake-all' } | { readonly kind: 'close' };

export type FromDevThread =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'notice'; readonly text: string }
  | BuiltInDev
  /** The edits did not change the build. */
  | { readonly kind: 'same' }
  | { readonly kind: 'failed'; readonly reason: string; readonly exitCode: 1 | 2 }
  /** All folders are watched, and what changed before has been built. */
  | { readonly kind: 'watching' }
  | CheckedInDev;

export interface BuiltInDev {
  readonly kind: 'built';
  /** The artefact. Moved to the receiver, so that this thread keeps no build. */
  readonly bytes: ArrayBuffer;
  readonly digest: string;
  readonly images: ImageList;
  readonly stamps: Stamps;
  readonly facts: SiteFacts;
  readonly pages: number;
  readonly collections: number;
  readonly changes: PageChanges;
  readonly isReset: boolean;
  /** Milliseconds since 1970 at which the first of the edits was noticed. */
  readonly since: number;
}

export interface CheckedInDev {
  readonly kind: 'checked';
  /** The first new faults, one line each. */
  readonly found: readonly string[];
  readonly foundCount: number;
  readonly gone: number;
  readonly total: number;
}

const mostShownFaults = 10;
/** Milliseconds without an edit after which the content is checked. */
const checkDelay = 250;
/** Milliseconds between two looks when the system cannot watch. */
const fallbackPoll = 1_000;

if (parentPort !== null) run(workerData as DevThreadData, parentPort);

function run({ folder, flags, environment, poll }: DevThreadData, port: NonNullable<typeof parentPort>): void {
  const send = (message: FromDevThread) => port.postMessage(message);
  const notice = (text: string) => send({ kind: 'notice', text });
  const terminal = silentTerminal(environment, (text) => notice(text.trimEnd()));
  const site = createDevSite(folder, flags, terminal, throttled(send));
  const edits = gatherEdits(handle);
  const watching = keepWatching(folder, poll, edits, notice);
  let checking: NodeJS.Timeout | undefined;
  let isCompared = false;
  let isTold = false;

  async function handle(batch: Edits, since: number): Promise<void> {
    clearTimeout(checking);
    // A check reports the faults that the check before did not have, so the first one must run before any edit.
    if (!isCompared) check();
    try {
      const built = await site.build(batch);
      if (built === null) send({ kind: 'same' });
      else {
        const message = messageOf(built, performance.timeOrigin + since);
        port.postMessage(message, [message.bytes]);
      }
    } catch (error) {
      const { message, exitCode } = explainFailure(error);
      send({ kind: 'failed', reason: message, exitCode });
    }
    if (watching.follow(batch, site.others()) && !isTold) {
      isTold = true;
      send({ kind: 'watching' });
    }
    checking = setTimeout(check, checkDelay);
  }

  function check(): void {
    try {
      const checked = site.check();
      if (checked === null) return;
      isCompared = true;
      const { found, gone, total } = checked;
      const lines = found.slice(0, mostShownFaults).map(renderWarning);
      send({ kind: 'checked', found: lines, foundCount: found.length, gone, total });
    } catch (error) {
      notice(`Cannot check links: ${explainFailure(error).message}`);
    }
  }

  port.on('message', async (message: ToDevThread) => {
    if (message.kind === 'bake-all') return edits.note(null);
    edits.stop();
    clearTimeout(checking);
    await watching.close();
    port.close();
  });
  edits.note(null);
}

/** Watches a site from its first build on, again when an ignore file changes, and by polling when the system refuses. */
function keepWatching(
  folder: string,
  requested: number | null,
  edits: ReturnType<typeof gatherEdits>,
  notice: (text: string) => void,
) {
  let poll = requested;
  let watch: ReturnType<typeof watchSite> | null = null;
  let isReady = false;
  let isClosed = false;

  function start(): void {
    if (isClosed) return;
    void watch?.close();
    watch = watchSite({
      ...{ folder, poll, onChange: edits.note },
      onReady() {
        isReady = true;
        // Changes until now may have been missed.
        edits.note(null);
      },
      onRefused(reason) {
        if (poll !== null) return notice(`Cannot watch "${folder}": ${reason}. Some edits may be missed.`);
        poll = fallbackPoll;
        const instead = `Files are checked every ${poll} ms instead, as with --poll.`;
        notice(`Cannot watch all folders in "${folder}": ${reason}. ${instead}`);
        start();
      },
    });
  }

  return {
    /**
     * Watches what a build of these edits depends on. Called after each build, also after a failed one.
     * @returns whether all folders are watched, and what changed before has been built
     */
    follow(batch: Edits, others: readonly string[]): boolean {
      if (watch === null || changesRules(batch)) start();
      watch?.add(others);
      return isReady;
    },
    async close(): Promise<void> {
      isClosed = true;
      await watch?.close();
    },
  };
}

function messageOf({ report, images, facts, changes, isReset }: DevBuild, since: number): BuiltInDev {
  const { artefact, stamps, pages, collections } = report;
  return {
    ...{ kind: 'built', bytes: joinInto(new ArrayBuffer(artefact.length), artefact), digest: artefact.digest },
    ...{ images, stamps, facts, pages, collections: collections.length, changes, isReset, since },
  };
}

/** Whether an edit may change which folders are watched. */
function changesRules(batch: Edits): boolean {
  return batch?.some((path) => basename(path) === '.gitignore') ?? false;
}

/** Reports progress once for each percent: a message costs more than reading a page. */
function throttled(send: (message: FromDevThread) => void): (done: number, total: number) => void {
  let sent = -1;
  return (done, total) => {
    const percent = Math.floor((done * 100) / Math.max(1, total));
    if (percent === sent) return;
    sent = percent;
    send({ kind: 'progress', done, total });
  };
}
