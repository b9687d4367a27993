import { type Stats, statSync } from 'node:fs';
import { failed } from '../command_error.ts';

/** @throws CommandError when the path does not exist */
export function isFolder(path: string): boolean {
  return stat(path).isDirectory();
}

/** @param what what cannot be done otherwise @throws CommandError when it is not a folder */
export function checkFolder(folder: string, what = 'build'): void {
  if (!isFolder(folder))
    throw failed(`Cannot ${what} "${folder}": it is not a folder. A folder of Markdown is expected.`);
}

function stat(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw failed(`Cannot open "${path}": ${missing ? 'there is no such file or folder' : 'it cannot be read'}.`);
  }
}
