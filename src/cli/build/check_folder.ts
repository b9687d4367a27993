import { type Stats, statSync } from 'node:fs';
import { failed } from '../command_error.ts';

/** @throws CommandError when the path does not exist */
export function isFolder(path: string): boolean {
  return stat(path).isDirectory();
}

/** @throws CommandError when it is not a folder */
export function checkFolder(folder: string): void {
  if (!isFolder(folder)) throw failed(`Cannot build "${folder}": it is not a folder.`);
}

function stat(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw failed(`Cannot open "${path}": ${missing ? 'there is no such file or folder' : 'it cannot be read'}.`);
  }
}
