import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { ContentWarning } from '../site_content.ts';
import { isWithin, readBeginning, readRegularFile } from './regular_file.ts';

/** Larger than any settings or ignore file that a person wrote. */
const LARGEST_SETTINGS_FILE = 256 * 1024;

/** Safe access to the files of a project: an unreadable file is empty and becomes a warning, and no file outside is read. */
export interface Project {
  /** Absolute path of the folder that the user named. */
  readonly folder: string;
  /** Root of the Git repository that contains it, or null. */
  readonly repository: string | null;
  /** Real path of the repository, else of the folder: what is read must be in it. */
  readonly boundary: string;
  /** Names of the entries of a folder; none when it is missing or unreadable. */
  names(folder: string): readonly string[];
  /** Text of a settings file; '' when it is missing or unreadable. An unreadable file gives one warning. */
  text(file: string): string;
  /** The beginning of a page, to detect conventions; '' when it cannot be read. */
  beginning(file: string, bytes: number): string;
  /** Whether the folder's real path, with symbolic links resolved, is in the project. */
  holds(folder: string): boolean;
  /** Adds a warning. */
  warn(path: string, message: string, rule: string, line?: number): void;
  /** All warnings, with paths relative to `root`. */
  warnings(root: string): ContentWarning[];
}

export function openProject(named: string): Project {
  const folder = resolve(named);
  const repository = findRepository(folder);
  const real = realPath(repository ?? folder);
  const noted = new Map<string, { path: string; line: number; message: string; rule: string }>();
  const warn = (path: string, message: string, rule: string, line = 0) => {
    const key = JSON.stringify([path, line, message]);
    if (!noted.has(key)) noted.set(key, { path, line, message, rule });
  };
  return {
    folder,
    repository,
    boundary: real,
    names: namesIn,
    text(file) {
      // Without a repository, a settings file above the folder must stay within its own folder.
      const within = isWithin(resolve(file), repository ?? folder) ? real : realPath(dirname(file));
      const read = readRegularFile(file, { bytes: LARGEST_SETTINGS_FILE, within });
      if (read.bytes !== null) return read.bytes.toString('utf8');
      if (!read.missing) warn(file, `Cannot read the file: ${read.refusal}`, 'unreadable');
      return '';
    },
    beginning: (file, bytes) => readBeginning(file, bytes).toString('utf8'),
    holds: (path) => isWithin(realPath(path), real),
    warn,
    warnings: (root) =>
      [...noted.values()].map(({ path, line, message, rule }) => {
        const file = relative(root, path).split(sep).join('/');
        return { file: file === '' ? '.' : file, line, column: line === 0 ? 0 : 1, message, rule };
      }),
  };
}

/** The nearest folder, from the given one upwards, that contains `.git`. */
export function findRepository(folder: string): string | null {
  for (let path = folder; ; path = dirname(path)) {
    if (existsSync(join(path, '.git'))) return path;
    if (dirname(path) === path) return null;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
