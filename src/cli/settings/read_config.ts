import * as z from 'zod';
import { readRegularFile } from '../../content/files/regular_file.ts';
import { canonicalOrigin } from '../../protocol/canonical_origin.ts';
import { parseStrictJson } from '../../protocol/strict_json.ts';
import { nearestWord } from '../../text/nearest_word.ts';
import { misused } from '../command_error.ts';
import { type Config, type ConfigKey, configSchema, settingRows, variableOf } from './config.ts';
import { findConfig } from './find_config.ts';

const LARGEST_FILE = 1024 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

/** What is declared for a source. */
export interface DeclaredConfig {
  /** Path of the configuration, or null. */
  readonly file: string | null;
  readonly ofFile: Config;
  readonly ofVariables: Config;
  /** What is in force: the environment overrides the file. */
  readonly config: Config;
}

/** @throws CommandError (exit 2), as `findConfig` and `readConfig` do */
export function declaredConfig(
  source: string,
  flags: { readonly config?: string },
  environment: Environment,
): DeclaredConfig {
  const file = findConfig(source, flags, environment);
  const ofFile = readConfig(file, {});
  const ofVariables = readConfig(null, environment);
  return { file, ofFile, ofVariables, config: { ...ofFile, ...ofVariables } };
}

/** The configuration that is in force for a source. @throws as `declaredConfig` does */
export function configOf(source: string, flags: { readonly config?: string }, environment: Environment): Config {
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
    const right = nearest === null ? `known are ${known.join(', ')}` : `did you mean "${nearest}"?`;
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
