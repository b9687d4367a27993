import { statSync, watch } from 'node:fs';
import { dirname } from 'node:path';

/** Milliseconds that a file must stay unchanged before it counts as completely written. */
const settlingTime = 200;

export interface FileWatch {
  close(): void;
}

/**
 * Calls `onChange` when the file at a path was replaced or rewritten and has not changed for `settlingTime`. It watches
 * the folder instead of the file, because builds arrive by a rename and the path may be a symbolic link that changes.
 *
 * @param onLost called when the folder cannot be watched, or no longer
 */
export function watchFile(file: string, onChange: () => void, onLost: (reason: string) => void): FileWatch {
  let known = identify(file);
  let seen = known;
  let timer: NodeJS.Timeout | null = null;

  function check(): void {
    timer = null;
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
        if (timer !== null) clearTimeout(timer);
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
