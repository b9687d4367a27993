import { parse as parseToml, TomlError } from 'smol-toml';
import { type Document, parseDocument } from 'yaml';
import type { ContentWarning } from '../../site_content.ts';
import type { FencedSource } from './front_matter_fence.ts';
import { readPlainYaml } from './plain_yaml.ts';

/** The front matter's values by lower-case key, as real sites write both `title` and `Title`. */
export type Fields = ReadonlyMap<string, unknown>;

export interface FrontMatter {
  readonly fields: Fields;
  readonly warnings: readonly ContentWarning[];
}

/** Longer front matter is data, so it is not parsed; its `key: value` lines are still read. */
const LONGEST_FRONT_MATTER = 64 * 1024;
/** Many indicators in a row, for which the cost of a YAML or TOML parser grows faster than linearly. Open brackets too. */
const STACKED = /^(?:[ \t]*[-?:][ \t]+){10}/m;
const DEEPEST_BRACKETS = 64;
/** Per front matter, as later errors mostly follow from the first ones. */
const MOST_WARNINGS = 10;

/** The members of these keys are read as top-level keys, because Hugo, Zola and common themes nest them there. */
const NESTED_KEYS = ['params', 'extra', 'seo', 'taxonomies'];

/** Reads as much of the front matter as possible. The rest becomes warnings with their lines. */
export function parseFrontMatter(file: string, source: FencedSource): FrontMatter {
  if (source.format === null) return { fields: new Map(), warnings: [] };
  if (source.format === 'js') return { fields: literalLines(source.raw), warnings: [] };
  const plain =
    source.format === 'yaml' && source.raw.length <= LONGEST_FRONT_MATTER ? readPlainYaml(source.raw) : null;
  if (plain !== null) return { fields: lowerCased(plain), warnings: [] };
  const warnings: ContentWarning[] = [];
  const warn = (line: number, column: number, message: string) => {
    const place = { file, line: source.rawLine + line - 1, column };
    warnings.push({ ...place, message: `Cannot read the front matter: ${message}`, rule: 'front-matter' });
  };
  const refusal = refusalOfFrontMatter(source.raw);
  if (refusal !== null) warn(1, 1, refusal);
  const value = refusal === null ? parseValue(source, warn) : null;
  const fields = lowerCased(Object.entries(isRecord(value) ? value : {}));
  if (warnings.length > 0) addRawLines(source.raw, fields);
  return { fields, warnings };
}

/** Why a text is not parsed as YAML, TOML or JSON, because that may cost too much; null when it is harmless. */
export function refusalOfFrontMatter(raw: string, longest = LONGEST_FRONT_MATTER): string | null {
  if (raw.length > longest) return `it is longer than ${longest} characters`;
  let depth = 0;
  for (const [bracket] of raw.matchAll(/[[\]{}]/g)) {
    depth = Math.max(0, depth + (bracket === '[' || bracket === '{' ? 1 : -1));
    if (depth > DEEPEST_BRACKETS) return 'it is nested too deeply';
  }
  return STACKED.test(raw) ? 'it is nested too deeply' : null;
}

type Warn = (line: number, column: number, message: string) => void;

function parseValue(source: FencedSource, warn: Warn): unknown {
  try {
    if (source.format === 'toml') return parseToml(source.raw);
    if (source.format === 'json') return JSON.parse(source.raw);
    return parseYaml(source.raw, warn);
  } catch (error) {
    if (error instanceof TomlError) warn(error.line, error.column, firstLine(error.message));
    else if (error instanceof RangeError) warn(1, 1, 'it is nested too deeply');
    else if (source.format === 'json') warn(1, 1, 'it is not valid JSON');
    else warn(1, 1, error instanceof Error ? firstLine(error.message) : 'it is not valid');
    return null;
  }
}

/**
 * Parses YAML 1.2 with the core schema: dates and `yes` stay strings. The parser's own limit refuses alias bombs. Some
 * generators allow a long value to continue in the first column, so a document with errors is parsed again that way.
 */
function parseYaml(raw: string, warn: Warn): unknown {
  const options = { strict: false, uniqueKeys: true, logLevel: 'silent' } as const;
  const document = parseDocument(raw, options);
  if (document.errors.length > 0) {
    const indented = raw.replace(/^(?!["']?[\w.-]+["']?[ \t]*:(?:\s|$)|-(?:\s|$)|[\s#]|\.\.\.|[\]}])/gm, '  ');
    const second = parseDocument(indented, options);
    if (second.errors.length === 0) return valueOfYaml(second);
  }
  for (const error of document.errors.slice(0, MOST_WARNINGS)) {
    const place = error.linePos?.[0] ?? { line: 1, col: 1 };
    warn(place.line, place.col, firstLine(error.message).replace(/ at line \d+, column \d+:?$/, ''));
  }
  return valueOfYaml(document);
}

/**
 * The value of a document of YAML. Too many aliases, and an alias inside of what it stands for, throw a ReferenceError: to walk through
 * such a value takes forever.
 */
export function valueOfYaml(document: Document): unknown {
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  if (containsItself(value, new Set(), new Set())) throw new ReferenceError('an alias is part of its own value');
  return value;
}

/** @param above the values around this one; @param known values that do not contain themselves */
function containsItself(value: unknown, above: Set<unknown>, known: Set<unknown>): boolean {
  if (typeof value !== 'object' || value === null || known.has(value)) return false;
  if (above.has(value)) return true;
  above.add(value);
  const found = Object.values(value).some((each) => containsItself(each, above, known));
  above.delete(value);
  known.add(value);
  return found;
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? '';
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function lowerCased(entries: Iterable<readonly [string, unknown]>): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [key, value] of entries) {
    const name = key.toLowerCase();
    if (!fields.has(name) || fields.get(name) === null) fields.set(name, value);
  }
  for (const nest of NESTED_KEYS) {
    const inner = fields.get(nest);
    if (!isRecord(inner)) continue;
    for (const [key, value] of Object.entries(inner)) {
      const name = key.toLowerCase();
      if (!fields.has(name)) fields.set(name, value);
    }
  }
  return fields;
}

/** The lines of a script that give a key a string: `title: 'Page',` or `const title = "Page";`. */
function literalLines(raw: string): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const line of raw.slice(0, LONGEST_FRONT_MATTER).split('\n')) {
    const match =
      /^[ \t]*(?:(?:const|let)[ \t]+)?["']?([A-Za-z_]\w*)["']?[ \t]*[:=][ \t]*(["'`])([^"'`\\$]*)\2[ \t]*[,;]?[ \t]*$/.exec(
        line.slice(0, 2000),
      );
    if (match !== null && !fields.has(match[1]!.toLowerCase())) fields.set(match[1]!.toLowerCase(), match[3]!);
  }
  return fields;
}

/** Fallback after a parse error: adds the scalars of `key: value` and `key = value` lines whose keys are missing. */
function addRawLines(raw: string, fields: Map<string, unknown>): void {
  for (const line of raw.slice(0, LONGEST_FRONT_MATTER).split('\n')) {
    const match = /^["']?([A-Za-z_][\w.-]*)["']?[ \t]*[:=][ \t]*(\S.*?)[ \t]*,?$/.exec(line.slice(0, 2000));
    if (match === null) continue;
    const name = match[1]!.toLowerCase();
    const value = match[2]!.replace(/^(["'])(.*)\1$/, '$2');
    if (/^[|>[{&*!]/.test(value)) continue;
    if (typeof (fields.get(name) ?? null) !== 'string') fields.set(name, value);
  }
}
