import { statSync } from 'node:fs';

/** Whether there is nothing at a path. False when it cannot be told, as in a folder that this user may not enter. */
export function isMissing(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}
