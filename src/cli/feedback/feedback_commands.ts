import { setTimeout as delay } from 'node:timers/promises';
import { type OwnerRecord, timestamp } from '../../feedback/feedback_record.ts';
import { type FeedbackStore, NEWEST } from '../../feedback/feedback_store.ts';
import type { CountedMiss } from '../../feedback/misses.ts';
import { rollUp } from '../../feedback/roll_up.ts';
import { StoreUnavailable } from '../../feedback/store_limits.ts';
import { countOf } from '../../text/count_of.ts';
import { visible, visibleJson } from '../../text/visible.ts';
import { checkOutput } from '../check_paths.ts';
import { explainFailure, failed, misused } from '../command_error.ts';
import { artefactSubjects, openSource } from '../open_source.ts';
import type { BakeFlags, ChangeFlags, FormatFlags, ListedFlags, ListFlags, StoreFlags } from '../options.ts';
import { type Terminal, untilEnded } from '../terminal.ts';
import { readChoice } from './choose_submissions.ts';
import { everyRow, withStore } from './feedback_settings.ts';

/** `catchword feedback init`: creates the store if it does not exist. */
export function initFeedback(flags: StoreFlags, terminal: Terminal): Promise<number> {
  const work = async (store: FeedbackStore) => {
    await store.checkHealth();
    terminal.err('The feedback store is ready.\n');
    return 0;
  };
  return withStore(flags, terminal, work, true);
}

