import { execFileSync } from 'node:child_process';
import { misused } from './command_error.ts';

/**
 * The commit to stamp a build with: the one given by flag or environment, else HEAD of the content's checkout if its
 * working tree is clean, else null.
 */
export function findCommit(given: string | undefined, folder: string): string | null {
  if (given === undefined || given === '') return headOfClean(folder);
  return checkCommit(given);
}

/** @throws CommandError (exit 2) for a commit with characters that an entity tag must not contain */
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
