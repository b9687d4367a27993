/** Follows a source: swaps a running server to each new build of it. */
import { statSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import type { Observation, Observe } from '../../../observation/observation.ts';
import type { LiveServer } from '../live_server.ts';
import type { SharedBuild } from './shared_build.ts';

export interface Reloads {
  /** Looks for a new build and swaps to it. Requests during a look are merged into one more look after it. */
  request(): void;
  close(): Promise<void>;
}

/** Where new builds come from. */
export interface BuildSource<Build extends SharedBuild> {
  /** As log lines name it. */
  readonly name: string;
  /** Whether it is looked at again and again: then a look that finds nothing is not observed, nor the same failure twice. */
  readonly isPolled: boolean;
  /** Opens the build to answer from; null when it is the served one. @throws an error whose message is the reason */
  next(served: Build): Promise<Build | null>;
  /** Called after each look. */
  onLooked?(): void;
  /** Called after a swap. */
  onSwapped?(before: Build, after: Build): void;
  /** The beginning of each reason why a build is refused. */
  readonly blame?: string;
  /** Ends a look that is under way. */
  stop(): Promise<void>;
}

/** Reloads a source into a running server. A build that cannot be opened is reported and changes nothing. */
export function createReloads<Build extends SharedBuild>(
  source: BuildSource<Build>,
  server: LiveServer,
  first: Build,
  observe: Observe,
): Reloads {
  let served = first;
  let looking: Promise<void> | null = null;
  let again = false;
  let closed = false;
  let refused = '';

  async function look(): Promise<Observation | null> {
    try {
      const next = await source.next(served);
      if (next === null || closed) return source.isPolled ? null : { kind: 'build-unchanged', source: source.name };
      await server.swap(next);
      source.onSwapped?.(served, next);
      served = next;
      refused = '';
      return { kind: 'build-swapped', source: source.name, ...next.stamps };
    } catch (error) {
      // In one line: configuration errors have several.
      const message = (error as Error).message.replaceAll(/\s*\n\s*/g, ' ').replace(/\.$/, '');
      const reason = (source.blame ?? '') + message;
      if (source.isPolled && reason === refused) return null;
      refused = reason;
      return { kind: 'build-refused', reason };
    }
  }

  async function lookWhileAsked(): Promise<void> {
    do {
      again = false;
      const observation = await look();
      if (observation !== null && !closed) observe(observation);
      source.onLooked?.();
    } while (again && !closed);
    looking = null;
  }

  return {
    request() {
      // What is looked at again and again needs no look to follow another: a slow source would have no pause.
      if (closed || (looking !== null && source.isPolled)) return;
      again = true;
      looking ??= lookWhileAsked();
    },
    async close() {
      closed = true;
      await source.stop();
      await looking;
    },
  };
}

/** Milliseconds that a file must stay unchanged before it counts as completely written. */
const settlingTime = 200;

/**
 * Calls `onChange` when the file at a path was replaced or rewritten and has not changed for `settlingTime`. It watches
 * the folder instead of the file, because builds arrive by a rename and the path may be a symbolic link that changes.
 *
 * @param onLost called when the folder cannot be watched, or no longer
 */
export function watchFile(file: string, onChange: () => void, onLost: (reason: string) => void): { close(): void } {
  let known = identify(file);
  let seen = known;
  let timer: NodeJS.Timeout | undefined;

  function check(): void {
    timer = undefined;
    const found = identify(file);
    if (found !== seen) {
      seen = found;
      checkLater();
    } else if (found !== known) {
      known = found;
      if (found !== null) onChange();
    }
  }

  function checkLater(): void {
    timer ??= setTimeout(check, settlingTime);
  }

  try {
    const watcher = watch(dirname(file), checkLater);
    watcher.on('error', (error: NodeJS.ErrnoException) => onLost(error.code ?? error.message));
    return {
      close() {
        watcher.close();
        clearTimeout(timer);
      },
    };
  } catch (error) {
    onLost((error as NodeJS.ErrnoException).code ?? 'it cannot be watched');
    return { close() {} };
  }
}

/** A string that changes when the file changes, without reading its content; null when the file is missing. */
function identify(file: string): string | null {
  try {
    const { dev, ino, size, mtimeMs } = statSync(file);
    return `${dev}:${ino}:${size}:${mtimeMs}`;
  } catch {
    return null;
  }
}
