import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import type { Terminal } from '../terminal.ts';

/** Milliseconds to wait for readers in other processes that keep purged rows in the files. */
export const PURGE_TIMEOUT = 10_000;
/** Milliseconds until the owner is told that another process delays the purge. */
const QUIET_TIME = 200;

/** Waits until no file contains purged rows. @param timeout milliseconds @returns the files that still may */
export async function finishPurge(
  store: FeedbackStore,
  terminal: Terminal,
  timeout: number,
): Promise<readonly string[]> {
  const remains = await store.finishPurge(QUIET_TIME);
  if (remains.length === 0) return remains;
  const seconds = Math.ceil(timeout / 1000);
  terminal.err(`Another process is reading the store: waiting at most ${seconds} s for it to end.\n`);
  return store.finishPurge(timeout);
}

/** @param files as `finishPurge` returns them */
export function describeRemains(files: readonly string[]): string {
  const named = files.map((file) => JSON.stringify(file)).join(' and ');
  return `Cannot remove every copy: another process is reading the store, so ${named} may still hold what was purged. Run the command again once that process has ended.`;
}
