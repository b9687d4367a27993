import type { Terminal } from '../terminal.ts';
import type { StoreFlags } from './feedback_settings.ts';
import { missLine, missView } from './feedback_table.ts';
import { describeRemains, finishPurge, PURGE_TIMEOUT } from './finish_purge.ts';
import { withStore } from './with_store.ts';

/** Minimum number of searches for words that are listed: words that few people search for may name one of them. */
const LEAST_MISSES = 5;

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
