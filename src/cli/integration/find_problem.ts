import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { searchBox } from './search_box.ts';

export interface GeneratorFacts {
  /** Names the package, such as `@catchword/vitepress`. */
  readonly name: string;
  /** As its documentation calls it, such as `VitePress`. */
  readonly generator: string;
  /** The major versions that the package knows. */
  readonly majors: readonly string[];
  /** The one that is installed; null: it is not known. */
  readonly version: string | null;
  /** What the owner set as `GeneratorOptions.server`. */
  readonly server?: string | undefined;
}

/** Why a site cannot have the search, in sentences; null when it can. */
export function findProblem({ name, generator, majors, version, server }: GeneratorFacts): string | null {
  if (version !== null && !majors.includes(version.split('.')[0]!))
    return `This package supports ${generator} ${majors.join(' and ')}; this is ${version}. Update ${name}.`;
  try {
    searchBox({ base: '/', server, inDevelopment: false });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * The version of a package as a project finds it. Not every package lets others import its manifest, so it is read as a file.
 * @param root folder of the project
 * @returns null: it is not installed
 */
export function installedVersion(root: string, name: string): string | null {
  for (const folder of createRequire(join(root, 'config.js')).resolve.paths(name) ?? []) {
    try {
      const manifest = readFileSync(join(folder, name, 'package.json'), 'utf8');
      return (JSON.parse(manifest) as { version: string }).version;
    } catch {}
  }
  return null;
}
