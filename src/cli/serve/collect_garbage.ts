import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Flags are of the whole process: once set it stays, as another thread may be about to make a context.
setFlagsFromString('--expose-gc');
let collect: (() => void) | null = null;

/**
 * Frees the memory of builds that nothing in this thread refers to any more. V8 does not count memory that threads share, so an
 * idle thread would keep old builds until its next full collection, which may never come.
 */
export function collectGarbage(): void {
  collect ??= runInNewContext('gc') as () => void;
  collect();
}
