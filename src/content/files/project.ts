import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import type { ContentWarning } from '../site_content.ts';
import { findProjectTop, findRepository } from './project_top.ts';
import { isWithin, readBeginning, readRegularFile } from './regular_file.ts';

/** Larger than any settings or ignore file that a person wrote. */
const LARGEST_SETTINGS_FILE = 256 * 1024;

/** Safe access to the files of a project: an unreadable file is empty and becomes a warning, and no file outside is read. */
export interface Project {
  /** Absolute path of the folder that the user named. */
  readonly folder: string;
  /** Root of the Git repository that contains it, or null. */
  readonly repository: string | null;
  /** The top folder of the project: that of the repository, else of the workspace, else the folder. */
  readonly top: string;
  /** Its real path: what is read must be in it. */
  readonly boundary: string;
  /** Names of the entries of a folder; none when it is missing or unreadable. */
  names(folder: string): readonly string[];
  /** Text of a settings file; '' when it is missing or unreadable. An unreadable file gives one warning. */
  text(file: string): string;
  /** The beginning of a page, to detect conventions; '' when it cannot be read. */
  beginning(file: string, bytes: number): string;
  /** Whether there is such a file or folder, or a symbolic link to one. */
  exists(path: string): boolean;
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
  const top = repository ?? findProjectTop(folder) ?? folder;
  const real = realPath(top);
  const noted = new Map<string, { path: string; line: number; message: string; rule: string }>();
  const warn = (path: string, message: string, rule: string, line = 0) => {
    const key = JSON.stringify([path, line, message]);
    if (!noted.has(key)) noted.set(key, { path, line, message, rule });
  };
  return {
    folder,
    ...{ repository, top },
    boundary: real,
    names: namesIn,
    text(file) {
      // A settings file above the project must stay within its own folder.
      const within = isWithin(resolve(file), top) ? real : realPath(dirname(file));
      const read = readRegularFile(file, { bytes: LARGEST_SETTINGS_FILE, within });
      if (read.bytes !== null) return read.bytes.toString('utf8');
      if (!read.missing) warn(file, `Cannot read the file: ${read.refusal}`, 'unreadable');
      return '';
    },
    beginning: (file, bytes) => readBeginning(file, bytes).toString('utf8'),
    exists: existsSync,
    holds: (path) => isWithin(realPath(path), real),
    warn,
    warnings: (root) =>
      [...noted.values()].map(({ path, line, message, rule }) => {
        const file = relative(root, path).split(sep).join('/');
        return { file: file === '' ? '.' : file, line, column: line === 0 ? 0 : 1, message, rule };
      }),
  };
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
