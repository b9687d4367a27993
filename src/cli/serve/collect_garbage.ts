import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// V8 flags apply to the whole process. Never unset it: another thread may be about to create a context that needs it.
setFlagsFromString('--expose-gc');
let collect: (() => void) | null = null;
const bun = (globalThis as { readonly Bun?: { gc(wait: boolean): void } }).Bun;

/**
 * Runs a full garbage collection to free old builds. V8 does not count shared memory towards a collection, so an idle
 * thread would keep old builds until its next full collection, which may never come.
 */
export function collectGarbage(): void {
  collect ??= bun === undefined ? (runInNewContext('gc') as () => void) : () => bun.gc(true);
  collect();
}
