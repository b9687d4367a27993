import { statSync, watch } from 'node:fs';
import { dirname } from 'node:path';

/** How long a file must stay as it is before it counts as written, in milliseconds. */
const settlingTime = 200;

export interface FileWatch {
  close(): void;
}

/**
 * Tells when there is another file at a path, or other content in it, once it has settled. The folder is watched and not
 * the file, as builds are moved to their place, and a symbolic link on the way may be turned.
 *
 * @param onLost told when the folder cannot be watched (any longer)
 */
export function watchFile(file: string, onChange: () => void, onLost: (reason: string) => void): FileWatch {
  let known = identify(file);
  let seen = known;
  let timer: NodeJS.Timeout | null = null;

  function look(): void {
    timer = null;
    const found = identify(file);
    if (found !== seen) {
      seen = found;
      lookLater();
    } else if (found !== known) {
      known = found;
      if (found !== null) onChange();
    }
  }

  function lookLater(): void {
    timer ??= setTimeout(look, settlingTime);
  }

  try {
    const watcher = watch(dirname(file), lookLater);
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

/** What tells one state of the file from another without reading it; null when there is none. */
function identify(file: string): string | null {
  try {
    const { dev, ino, size, mtimeMs } = statSync(file);
    return `${dev}:${ino}:${size}:${mtimeMs}`;
  } catch {
    return null;
  }
}
