import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import * as z from 'zod';
import { entriesIn, findRepository, openProject } from '../../content/files/project.ts';
import { readRegularFile } from '../../content/files/regular_file.ts';
import { canonicalOrigin } from '../../protocol/host.ts';
import { parseStrictJson } from '../../protocol/strict_json.ts';
import { byCodePoint } from '../../text/by_code_point.ts';
import { nearestWord } from '../../text/nearest_word.ts';
import { misused } from '../command_error.ts';
import type { Environment } from '../terminal.ts';
import { type Config, type ConfigKey, configSchema, settingRows, variableOf } from './config.ts';

const LARGEST_FILE = 1024 * 1024;

interface ConfigFlags {
  readonly config?: string;
}

/** What is declared for a source. */
interface DeclaredConfig {
  /** Path of the configuration, or null. */
  readonly file: string | null;
  readonly ofFile: Config;
  readonly ofVariables: Config;
  /** What is in force: the environment overrides the file. */
  readonly config: Config;
}

/** @throws CommandError (exit 2), as `findConfig` and `readConfig` do */
export function declaredConfig(source: string, flags: ConfigFlags, environment: Environment): DeclaredConfig {
  const file = findConfig(source, flags, environment);
  const ofFile = readConfig(file, {});
  const ofVariables = readConfig(null, environment);
  return { file, ofFile, ofVariables, config: { ...ofFile, ...ofVariables } };
}

/** The configuration that is in force for a source. @throws as `declaredConfig` does */
export function configOf(source: string, flags: ConfigFlags, environment: Environment): Config {
  return declaredConfig(source, flags, environment).config;
}

/**
 * Reads the configuration. The environment overrides the file.
 *
 * @param file path, or null for no file
 * @throws CommandError (exit 2) that lists every mistake with its location
 */
export function readConfig(file: string | null, environment: Environment): Config {
  const fromFile = file === null ? {} : check(parseFile(file), `"${file}"`);
  return { ...fromFile, ...check(valuesOf(environment), 'the environment') };
}

function parseFile(file: string): unknown {
  const { bytes, refusal } = readRegularFile(file, { bytes: LARGEST_FILE, within: null });
  if (bytes === null) throw misused(`Cannot read "${file}": ${refusal}.`);
  const json = parseStrictJson(bytes);
  if (!json.ok) throw misused(`Cannot read "${file}" as JSON: ${json.detail}.`);
  return json.value;
}

/** Whether a boolean environment variable is on: set, and neither empty, `0` nor `false`. */
export function isSet(variable: string | undefined): boolean {
  return variable !== undefined && variable !== '' && variable !== '0' && variable !== 'false';
}

function valuesOf(environment: Environment): Record<string, unknown> {
  return Object.fromEntries(
    settingRows.flatMap(([key, { schema }]) => {
      // A shell cannot unset a variable for one command, so users set it to the empty string.
      const text = environment[variableOf(key)] || null;
      return text === null ? [] : [[key, parseVariable(key, schema, text)]];
    }),
  );
}

/** The value that a variable says. A list is comma-separated. */
function parseVariable(key: ConfigKey, schema: z.ZodType, text: string): unknown {
  if (schema instanceof z.ZodBoolean) return isSet(text);
  if (!(schema instanceof z.ZodArray)) return text;
  if (key === 'siteFiles' && text.trim() === 'none') return [];
  const parts = text.split(',').map((part) => part.trim());
  return key === 'collections' ? parts.map((name) => ({ name })) : parts;
}

function check(value: unknown, source: string): Config {
  const result = configSchema.safeParse(value);
  if (!result.success) {
    const mistakes = result.error.issues.flatMap(describe).map((mistake) => `  ${mistake}`);
    throw misused(`Cannot use the configuration in ${source}:\n${mistakes.join('\n')}`);
  }
  const { publicOrigin } = result.data;
  return publicOrigin == null ? result.data : { ...result.data, publicOrigin: canonicalOrigin(publicOrigin) };
}

function describe(issue: z.core.$ZodIssue): string[] {
  /** `collections[1].name` */
  const place = issue.path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`))
    .join('');
  if (issue.code !== 'unrecognized_keys') {
    return [`${place || 'the file'}: ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`];
  }
  const known = knownKeys(issue.path);
  return issue.keys.map((key) => {
    const nearest = nearestWord(key, known);
    const right = nearest === null ? `the keys are ${known.join(', ')}` : `did you mean "${nearest}"?`;
    return `${place === '' ? key : `${place}.${key}`}: no such key (${right})`;
  });
}

function knownKeys(path: readonly PropertyKey[]): string[] {
  let schema: unknown = configSchema;
  for (const part of path) {
    schema = schema instanceof z.ZodArray ? schema.element : (schema as z.ZodObject).shape[String(part)];
    if (schema instanceof z.ZodOptional) schema = schema.unwrap();
  }
  return Object.keys((schema as z.ZodObject).shape);
}

export const configName = 'catchword.config.json';

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
export function findConfig(source: string, flags: ConfigFlags, environment: Environment): string | null {
  const named = nameConfig(flags, environment);
  if (named !== null) {
    if (existsSync(named)) return named;
    throw misused(
      `Cannot read the configuration "${named}": it does not exist. Create one with "catchword init", or omit --config and CATCHWORD_CONFIG to use the ${configName} in the content folder or beside the artefact.`,
    );
  }
  const folder = configFolders(source).find((each) => existsSync(join(each, configName)));
  if (folder === undefined) return null;
  const found = join(folder, configName);
  if (!openProject(folder).holds(found))
    throw misused(
      `Cannot read "${found}": it is a link to a file outside the project. Replace the link with the file.`,
    );
  return found;
}

/**
 * Names the configuration files that a reader would expect to be read and that are not, each as a sentence with its remedy: those
 * below and above a folder, and that of the current folder. None where the owner named a file.
 */
export function findUnreadConfigs(source: string, flags: ConfigFlags, environment: Environment): string[] {
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
      ? `"${file}" is ignored: only a configuration in "${source}" is read. Move it there, use "${nameFolder(folder)}" instead of that folder, or pass the file with --config.`
      : `"${file}" is ignored: "${join(read ?? '', configName)}", beside the artefact, is read instead. To use it, pass it with --config.`;
  });
  const hidden = unread.length - mostNamed;
  return hidden > 0 ? [...sentences, `${hidden} more files with that name are ignored.`] : sentences;
}

function nameConfig({ config }: ConfigFlags, environment: Environment): string | null {
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
  return entriesIn(folder)
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map(({ name }) => join(folder, name))
    .sort(byCodePoint);
}

/** The path of a folder from the current one, where it is below that. */
function nameFolder(folder: string): string {
  const near = relative('', folder);
  return near === '' ? '.' : near.startsWith('..') ? folder : near;
}
