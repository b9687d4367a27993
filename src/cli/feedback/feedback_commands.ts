import { setTimeout as delay } from 'node:timers/promises';
import type { OwnerRecord } from '../../feedback/feedback_record.ts';
import { type FeedbackStore, NEWEST } from '../../feedback/feedback_store.ts';
import { rollUp } from '../../feedback/roll_up.ts';
import { StoreUnavailable } from '../../feedback/store_limits.ts';
import { visibleJson } from '../../text/visible.ts';
import { checkOutput } from '../check_paths.ts';
import { explainFailure, failed, misused } from '../command_error.ts';
import { artefactSubjects, openSource } from '../open_source.ts';
import type { BakeFlags, ChangeFlags, FormatFlags, ListFlags, StoreFlags } from '../options.ts';
import { type Terminal, untilEnded } from '../terminal.ts';
import { everyRow, withStore } from './feedback_settings.ts';
import { csvHeader, csvLine, listLine, missLine, missView, noSuch, recordView, showRecord } from './feedback_table.ts';

/** `catchword feedback init`: creates the store if it does not exist. */
export function initFeedback(flags: StoreFlags, terminal: Terminal): Promise<number> {
  return withStore(
    flags,
    terminal,
    async (store) => {
      await store.checkHealth();
      terminal.err('The feedback store is ready.\n');
      return 0;
    },
    true,
  );
}

/** `catchword feedback list` and `export`: every submission, oldest first, including hidden ones. */
export function listFeedback(flags: FormatFlags, terminal: Terminal, format: 'lines' | 'json'): Promise<number> {
  if (flags.json === true && flags.csv === true)
    throw misused('Cannot use --json and --csv together: one format is expected.');
  const chosen = flags.csv === true ? 'csv' : flags.json === true ? 'json' : format;
  return withStore(flags, terminal, async (store) => {
    if (chosen === 'csv') terminal.out(csvHeader);
    let isFirst = true;
    for await (const row of everyRow(store)) {
      if (chosen === 'csv') terminal.out(csvLine(row));
      else if (chosen === 'lines') terminal.out(listLine(row));
      else terminal.out(`${isFirst ? '[' : ','}\n${visibleJson(recordView(row))}`);
      isFirst = false;
    }
    if (chosen === 'json') terminal.out(isFirst ? '[]\n' : '\n]\n');
    return 0;
  });
}

/** `catchword feedback show`: one submission with its message. */
export function showFeedback(id: string, flags: FormatFlags, terminal: Terminal): Promise<number> {
  return withStore(flags, terminal, async (store) => {
    const row = await store.find(id);
    if (row === null) throw failed(noSuch(id));
    if (flags.csv === true) terminal.out(`${csvHeader}${csvLine(row)}`);
    else terminal.out(flags.json === true ? `${visibleJson(recordView(row))}\n` : showRecord(row));
    return 0;
  });
}

/** `catchword feedback backup`: writes a copy of the store while servers keep running. */
export async function backUpFeedback(file: string, flags: StoreFlags, terminal: Terminal): Promise<number> {
  checkOutput(file, { kept: 'it exists', advice: 'Name another file.' });
  return withStore(flags, terminal, async (store) => {
    if (store.backup === null) {
      throw failed(
        'Cannot back up this store: only SQLite stores can be copied. Use the tools of the database, such as pg_dump.',
      );
    }
    await store.backup(file);
    return 0;
  });
}

/** `catchword rollup`: recomputes the aggregate for the pages and tools of a site. */
export function rollUpFeedback(source: string, flags: StoreFlags & BakeFlags, terminal: Terminal): Promise<number> {
  return withStore(flags, terminal, async (store) => {
    const corpus = await openSource(source, flags, terminal, () => {});
    const aggregate = await rollUp({ store, publicAbout: artefactSubjects(corpus), now: Date.now });
    if (aggregate === null)
      throw failed('Cannot update the public counts: another roll-up is running. Run the command again later.');
    terminal.out(`${visibleJson(aggregate)}\n`);
    return 0;
  });
}

/** Milliseconds between attempts at a roll-up while another one runs, and the maximum number of attempts. */
const RETRY_DELAY = 200;
const MAX_ATTEMPTS = 50;

/**
 * `catchword feedback hide`, `unhide` and `purge`. The public list changes at once; the aggregate is recomputed.
 * @param source the site whose pages the aggregate may name, or null when none is given
 * @param timeout milliseconds to wait for readers that keep purged rows in the files of the store
 */
export function changeFeedback(
  ids: readonly string[],
  change: 'hide' | 'unhide' | 'purge',
  flags: ChangeFlags,
  terminal: Terminal,
  source: string | null,
  timeout = PURGE_TIMEOUT,
): Promise<number> {
  return withStore(flags, terminal, async (store) => {
    const missing: string[] = [];
    for (const id of ids) {
      const isDone = await (change === 'purge' ? store.purge(id) : store.hide(id, change === 'hide'));
      if (!isDone) missing.push(id);
    }
    for (const id of missing) terminal.err(`${noSuch(id)}\n`);
    const remains = change === 'purge' ? await finishPurge(store, terminal, timeout) : [];
    if (missing.length < ids.length) {
      const outcome = remains.length === 0 ? 'Done.' : 'Removed from the store, but not yet from the disk.';
      terminal.err(`${outcome} ${await recount(store, source, terminal)}\n`);
    }
    if (remains.length > 0) terminal.err(`${describeRemains(remains)}\n`);
    return missing.length === 0 && remains.length === 0 ? 0 : 1;
  });
}

