import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { failed } from '../command_error.ts';
import { reasonOf } from '../explain_failure.ts';

/**
 * Checks before a long build that its file can be written.
 * @throws CommandError (exit 1) that names the folder and what to do
 */
export function checkOutput(file: string): void {
  const folder = dirname(file);
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) {
      throw failed(`Cannot write "${file}": it is a folder. Name a file in it with --out.`);
    }
    if (!statSync(folder).isDirectory()) {
      throw failed(`Cannot write "${file}": "${folder}" is no folder. Name another file with --out.`);
    }
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const advice =
      code === 'ENOENT'
        ? `there is no folder "${folder}". Create it first, or name another file with --out`
        : `in "${folder}" ${reasonOf(code)}. Name a file in another folder with --out`;
    throw failed(`Cannot write "${file}": ${advice}.`);
  }
}
