import { execFileSync } from 'node:child_process';
import { misused } from './command_error.ts';

/**
 * The commit's stamp: as given by flag or environment, else HEAD of the checkout that holds the content when nothing in
 * it is changed, else null.
 */
export function findCommit(given: string | undefined, folder: string): string | null {
  if (given === undefined || given === '') return headOfClean(folder);
  return checkCommit(given);
}

/** @throws CommandError (exit 2) for what could not stand in an entity tag */
export function checkCommit(commit: string): string {
  if (/^[\w.-]{1,64}$/.test(commit)) return commit;
  throw misused(`Cannot use the commit "${commit}": it is made of up to 64 letters, digits, ".", "_" and "-".`);
}

function headOfClean(folder: string): string | null {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 28,
    });
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD').trim() : null;
  } catch {
    return null; // no git, no checkout, or no commit yet
  }
}