/** Recomputes the aggregate after a change to the submissions. @returns the outcome as a sentence */
async function recount(store: FeedbackStore, source: string | null, terminal: Terminal): Promise<string> {
  const later = 'The public counts follow at the next roll-up';
  if (source === null) return `${later}: name the site with --source to update them at once.`;
  try {
    const corpus = await openSource(source, {}, terminal, () => {});
    const options = { store, publicAbout: artefactSubjects(corpus), now: Date.now };
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      // Another run may have read the rows before the change, so its result cannot be used.
      if ((await rollUp(options)) !== null) return `The public counts were updated for "${source}".`;
      await delay(RETRY_DELAY);
    }
    return `${later}: another roll-up is running.`;
  } catch (error) {
    return `${later}. ${explainFailure(error).message}`;
  }
}

/** Milliseconds to wait for readers in other processes that keep purged rows in the files. */
const PURGE_TIMEOUT = 10_000;
/** Milliseconds until the owner is told that another process delays the purge. */
const QUIET_TIME = 200;

/** Waits until no file contains purged rows. @param timeout milliseconds @returns the files that still may */
async function finishPurge(store: FeedbackStore, terminal: Terminal, timeout: number): Promise<readonly string[]> {
  const remains = await store.finishPurge(QUIET_TIME);
  if (remains.length === 0) return remains;
  const seconds = Math.ceil(timeout / 1000);
  terminal.err(`Another process is reading the store: waiting at most ${seconds} s for it to end.\n`);
  return store.finishPurge(timeout);
}

/** @param files as `finishPurge` returns them */
function describeRemains(files: readonly string[]): string {
  const named = files.map((file) => visibleJson(file)).join(' and ');
  return `Cannot remove every copy: another process is reading the store, so ${named} may still contain what was purged. Run the command again once that process has ended.`;
}

/** Minimum number of searches for words that are listed: words that few people search for may name one of them. */
const LEAST_MISSES = 5;

/** `catchword misses`: what was searched for and not found, most frequent first. */
export function listMisses(flags: ListFlags, terminal: Terminal): Promise<number> {
  return withStore(flags, terminal, async (store) => {
    const misses = await store.listMisses(LEAST_MISSES);
    if (flags.json === true) terminal.out(`${visibleJson(misses.map(missView), 1)}\n`);
    else if (misses.length === 0) terminal.err(`No words were searched for ${LEAST_MISSES} times without a result.\n`);
    else for (const miss of misses) terminal.out(missLine(miss));
    return 0;
  });
}

/** `catchword misses clear`: deletes the counts. */
export function clearMisses(flags: StoreFlags, terminal: Terminal, timeout = PURGE_TIMEOUT): Promise<number> {
  return withStore(flags, terminal, async (store) => {
    await store.clearMisses();
    const remains = await finishPurge(store, terminal, timeout);
    terminal.err(remains.length === 0 ? 'Done.\n' : `${describeRemains(remains)}\n`);
    return remains.length === 0 ? 0 : 1;
  });
}

/** Milliseconds between two reads of new submissions. */
const WATCH_PAUSE = 1_000;

/**
 * `catchword feedback watch`: prints each new submission until the command is interrupted. While the store does not answer, it
 * waits and says so once.
 * @param ended resolves to the exit code
 * @param pause milliseconds between two reads
 */
export function watchFeedback(
  flags: ListFlags,
  terminal: Terminal,
  ended: Promise<number> = untilEnded(() => undefined, false),
  pause = WATCH_PAUSE,
): Promise<number> {
  return withStore(flags, terminal, async (store) => {
    const exit: { code?: number } = {};
    void ended.then((code) => {
      exit.code = code;
    });
    const unseen = createUnseen(
      (await store.list({ before: NEWEST, limit: 1, countBudget: 0 })).rows[0]?.sequence ?? 0,
    );
    terminal.err('Waiting for submissions (Ctrl+C ends).\n');
    let isSilent = false;
    while (exit.code === undefined) {
      try {
        for await (const row of everyRow(store, unseen.from())) {
          if (!unseen.isNew(row)) continue;
          terminal.out(flags.json === true ? `${visibleJson(recordView(row))}\n` : listLine(row));
        }
        isSilent = false;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        if (!isSilent) terminal.err(`${error.message}\n`);
        isSilent = true;
      }
      await Promise.race([delay(pause), ended]);
    }
    return exit.code;
  });
}

/** Rows below the newest one that are read again: a node may commit a sequence after another has committed a higher one. */
const OVERLAP = 500;

/** Finds out which rows are new. @param newest sequence of the newest known row */
function createUnseen(newest: number) {
  const start = newest;
  const seen = new Set<number>();
  return {
    from: () => Math.max(start, newest - OVERLAP),
    isNew({ sequence }: OwnerRecord): boolean {
      if (seen.has(sequence)) return false;
      seen.add(sequence);
      newest = Math.max(newest, sequence);
      for (const each of seen) if (each <= newest - OVERLAP) seen.delete(each);
      return true;
    },
  };
}
