import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { GeneratorOptions } from './generator_options.ts';
import { searchBox } from './search_box.ts';
import { areFolders } from './site_versions.ts';

export interface GeneratorFacts {
  /** Names the package, such as `@catchword/vitepress`. */
  readonly name: string;
  /** As its documentation calls it, such as `VitePress`. */
  readonly generator: string;
  /** The major versions that the package knows. */
  readonly majors: readonly string[];
  /** The one that is installed; null: it is not known. */
  readonly version: string | null;
  /** What the owner set. Default: nothing. */
  readonly options?: GeneratorOptions;
}

/** Why a site cannot have the search, in sentences; null when it can. */
export function findProblem({ name, generator, majors, version, options = {} }: GeneratorFacts): string | null {
  if (version !== null && !majors.includes(version.split('.')[0]!))
    return `This package supports ${generator} ${majors.join(' and ')}; this is ${version}. Update ${name}.`;
  const { server, artefact = 'site.catchword', versions = [] } = options;
  if (options.artefact !== undefined && server === undefined)
    return 'The option "artefact" is for a service: set "server" too, or remove it.';
  if (typeof artefact !== 'string' || artefact === '')
    return 'Cannot use the option "artefact": write the path of a file, such as "site.catchword".';
  if (!areFolders(versions)) return 'Cannot use the option "versions": write names of folders, such as ["v1", "2.x"].';
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
