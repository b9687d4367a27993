import { execFileSync } from 'node:child_process';
import type { Stamps } from '../../corpus/corpus.ts';
import { misused } from '../command_error.ts';

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
  return git(folder, 'status', '--porcelain') === '' ? (git(folder, 'rev-parse', 'HEAD')?.trim() ?? null) : null;
}

/**
 * Why answers of a build carry no ETag, and how to have them; null for a build with both stamps.
 * @param folder that was baked; null for an artefact
 */
export function explainNoValidators({ commit, content }: Stamps, folder: string | null): string | null {
  if (content === null) return 'Answers carry no ETag, as this is a local build: leave --local out to have them.';
  if (commit !== null) return null;
  const why =
    folder === null
      ? 'the artefact has no commit stamp: build it from a clean git checkout, or name a commit with --commit'
      : git(folder, 'rev-parse', 'HEAD') === null
        ? `"${folder}" is in no git checkout with a commit: make one, or name a commit with --commit`
        : `"${folder}" has changes that are not committed: commit them, or name a commit with --commit`;
  return `Answers carry no ETag, as ${why}.`;
}

/** The output of a git command in a folder; null when it fails, as without git, checkout or commit. */
function git(folder: string, ...args: string[]): string | null {
  try {
    return execFileSync('git', ['-C', folder, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 28,
    });
  } catch {
    return null;
  }
}
