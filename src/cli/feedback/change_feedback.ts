import { setTimeout as delay } from 'node:timers/promises';
import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import { rollUp } from '../../feedback/roll_up.ts';
import { artefactSubjects } from '../artefact_subjects.ts';
import { explainFailure } from '../explain_failure.ts';
import { openSource } from '../open_source.ts';
import type { Terminal } from '../terminal.ts';
import type { StoreFlags } from './feedback_settings.ts';
import { noSuch } from './feedback_table.ts';
import { describeRemains, finishPurge, PURGE_TIMEOUT } from './finish_purge.ts';
import { withStore } from './with_store.ts';

/** Milliseconds between attempts at a roll-up while another one runs, and the maximum number of attempts. */
const RETRY_DELAY = 200;
const MAX_ATTEMPTS = 50;

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
