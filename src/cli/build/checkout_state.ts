import { createHash } from 'node:crypto';
import { closeSync, existsSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { findRepository } from '../../content/files/project.ts';
import type { Stamps } from '../../corpus/corpus.ts';
import { misused, reasonOf } from '../command_error.ts';
import { StandInRepository, UnreadableRepository } from './stand_in_repository.ts';

/** The commit whose files a checkout has; or null with the reason, as the end of a sentence. */
type CheckoutState =
  | { readonly commit: string; readonly reason: null }
  | { readonly commit: null; readonly reason: string };

/** Submodules, and submodules of submodules, that are looked at. */
const MOST_SUBMODULES = 1000;

/**
 * Reads the commit of the checkout that a folder is in, when nothing in it or in its submodules is changed. It starts no program
 * but git, whatever is in the folder.
 */
export function readCheckout(folder: string): CheckoutState {
  const without = (reason: string): CheckoutState => ({ commit: null, reason });
  const changed = without(`"${folder}" has uncommitted changes: commit them, or specify a commit with --commit`);
  const none = without(
    `"${folder}" is not in a git checkout with a commit: commit it, or specify a commit with --commit`,
  );
  const workTree = findRepository(realpathSync(folder));
  if (workTree === null) return none;
  try {
    const { commit, isClean, submodules } = readWorkTree(workTree, workTree);
    if (commit === null) return none;
    const seen = new Set(submodules);
    for (const submodule of seen) {
      if (seen.size > MOST_SUBMODULES)
        return without(`"${folder}" has more than ${MOST_SUBMODULES} submodules: specify a commit with --commit`);
      const state = readWorkTree(submodule, workTree);
      if (!state.isClean) return changed;
      for (const each of state.submodules) seen.add(each);
    }
    return isClean ? { commit, reason: null } : changed;
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (!(error instanceof UnreadableRepository) && code === undefined) throw error;
    const why = code === undefined ? (error as Error).message : `"${path}" cannot be read: ${reasonOf(code)}`;
    return without(`${why}, so changes in "${folder}" cannot be detected: specify a commit with --commit`);
  }
}

interface WorkTree {
  readonly commit: string | null;
  readonly isClean: boolean;
  /** Real paths of the submodules that are checked out, unless it is already known to be changed. */
  readonly submodules: readonly string[];
}

/** The parameters are those of `StandInRepository`. */
function readWorkTree(path: string, project: string): WorkTree {
  const repository = new StandInRepository(path, project);
  try {
    const { commit, changes } = status(repository);
    if (commit === null || !areConverted(path, repository, changes)) return { commit, isClean: false, submodules: [] };
    return { commit, isClean: true, submodules: submodulesOf(path, repository) };
  } finally {
    repository.remove();
  }
}

/** A line of `git status --porcelain=v2`: https://git-scm.com/docs/git-status#_porcelain_format_version_2 */
interface Change {
  /** Whether only the content of a regular file in the working tree differs. */
  readonly isContent: boolean;
  readonly path: string;
  readonly object: string;
}

/** Of submodules it compares the commits alone: to look into one, git would obey that one's configuration. */
function status(repository: StandInRepository) {
  const options = ['--untracked-files=normal', '--ignore-submodules=dirty', '--no-renames'];
  const printed = repository.git(['status', '--porcelain=v2', '--branch', '-z', ...options]);
  const lines = printed.split('\0').filter((line) => line !== '');
  const [, head = '(initial)'] =
    lines.map((line) => /^# branch\.oid (.*)$/.exec(line)).find((found) => found !== null) ?? [];
  const changes = lines.flatMap((line): Change[] => {
    if (line.startsWith('#')) return [];
    const [, inIndex = '', inTree, object = '', path = ''] =
      /^1 \.M N\.\.\. \d+ (\d+) (\d+) \w+ (\w+) (.+)$/s.exec(line) ?? [];
    return [{ isContent: inIndex === inTree && inIndex.startsWith('100'), path, object }];
  });
  return { commit: head === '(initial)' ? null : head, changes };
}

/**
 * Whether files differ from the index only as they are stored in another form: git runs the program that converts them, a filter,
 * unless their times say that they are unchanged. Those of Git LFS are compared with their digests.
 * @throws UnreadableRepository for files with another filter
 */
function areConverted(workTree: string, repository: StandInRepository, changes: readonly Change[]): boolean {
  if (changes.length === 0) return true;
  if (!changes.every(({ isContent }) => isContent)) return false;
  const names = changes.map(({ path }) => `${path}\0`).join('');
  const filters = repository.git(['check-attr', '-z', '--stdin', 'filter'], names).split('\0');
  let other: string | null = null;
  for (const [i, { path, object }] of changes.entries()) {
    const filter = filters[3 * i + 2]!;
    if (['unspecified', 'unset', 'set', ''].includes(filter)) return false;
    if (filter !== 'lfs') other ??= `"${path}" is stored with the git filter "${filter}"`;
    else if (!isOfPointer(join(workTree, path), repository.git(['cat-file', 'blob', object]))) return false;
  }
  if (other !== null) throw new UnreadableRepository(other);
  return true;
}

/** Whether a file has the digest that a pointer of Git LFS names: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
function isOfPointer(file: string, pointer: string): boolean {
  const [, digest, size] =
    /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:([0-9a-f]{64})\nsize (\d+)\n$/.exec(pointer) ?? [];
  const stats = lstatSync(file);
  return digest !== undefined && stats.isFile() && stats.size === Number(size) && digestOf(file) === digest;
}

function digestOf(file: string): string {
  const digest = createHash('sha256');
  const bytes = Buffer.allocUnsafe(2 ** 20);
  const handle = openSync(file, 'r');
  try {
    for (let count = 1; count > 0; ) {
      count = readSync(handle, bytes);
      digest.update(bytes.subarray(0, count));
    }
  } finally {
    closeSync(handle);
  }
  return digest.digest('hex');
}

function submodulesOf(workTree: string, repository: StandInRepository): string[] {
  const entries = repository.git(['ls-files', '--stage', '-z']).split('\0');
  return entries
    .filter((entry) => entry.startsWith('160000 '))
    .map((entry) => join(workTree, entry.slice(entry.indexOf('\t') + 1)))
    .filter((path) => existsSync(join(path, '.git')))
    .map((path) => realpathSync(path));
}

/**
 * The commit to stamp a build with: the one given by flag or environment, else HEAD of the content's checkout if its
 * working tree is clean, else null.
 */
export function findCommit(given: string | undefined, folder: string): string | null {
  if (given === undefined || given === '') return readCheckout(folder).commit;
  return checkCommit(given);
}

/** @throws CommandError (exit 2) for a commit with characters that an entity tag must not contain */
export function checkCommit(commit: string): string {
  if (/^[\w.-]{1,64}$/.test(commit)) return commit;
  throw misused(`Cannot use the commit "${commit}": expected up to 64 letters, digits, ".", "_" or "-".`);
}

/**
 * Why answers of a build carry no ETag, and how to have them; null for a build with both stamps.
 * @param folder that was baked; null for an artefact
 */
export function explainNoValidators({ commit, content }: Stamps, folder: string | null): string | null {
  if (content === null) return 'Responses have no ETag, because this is a local build: omit --local to get ETags.';
  if (commit !== null) return null;
  const why =
    folder === null
      ? 'the artefact has no commit stamp: build it from a clean git checkout, or specify a commit with --commit'
      : (readCheckout(folder).reason ?? `"${folder}" had uncommitted changes: build it again`);
  return `Responses have no ETag, because ${why}.`;
}
