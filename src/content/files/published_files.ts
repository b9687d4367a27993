import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type IgnoreRules, readIgnoreRules } from './ignore_rules.ts';
import type { Project } from './project.ts';

interface KnownFolder {
  /** Its real path. */
  readonly real: string;
  readonly rules: IgnoreRules;
  readonly entries: ReadonlyMap<string, Dirent>;
}

/** Names of what no generator publishes: hidden ones but for the folder in which GitBook keeps images, and packages. */
const UNPUBLISHED = /^(?:\.(?!gitbook$)|node_modules$)/;
const DEEPEST_FOLDER = 64;

/** Finds files of a project that are neither hidden nor ignored by git, and to which no symbolic link leads. Looks at each folder once. */
export class PublishedFiles {
  readonly #project: Project;
  readonly #known = new Map<string, KnownFolder | null>();

  constructor(project: Project) {
    this.#project = project;
  }

  /**
   * The real path of a regular file; null for any other.
   * @param base absolute path of a folder, which may itself be reached by symbolic links within the project
   * @param path relative to it, `/`-separated
   */
  find(base: string, path: string): string | null {
    const segments = path.split('/');
    if (segments.length > DEEPEST_FOLDER) return null;
    const name = segments.pop()!;
    const folder = this.#folder(base, segments);
    const entry = folder === null ? undefined : entryOf(folder, path, name);
    return entry?.isFile() === true ? join(folder!.real, name) : null;
  }

  #folder(base: string, segments: readonly string[]): KnownFolder | null {
    const path = segments.join('/');
    const key = `${base}\0${path}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      known = path === '' ? this.#top(base) : this.#below(base, path, segments);
      this.#known.set(key, known);
    }
    return known;
  }

  #top(base: string): KnownFolder | null {
    if (!this.#project.holds(base)) return null;
    return opened(base, () => readIgnoreRules(this.#project, base));
  }

  #below(base: string, path: string, segments: readonly string[]): KnownFolder | null {
    const parent = this.#folder(base, segments.slice(0, -1));
    const entry = parent === null ? undefined : entryOf(parent, path, segments.at(-1)!);
    if (entry?.isDirectory() !== true) return null;
    const { real, rules } = parent!;
    return opened(join(real, entry.name), (hasOwn) => (hasOwn ? rules.below(path) : rules));
  }
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
    return { real, rules: rulesOf(entries.has('.gitignore')), entries };
  } catch {
    return null;
  }
}
