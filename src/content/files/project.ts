import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
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
  /** The top folder of the project: that of the repository, else of the workspace, else the folder. */
  readonly top: string;
  /** Its real path: what is read must be in it. */
  readonly boundary: string;
  /** Names of the entries of a folder; none when it is missing or unreadable. */
  names(folder: string): readonly string[];
  /** Text of a settings file; '' when it is missing or unreadable. An unreadable file gives one warning, unless `warns` is false. */
  text(file: string, warns?: boolean): string;
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
    names: (path) => entriesIn(path).map(({ name }) => name),
    text(file, warns = true) {
      // A settings file above the project must stay within its own folder.
      const within = isWithin(resolve(file), top) ? real : realPath(dirname(file));
      const read = readRegularFile(file, { bytes: LARGEST_SETTINGS_FILE, within });
      if (read.bytes !== null) return read.bytes.toString('utf8');
      if (warns && !read.missing) warn(file, `Cannot read the file: ${read.refusal}`, 'unreadable');
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

/** What is in a folder; nothing when it cannot be read. */
export function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Files that a project has in its top folder: manifests, their locks, and what version control and hosts of code read. */
const MARKER =
  /^(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-(?:lock|workspace)\.yaml|bun\.lockb?|deno\.(?:jsonc?|lock)|(?:lerna|nx|turbo|rush)\.json|pyproject\.toml|(?:uv|poetry|pdm|cargo|gemfile|composer)\.lock|pipfile|cargo\.toml|go\.(?:mod|work)|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|composer\.json|gemfile|mix\.exs|package\.swift|\.hg|\.jj|\.svn|\.github|\.gitlab-ci\.yml|\.gitmodules|\.gitattributes)$/i;
/** Files of a person's own folder. A manifest there is there by mistake. */
const OF_A_PERSON = /^(?:\.ssh|\.bash\w*|\.zsh\w*|\.profile|\.gnupg|AppData)$/;
const LEVELS_UP = 4;
/** The sticky bit: a folder in which everybody may write, such as that of temporary files. */
const SHARED = 0o1000;

/** The nearest folder, from the given one upwards, that contains `.git`. */
export function findRepository(folder: string): string | null {
  for (let path = folder; ; path = dirname(path)) {
    if (existsSync(join(path, '.git'))) return path;
    if (dirname(path) === path) return null;
  }
}

/**
 * The top folder of the project that a folder is in, where no repository tells, as in an image from which `.git` is left out: the
 * uppermost of the folder and the four above it that has a manifest or its like. Null when there is none.
 */
function findProjectTop(folder: string): string | null {
  let top: string | null = null;
  let path = folder;
  for (let level = 0; level <= LEVELS_UP && dirname(path) !== path; level++, path = dirname(path)) {
    const names = namesOf(path);
    if (names === null || names.some((name) => OF_A_PERSON.test(name))) break;
    if (names.some((name) => MARKER.test(name))) top = path;
  }
  return top;
}

/** The names in a folder; null for one that cannot be read or that everybody shares. */
function namesOf(path: string): string[] | null {
  try {
    return (statSync(path).mode & SHARED) === 0 ? readdirSync(path) : null;
  } catch {
    return null;
  }
}
