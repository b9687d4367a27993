import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { OwnerRecord } from '../feedback/feedback_record.ts';
import { type FeedbackStore, NEWEST } from '../feedback/feedback_store.ts';
import { rollUp } from '../feedback/roll_up.ts';
import { StoreRefused, StoreUnavailable } from '../feedback/store_error.ts';
import { artefactSubjects } from './artefact_subjects.ts';
import type { BakeFlags } from './bake_content.ts';
import { isFolder } from './check_folder.ts';
import { failed, misused } from './command_error.ts';
import { explainFailure } from './explain_failure.ts';
import { openNamedStore, type StoreFlags } from './feedback_settings.ts';
import { csvHeader, csvLine, listLine, missLine, missView, recordView, showRecord } from './feedback_table.ts';
import { openSource } from './open_source.ts';
import { untilEnded } from './serve/until_ended.ts';
import type { Terminal } from './terminal.ts';

export interface FormatFlags extends StoreFlags {
  readonly json?: boolean;
  readonly csv?: boolean;
}

/** Minimum number of searches for words that are listed: words that few people search for may name one of them. */
const LEAST_MISSES = 5;
/** Rows per read. */
const batch = 1000;
/** Milliseconds between two reads of new submissions. */
const WATCH_PAUSE = 1_000;
/** Milliseconds between attempts at a roll-up while another one runs, and the maximum number of attempts. */
const RETRY_DELAY = 200;
const MAX_ATTEMPTS = 50;
/** Milliseconds to wait for readers in other processes that keep purged rows in the files. */
const PURGE_TIMEOUT = 10_000;

/** Opens the store, runs `work` and closes the store. An error of the store becomes a one-line error. */
async function withStore(
  flags: StoreFlags,
  { environment }: Terminal,
  work: (store: FeedbackStore) => Promise<number>,
  create = false,
): Promise<number> {
  const store = await openNamedStore(flags, environment, create);
  try {
    return await work(store);
  } catch (error) {
    if (error instanceof StoreRefused || error instanceof StoreUnavailable) throw failed(error.message);
    throw error;
  } finally {
    await store.close();
  }
}

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
  if (flags.json === true && flags.csv === true) throw misused('Cannot write both --json and --csv: name one.');
  const chosen = flags.csv === true ? 'csv' : flags.json === true ? 'json' : format;
  return withStore(flags, terminal, async (store) => {
    if (chosen === 'csv') terminal.out(csvHeader);
    let isFirst = true;
    for await (const row of everyRow(store)) {
      if (chosen === 'csv') terminal.out(csvLine(row));
      else if (chosen === 'lines') terminal.out(listLine(row));
      else terminal.out(`${isFirst ? '[' : ','}\n${JSON.stringify(recordView(row))}`);
      isFirst = false;
    }
    if (chosen === 'json') terminal.out(isFirst ? '[]\n' : '\n]\n');
    return 0;
  });
}

async function* everyRow(store: FeedbackStore, from = 0): AsyncGenerator<OwnerRecord> {
  for (let after = from; ; ) {
    const rows = await store.exportRows(after, batch);
    yield* rows;
    if (rows.length < batch) return;
    after = rows.at(-1)!.sequence;
  }
}

export interface WatchFlags extends StoreFlags {
  readonly json?: boolean;
}

/**
 * `catchword feedback watch`: prints each new submission until the command is interrupted. While the store does not answer, it
 * waits and says so once.
 * @param ended resolves to the exit code
 * @param pause milliseconds between two reads
 */
export function watchFeedback(
  flags: WatchFlags,
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
          terminal.out(flags.json === true ? `${JSON.stringify(recordView(row))}\n` : listLine(row));
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

/** `catchword feedback show`: one submission with its message. */
export function showFeedback(id: string, flags: FormatFlags, terminal: Terminal): Promise<number> {
  return withStore(flags, terminal, async (store) => {
    const row = await store.find(id);
    if (row === null) throw failed(noSuch(id));
    if (flags.csv === true) terminal.out(`${csvHeader}${csvLine(row)}`);
    else terminal.out(flags.json === true ? `${JSON.stringify(recordView(row))}\n` : showRecord(row));
    return 0;
  });
}

export interface ChangeFlags extends StoreFlags {
  readonly source?: string;
}

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

/** @returns the files that may still contain purged rows */
async function finishPurge(store: FeedbackStore, terminal: Terminal, timeout: number): Promise<readonly string[]> {
  const remains = await store.finishPurge(RETRY_DELAY);
  if (remains.length === 0) return remains;
  const seconds = Math.ceil(timeout / 1000);
  terminal.err(`Another process is reading the store: waiting at most ${seconds} s for it to end.\n`);
  return store.finishPurge(timeout);
}

function describeRemains(files: readonly string[]): string {
  const named = files.map((file) => JSON.stringify(file)).join(' and ');
  return `Cannot remove every copy: another process is reading the store, so ${named} may still hold what was purged. Run the command again once that process has ended.`;
}

/** Recomputes the aggregate after a change to the submissions. @returns the outcome as a sentence */
async function recount(store: FeedbackStore, source: string | null, terminal: Terminal): Promise<string> {
  const later = 'The public aggregate follows at the next roll-up';
  if (source === null) return `${later}: name the site with --source to have it counted at once.`;
  try {
    const corpus = await openSource(source, {}, terminal, () => {});
    const options = { store, publicAbout: artefactSubjects(corpus), now: Date.now };
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      // Another run may have read the rows before the change, so its result cannot be used.
      if ((await rollUp(options)) !== null) return `The public aggregate was counted again, for "${source}".`;
      await delay(RETRY_DELAY);
    }
    return `${later}: another roll-up is running.`;
  } catch (error) {
    return `${later}. ${explainFailure(error).message}`;
  }
}

/** `catchword misses`: what was searched for and not found, most frequent first. */
export function listMisses(flags: StoreFlags & { readonly json?: boolean }, terminal: Terminal): Promise<number> {
  return withStore(flags, terminal, async (store) => {
    const misses = await store.listMisses(LEAST_MISSES);
    if (flags.json === true) terminal.out(`${JSON.stringify(misses.map(missView), null, 1)}\n`);
    else if (misses.length === 0) terminal.err(`Nothing was searched for ${LEAST_MISSES} times and not found.\n`);
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

/** `catchword feedback backup`: writes a copy of the store while servers keep running. */
export function backUpFeedback(file: string, flags: StoreFlags, terminal: Terminal): Promise<number> {
  return withStore(flags, terminal, async (store) => {
    if (store.backup === null) {
      throw failed('Cannot back up this store: use the tools of its database, such as pg_dump.');
    }
    const folder = dirname(file);
    if (!existsSync(folder) || !isFolder(folder))
      throw failed(`Cannot write the backup: there is no folder "${folder}".`);
    await store.backup(file);
    return 0;
  });
}

/** `catchword rollup`: recomputes the aggregate for the pages and tools of a site. */
export function rollUpFeedback(source: string, flags: StoreFlags & BakeFlags, terminal: Terminal): Promise<number> {
  return withStore(flags, terminal, async (store) => {
    const corpus = await openSource(source, flags, terminal, () => {});
    const aggregate = await rollUp({ store, publicAbout: artefactSubjects(corpus), now: Date.now });
    if (aggregate === null) throw failed('Cannot roll up the feedback: another roll-up is running.');
    terminal.out(`${JSON.stringify(aggregate)}\n`);
    return 0;
  });
}

function noSuch(id: string): string {
  return `Cannot find the submission ${JSON.stringify(id)}: there is none of this id.`;
}
