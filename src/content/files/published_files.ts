import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type IgnoreRules, readIgnoreRules } from './ignore_rules.ts';
import type { Project } from './project.ts';

interface KnownFolder {
  /** Its real path. */
  readonly real: string;
  readonly rules: IgnoreRules;
  readonly entries: ReadonlyMap<string, Dirent>;
  /** The folders in it that were looked at. */
  readonly inner: Map<string, KnownFolder>;
}

/** Names of what no generator publishes: hidden ones but for the folder in which GitBook keeps images, and packages. */
const UNPUBLISHED = /^(?:\.(?!gitbook$)|node_modules$)/;
/** Segments of a path. */
const DEEPEST = 16;

/** Finds files of a project that are neither hidden nor ignored by git, and to which no symbolic link leads. Looks at each folder once. */
export class PublishedFiles {
  readonly #project: Project;
  readonly #bases = new Map<string, KnownFolder | null>();

  constructor(project: Project) {
    this.#project = project;
  }

  /**
   * The real path of a regular file; null for any other.
   * @param base absolute path of a folder, which may itself be reached by symbolic links within the project
   * @param path relative to it, `/`-separated
   */
  find(base: string, path: string): string | null {
    const names = path.split('/');
    if (names.length > DEEPEST) return null;
    const name = names.pop()!;
    let folder = this.#base(base);
    let above = '';
    for (const each of names) {
      if (folder === null) return null;
      above = above === '' ? each : `${above}/${each}`;
      folder = below(folder, above, each);
    }
    const entry = folder === null ? undefined : entryOf(folder, path, name);
    return entry?.isFile() === true ? join(folder!.real, name) : null;
  }

  /**
   * The paths of the files below a folder that `find` finds, the nearest first.
   * @param most how many files and folders are looked at
   */
  list(base: string, most: number): string[] {
    const files: string[] = [];
    const pending = [{ path: '', folder: this.#base(base), depth: 1 }];
    let left = most;
    for (const { path, folder, depth } of pending) {
      for (const name of folder?.entries.keys() ?? []) {
        if (left-- <= 0) return files;
        const inner = path === '' ? name : `${path}/${name}`;
        const entry = entryOf(folder!, inner, name);
        if (entry?.isFile() === true) files.push(inner);
        else if (depth < DEEPEST) pending.push({ path: inner, folder: below(folder!, inner, name), depth: depth + 1 });
      }
    }
    return files;
  }

  #base(base: string): KnownFolder | null {
    let known = this.#bases.get(base);
    if (known === undefined) {
      known = this.#project.holds(base) ? opened(base, () => readIgnoreRules(this.#project, base)) : null;
      this.#bases.set(base, known);
    }
    return known;
  }
}

/** @param path of the inner folder, relative to the base */
function below(folder: KnownFolder, path: string, name: string): KnownFolder | null {
  const known = folder.inner.get(name);
  if (known !== undefined) return known;
  if (entryOf(folder, path, name)?.isDirectory() !== true) return null;
  const found = opened(join(folder.real, name), (hasOwn) => (hasOwn ? folder.rules.below(path) : folder.rules));
  if (found !== null) folder.inner.set(name, found);
  return found;
}

/** @param path relative to the base of the folder */
function entryOf({ rules, entries }: KnownFolder, path: string, name: string): Dirent | undefined {
  const entry = UNPUBLISHED.test(name) ? undefined : entries.get(name);
  return entry === undefined || rules.ignores(path, entry.isDirectory()) ? undefined : entry;
}

/** @param rulesOf gets whether the folder has an ignore file of its own */
function opened(folder: string, rulesOf: (hasOwn: boolean) => IgnoreRules): KnownFolder | null {
  try {
    const real = realpathSync(folder);
    const found = readdirSync(real, { withFileTypes: true });
    const entries = new Map(found.map((entry) => [entry.name, entry]));
    return { real, rules: rulesOf(entries.has('.gitignore')), entries, inner: new Map() };
  } catch {
    return null;
  }
}
