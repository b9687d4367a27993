import { setTimeout as delay } from 'node:timers/promises';
import type { OwnerRecord } from '../../feedback/feedback_record.ts';
import { NEWEST } from '../../feedback/feedback_store.ts';
import { StoreUnavailable } from '../../feedback/store_limits.ts';
import { visibleJson } from '../../text/visible.ts';
import { untilEnded } from '../serve/until_ended.ts';
import type { Terminal } from '../terminal.ts';
import { everyRow, type StoreFlags, withStore } from './feedback_settings.ts';
import { listLine, recordView } from './feedback_table.ts';

export interface WatchFlags extends StoreFlags {
  readonly json?: boolean;
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