/** `catchword feedback list` and `export`: all submissions, or those that options choose, oldest first, including hidden ones. */
export function listFeedback(flags: ListedFlags, terminal: Terminal, format: 'lines' | 'json'): Promise<number> {
  if (flags.json === true && flags.csv === true)
    throw misused('Cannot use --json and --csv together: choose one format.');
  const chosen = flags.csv === true ? 'csv' : flags.json === true ? 'json' : format;
  const fits = readChoice(flags, Date.now()) ?? (() => true);
  return withStore(flags, terminal, async (store) => {
    if (chosen === 'csv') terminal.out(csvHeader);
    let isFirst = true;
    for await (const row of everyRow(store)) {
      if (!fits(row)) continue;
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
  checkOutput(file, { kept: 'it already exists', advice: 'Specify another file.' });
  return withStore(flags, terminal, async (store) => {
    if (store.backup === null) {
      throw failed(
        "Cannot back up this store: only SQLite stores can be copied. Use the database's own tools, such as pg_dump.",
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
      throw failed('Cannot update the public counts: another update is running. Run the command again later.');
    terminal.out(`${visibleJson(aggregate)}\n`);
    return 0;
  });
}

/** Milliseconds between attempts at a roll-up while another one runs, and the maximum number of attempts. */
const RETRY_DELAY = 200;
const MAX_ATTEMPTS = 50;

type Change = 'hide' | 'unhide' | 'purge';

/**
 * `catchword feedback hide`, `unhide` and `purge`. The public list changes at once; the aggregate is recomputed.
 * @param ids of the submissions; empty: those that options choose
 * @param source the site whose pages the aggregate may name, or null when none is given
 * @param timeout milliseconds to wait for readers that keep purged rows in the files of the store
 */
export function changeFeedback(
  ids: readonly string[],
  change: Change,
  flags: ChangeFlags,
  terminal: Terminal,
  source: string | null,
  timeout = PURGE_TIMEOUT,
): Promise<number> {
  const fits = readChoice(flags, Date.now());
  if ((fits === null) === (ids.length === 0))
    throw misused('Cannot choose submissions: pass either IDs or --kind, --severity, --about, --since or --until.');
  return withStore(flags, terminal, async (store) => {
    const chosen = fits === null ? ids : idsOf(store, (row) => fits(row) && isChanged(row, change));
    if (flags.dryRun === true) return showChosen(store, chosen, change, terminal);
    const missing: string[] = [];
    let changed = 0;
    for await (const id of chosen) {
      const isDone = await (change === 'purge' ? store.purge(id) : store.hide(id, change === 'hide'));
      if (isDone) changed++;
      else missing.push(id);
    }
    for (const id of missing) terminal.err(`${noSuch(id)}\n`);
    const remains = change === 'purge' ? await finishPurge(store, terminal, timeout) : [];
    if (fits !== null) terminal.err(`${describeChosen(changed, change, 'were')}\n`);
    if (changed > 0) {
      const outcome = remains.length === 0 ? 'Done.' : 'Removed from the store, but not yet from the disk.';
      terminal.err(`${outcome} ${await recount(store, source, terminal)}\n`);
    }
    if (remains.length > 0) terminal.err(`${describeRemains(remains)}\n`);
    return missing.length === 0 && remains.length === 0 ? 0 : 1;
  });
}

/** Whether a change does anything to a submission. */
function isChanged({ hidden }: OwnerRecord, change: Change): boolean {
  return change === 'purge' || hidden === (change === 'unhide');
}

/** The ids of the submissions that fit, oldest first. */
async function* idsOf(store: FeedbackStore, fits: (row: OwnerRecord) => boolean): AsyncGenerator<string> {
  for await (const row of everyRow(store)) if (fits(row)) yield row.id;
}

/** `--dry-run`: prints the submissions that would be changed. */
async function showChosen(
  store: FeedbackStore,
  ids: readonly string[] | AsyncIterable<string>,
  change: Change,
  terminal: Terminal,
): Promise<number> {
  let found = 0;
  let missing = 0;
  for await (const id of ids) {
    const row = await store.find(id);
    if (row === null) {
      terminal.err(`${noSuch(id)}\n`);
      missing++;
    } else {
      terminal.out(listLine(row));
      found++;
    }
  }
  terminal.err(`${describeChosen(found, change, 'would be')}\n`);
  return missing === 0 ? 0 : 1;
}

const DONE: Readonly<Record<Change, string>> = { hide: 'hidden', unhide: 'shown again', purge: 'purged' };

function describeChosen(count: number, change: Change, verb: 'were' | 'would be'): string {
  return `${countOf(count, 'submission')} ${count === 1 && verb === 'were' ? 'was' : verb} ${DONE[change]}.`;
}

/** Recomputes the aggregate after a change to the submissions. @returns the outcome as a sentence */
async function recount(store: FeedbackStore, source: string | null, terminal: Terminal): Promise<string> {
  const later = 'The public counts will change at the next update';
  if (source === null) return `${later}: specify the site with --source to update them now.`;
  try {
    const corpus = await openSource(source, {}, terminal, () => {});
    const options = { store, publicAbout: artefactSubjects(corpus), now: Date.now };
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      // Another run may have read the rows before the change, so its result cannot be used.
      if ((await rollUp(options)) !== null) return `The public counts were updated for "${source}".`;
      await delay(RETRY_DELAY);
    }
    return `${later}: another update is running now.`;
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
  terminal.err(`Another process is reading the store: waiting up to ${seconds} s for it to finish.\n`);
  return store.finishPurge(timeout);
}

function describeRemains(files: readonly string[]): string {
  const named = files.map((file) => visibleJson(file)).join(' and ');
  return `Cannot remove every copy: another process is reading the store, so ${named} may still contain the purged submissions. Run the command again once that process has ended.`;
}

/** Minimum number of searches for words that are listed: words that few people search for may name one of them. */
export const LEAST_MISSES = 5;

const NO_MISSES = `There is nothing to list: a search is listed once it has found nothing ${LEAST_MISSES} times.\n`;

/** `catchword misses`: what was searched for and not found, most frequent first. */
export function listMisses(flags: ListFlags, terminal: Terminal): Promise<number> {
  return withStore(flags, terminal, async (store) => {
    const misses = await store.listMisses(LEAST_MISSES);
    if (flags.json === true) terminal.out(`${visibleJson(misses.map(missView), 1)}\n`);
    else if (misses.length === 0) terminal.err(NO_MISSES);
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
    terminal.err('Waiting for submissions (Ctrl+C to stop).\n');
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

/** A submission as the owner's commands write it in JSON and CSV. */
function recordView({ id, kind, severity, about, message, submittedAt, hidden, intact }: OwnerRecord) {
  return { id, kind, severity, about, message, submittedAt: timestamp(submittedAt), hidden, intact };
}

const columns = ['id', 'kind', 'severity', 'about', 'message', 'submittedAt', 'hidden', 'intact'] as const;

const csvHeader = `${columns.join(',')}\r\n`;

/** A submission as a line of CSV, with values as they were sent. A null `about` is an empty field, an empty one is `""`. */
function csvLine(row: OwnerRecord): string {
  const view = recordView(row);
  return `${columns.map((column) => (view[column] === null ? '' : csvValue(String(view[column])))).join(',')}\r\n`;
}

function csvValue(text: string): string {
  return text !== '' && !/[",\r\n]/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}

function listLine({ id, kind, severity, about, message, submittedAt, hidden, intact }: OwnerRecord): string {
  const marks = [...(hidden ? ['hidden'] : []), ...(intact ? [] : ['ALTERED'])];
  const mark = marks.length === 0 ? '' : `  [${marks.join(', ')}]`;
  const subject = about === null || about === '' ? '' : `  ${visible(about)}:`;
  return `${id}  ${timestamp(submittedAt)}  ${kind.padEnd(10)}  ${severity.padEnd(6)}${mark}${subject}  ${firstCharacters(visible(message))}\n`;
}

function showRecord(row: OwnerRecord): string {
  const { message, ...rest } = recordView(row);
  const lines = Object.entries(rest).map(([name, value]) => `${name.padEnd(12)} ${visible(String(value ?? '-'))}\n`);
  const text = message.split('\n').map(visible).join('\n');
  return `${lines.join('')}\n${text}\n`;
}

/** A miss as the owner's command writes it in JSON. `lastDay` is `YYYY-MM-DD`, UTC. */
export function missView({ words, count, day }: CountedMiss) {
  return { words, count, lastDay: timestamp(day * 86_400_000).slice(0, 10) };
}

export function missLine(miss: CountedMiss): string {
  const { words, count, lastDay } = missView(miss);
  return `${String(count).padStart(7)}  ${lastDay}  ${visible(words)}\n`;
}

function firstCharacters(text: string): string {
  const characters = [...text.slice(0, 400)];
  return characters.length <= 80 ? text : `${characters.slice(0, 79).join('')}…`;
}

function noSuch(id: string): string {
  return `Cannot find the submission ${visibleJson(id)}: no submission has this id.`;
}
