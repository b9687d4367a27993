import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

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
export function findProjectTop(folder: string): string | null {
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
