import { parse as parseToml } from 'smol-toml';
import { parseDocument } from 'yaml';
import { isRecord, refusalOfFrontMatter, valueOfYaml } from '../../markdown/front_matter/parse_front_matter.ts';
import type { FolderView } from '../generator_rules.ts';

/** Settings by lower-case key, at every level: Hugo and others do not distinguish case. */
export type Settings = Readonly<Record<string, unknown>>;

/**
 * The settings in files of YAML, TOML or JSON, merged: an earlier file wins. A file that cannot be parsed counts as empty,
 * as settings only refine what is read anyway.
 * @param keepsCase whether keys stay as written
 */
export function settingsIn(folder: FolderView, files: readonly string[], keepsCase = false): Settings {
  const merged: Record<string, unknown> = {};
  for (const file of files) {
    for (const [key, value] of Object.entries(parseSettings(file, folder.text(file), keepsCase))) merged[key] ??= value;
  }
  return merged;
}

interface Parsed {
  readonly file: string;
  readonly text: string;
  readonly keepsCase: boolean;
  readonly settings: Settings;
}

/** The settings parsed last, newest first: each rule of a generator asks for the same files again. */
let recent: readonly Parsed[] = [];
const MOST_RECENT = 8;

/** @param keepsCase whether keys stay as written */
export function parseSettings(file: string, text: string, keepsCase = false): Settings {
  const known = recent.find((each) => each.file === file && each.keepsCase === keepsCase && each.text === text);
  if (known !== undefined) return known.settings;
  const settings = parseText(file, text, keepsCase);
  recent = [{ file, text, keepsCase, settings }, ...recent.slice(0, MOST_RECENT - 1)];
  return settings;
}

function parseText(file: string, text: string, keepsCase: boolean): Settings {
  // The cost of the parsers is bounded as for front matter, but for the length, which has its own limit.
  if (text === '' || refusalOfFrontMatter(text, Number.POSITIVE_INFINITY) !== null) return {};
  try {
    const value = /\.toml$/.test(file) ? parseToml(text) : /\.json$/.test(file) ? parseJson(text) : parseYaml(text);
    const lowered = keepsCase ? value : lowerKeys(value, 0);
    return isRecord(lowered) ? lowered : {};
  } catch {
    return {};
  }
}

/** JSON, which may have lines of comments and a comma after the last member, as most programs accept it in settings. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return parseYaml(text.replace(/^[ \t]*\/\/.*$/gm, '').replaceAll('\t', '  '));
  }
}

function parseYaml(text: string): unknown {
  const document = parseDocument(text, { strict: false, logLevel: 'silent' });
  return valueOfYaml(document);
}

function lowerKeys(value: unknown, depth: number): unknown {
  if (depth > 32) return null;
  if (Array.isArray(value)) return value.map((each) => lowerKeys(each, depth + 1));
  if (!isRecord(value) || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key.toLowerCase(), lowerKeys(each, depth + 1)] as const),
  );
}

/** A call in a script of a function that the script does not define, such as `defineConfig({})`. It has the members of its arguments. */
export class ScriptCall {
  readonly name: string;
  readonly given: readonly unknown[];

  constructor(name: string, given: readonly unknown[]) {
    this.name = name;
    this.given = given;
  }
}

/** Whether a value is a record, and not a call. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && !(value instanceof ScriptCall);
}

/** The value below a path of keys, in what a settings file or a script gives; null when there is none. */
export function valueAt(settings: unknown, ...path: readonly string[]): unknown {
  let value = settings;
  for (const key of path) value = memberOf(value, key);
  return value;
}

function memberOf(value: unknown, key: string): unknown {
  if (value instanceof ScriptCall) return firstOf(value.given, (each) => memberOf(each, key));
  if (Array.isArray(value)) return /^\d+$/.test(key) ? (value[Number(key)] ?? null) : null;
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : null;
}

/** The first result that is not null. */
export function firstOf<T, R>(items: readonly T[], find: (item: T) => R | null): R | null {
  for (const each of items) {
    const found = find(each);
    if (found !== null) return found;
  }
  return null;
}

/** A string, number or boolean below a path of keys, as text; null for anything else. */
export function textAt(settings: unknown, ...path: readonly string[]): string | null {
  const value = valueAt(settings, ...path);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** The items of a list below a path of keys; none for anything else. */
export function listAt(settings: unknown, ...path: readonly string[]): readonly unknown[] {
  const value = valueAt(settings, ...path);
  return Array.isArray(value) ? value : [];
}

/** The entries of a record below a path of keys; none for anything else. */
export function entriesAt(settings: unknown, ...path: readonly string[]): readonly (readonly [string, unknown])[] {
  const value = valueAt(settings, ...path);
  const record = value instanceof ScriptCall ? value.given.find(isPlain) : value;
  return isRecord(record) ? Object.entries(record) : [];
}

/** The strings of a list below a path of keys; a single string is a list of one. */
export function textsAt(settings: unknown, ...path: readonly string[]): string[] {
  const value = valueAt(settings, ...path);
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
}
