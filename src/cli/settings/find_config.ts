import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { findRepository, openProject } from '../../content/files/project.ts';
import { byCodePoint } from '../../text/by_code_point.ts';
import { misused } from '../command_error.ts';
import type { Terminal } from '../terminal.ts';

export const configName = 'catchword.config.json';

interface ConfigFlags {
  readonly config?: string;
}

/** Folders in which a configuration that is not read is looked for, the nearest first. */
const mostFolders = 5_000;
const mostNamed = 10;

/**
 * The configuration file named by flag or environment; else, for a folder, the one in it; for an artefact, the one beside it or in the
 * current folder; else null.
 *
 * @param source folder or artefact, which need not exist
 * @throws CommandError (exit 2) when the named file is missing, or the one found is a symbolic link to outside the project
 */
export function findConfig(source: string, flags: ConfigFlags, environment: Terminal['environment']): string | null {
  const named = nameConfig(flags, environment);
  if (named !== null) {
    if (existsSync(named)) return named;
    throw misused(
      `Cannot read the configuration "${named}": there is no such file. "catchword init" writes one; without --config and CATCHWORD_CONFIG the ${configName} of the content folder is read, or that beside an artefact.`,
    );
  }
  const folder = configFolders(source).find((each) => existsSync(join(each, configName)));
  if (folder === undefined) return null;
  const found = join(folder, configName);
  if (!openProject(folder).holds(found)) throw misused(`Cannot read "${found}": it leads out of the project.`);
  return found;
}

/**
 * Names the configuration files that a reader would expect to be read and that are not, each as a sentence with its remedy: those
 * below and above a folder, and that of the current folder. None where the owner named a file.
 */
export function findUnreadConfigs(source: string, flags: ConfigFlags, environment: Terminal['environment']): string[] {
  if (nameConfig(flags, environment) !== null) return [];
  const folders = configFolders(source);
  const read = folders.find((each) => existsSync(join(each, configName)));
  const around = isDirectory(source)
    ? [...foldersAbove(source), resolve('.')]
    : folders.slice(1).map((each) => resolve(each));
  const candidates = [...new Set([...around, ...(isDirectory(source) ? foldersBelow(source) : [])])];
  const unread = candidates.filter(
    (folder) => folder !== resolve(read ?? source) && existsSync(join(folder, configName)),
  );
  const sentences = unread.slice(0, mostNamed).map((folder) => {
    const file = join(nameFolder(folder), configName);
    return isDirectory(source)
      ? `"${file}" is not read: only a configuration in "${source}" is. Move it there, name "${nameFolder(folder)}" in place of that folder, or name the file with --config.`
      : `"${file}" is not read: "${join(read ?? '', configName)}", beside the artefact, is. To read it, name it with --config.`;
  });
  const hidden = unread.length - mostNamed;
  return hidden > 0 ? [...sentences, `${hidden} more files of that name are not read.`] : sentences;
}

function nameConfig({ config }: ConfigFlags, environment: Terminal['environment']): string | null {
  return (config ?? environment.CATCHWORD_CONFIG) || null;
}

/** Where the configuration of a source is, the first place first. */
function configFolders(source: string): readonly string[] {
  return isDirectory(source) ? [source] : [dirname(source), '.'];
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The folders above one, the nearest first; only to the root of the repository where there is one. */
function foldersAbove(folder: string): string[] {
  const lowest = resolve(folder);
  const top = findRepository(lowest);
  const found: string[] = [];
  for (let path = lowest; path !== top && dirname(path) !== path; path = dirname(path)) found.push(dirname(path));
  return found;
}

/** The folders below one, without those of tools, the nearest first. Symbolic links are not followed. */
function foldersBelow(folder: string): string[] {
  const found: string[] = [];
  for (let level = [resolve(folder)]; level.length > 0 && found.length < mostFolders; ) {
    level = level.flatMap(subfolders);
    found.push(...level.slice(0, mostFolders - found.length));
  }
  return found;
}

function subfolders(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
      .map(({ name }) => join(folder, name))
      .sort(byCodePoint);
  } catch {
    return [];
  }
}

/** The path of a folder from the current one, where it is below that. */
function nameFolder(folder: string): string {
  const near = relative('', folder);
  return near === '' ? '.' : near.startsWith('..') ? folder : near;
}
