import { accessSync, constants, lstatSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { PAGE_FILE } from '../content/files/regular_file.ts';
import { failed, reasonOf } from './command_error.ts';

export interface Output {
  /** Why a regular file that exists is kept, as the end of a sentence. */
  readonly kept: string;
  /** What to do about a file that cannot be written: a sentence. */
  readonly advice: string;
  /** Whether the command may write to a regular file that exists. Default: it may not. */
  isReplaceable?(file: string): boolean;
  /** `made`: missing folders will be made. `unchecked`: what writes the file says what is wrong with them. Default: the folder exists. */
  readonly folders?: 'made' | 'unchecked';
}

/**
 * Every command asks this before it writes a file that its user named, and before any work. It refuses what exists and is not what the
 * command writes, the name of a page, and a folder that cannot be written.
 * @throws CommandError (exit 1) that names the file and what to do
 */
export function checkOutput(file: string, output: Output): void {
  const reason = faultOfFile(file, output) ?? faultOfFolder(file, output);
  if (reason !== null) throw failed(`Cannot write "${file}": ${reason}. ${output.advice}`);
}

/** Why a file is not written, as the end of a sentence; or null. */
function faultOfFile(file: string, { kept, isReplaceable }: Output): string | null {
  if (file === '' || /[\\/]$/.test(file)) return 'it is not a file name';
  if (PAGE_FILE.test(file)) return 'its name ends like that of a Markdown page';
  // A symbolic link that leads nowhere is there too.
  if (statOf(file, lstatSync) === null) return null;
  const found = statOf(file, statSync);
  if (typeof found === 'string') return found;
  if (found?.isDirectory()) return 'it is a folder';
  if (!found?.isFile()) return 'it exists and is not a regular file';
  return isReplaceable?.(file) === true ? null : kept;
}

function faultOfFolder(file: string, { folders }: Output): string | null {
  if (folders === 'unchecked') return null;
  let folder = dirname(file);
  while (folders === 'made' && statOf(folder, statSync) === null && dirname(folder) !== folder) {
    folder = dirname(folder);
  }
  const found = statOf(folder, statSync);
  if (found === null) return `the folder "${folder}" does not exist`;
  if (typeof found === 'string') return `its folder "${folder}" cannot be used (${found})`;
  if (!found.isDirectory()) return `"${folder}" is not a folder`;
  try {
    accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    return `its folder "${folder}" cannot be used (${reasonOf((error as NodeJS.ErrnoException).code ?? '')})`;
  }
}

/** What is at a path; null: nothing; or why that is not known. */
function statOf(path: string, stat: typeof statSync): Stats | string | null {
  try {
    return stat(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // A part of the path is a file: the look at its folder names it.
    return code === 'ENOTDIR' ? null : reasonOf(code);
  }
}

/** @throws CommandError when the path does not exist */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw failed(`Cannot open "${path}": ${missing ? 'there is no such file or folder' : 'it cannot be read'}.`);
  }
}

/** @param what what cannot be done otherwise @throws CommandError when it is not a folder */
export function checkFolder(folder: string, what = 'build'): void {
  if (!isFolder(folder)) throw failed(`Cannot ${what} "${folder}": it is not a folder. Pass a folder of Markdown.`);
}
