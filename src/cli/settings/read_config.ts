import type * as z from 'zod';
import { readRegularFile } from '../../content/files/regular_file.ts';
import { canonicalOrigin } from '../../protocol/host.ts';
import { parseStrictJson } from '../../protocol/strict_json.ts';
import { nearestWord } from '../../text/nearest_word.ts';
import { misused } from '../command_error.ts';
import { type Config, type ConfigKey, configSchema } from './config.ts';
import { findConfig } from './find_config.ts';

/** Environment variables and the configuration keys that they set; lists are comma-separated. */
export const configVariables = {
  CATCHWORD_ORIGIN: 'origin',
  CATCHWORD_TITLE: 'title',
  CATCHWORD_DESCRIPTION: 'description',
  CATCHWORD_LANGUAGE: 'language',
  CATCHWORD_ADDRESS_STYLE: 'addressStyle',
  CATCHWORD_COLLECTIONS: 'collections',
  CATCHWORD_TOOLS: 'tools',
  CATCHWORD_PUBLIC_ORIGIN: 'publicOrigin',
  CATCHWORD_COUNT_MISSES: 'countMisses',
  CATCHWORD_CACHE_SIZE: 'cache',
  CATCHWORD_HOME: 'home',
  CATCHWORD_SEARCH: 'search',
  CATCHWORD_SITE_FILES: 'siteFiles',
  CATCHWORD_TRUSTED_PROXIES: 'trustedProxies',
  CATCHWORD_NATIVE_QUERY: 'nativeQuery',
  CATCHWORD_FEEDBACK_ORIGINS: 'feedbackOrigins',
  CATCHWORD_MCP: 'mcp',
  CATCHWORD_MCP_ORIGINS: 'mcpOrigins',
  CATCHWORD_MCP_FEEDBACK: 'mcpFeedback',
} as const satisfies Record<string, ConfigKey>;

/** The variable of a key. The keys that are objects have none. */
export function variableOf(key: ConfigKey): string {
  return Object.entries(configVariables).find(([, sets]) => sets === key)?.[0] ?? '';
}

const lists: readonly ConfigKey[] = ['tools', 'trustedProxies', 'mcpOrigins', 'siteFiles', 'feedbackOrigins'];
const switches: readonly ConfigKey[] = ['mcp', 'mcpFeedback', 'countMisses', 'nativeQuery'];

const LARGEST_FILE = 1024 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

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

/** The configuration that is in force for a source. @throws CommandError (exit 2), as `findConfig` and `readConfig` do */
export function configOf(source: string, flags: { readonly config?: string }, environment: Environment): Config {
  return readConfig(findConfig(source, flags, environment), environment);
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
  const values: Record<string, unknown> = {};
  for (const [variable, key] of Object.entries(configVariables)) {
    const text = environment[variable];
    // A shell cannot unset a variable for one command, so users set it to the empty string.
    if (text === undefined || text === '') continue;
    const parts = text.split(',').map((part) => part.trim());
    if (key === 'collections') values[key] = parts.map((name) => ({ name }));
    else if (key === 'siteFiles' && text.trim() === 'none') values[key] = [];
    else if (switches.includes(key)) values[key] = isSet(text);
    else values[key] = lists.includes(key) ? parts : text;
  }
  return values;
}

function check(value: unknown, source: string): Config {
  const result = configSchema.safeParse(value);
  if (result.success) return normalise(result.data);
  const mistakes = result.error.issues.flatMap((issue) => describe(issue));
  throw misused(`Cannot use the configuration in ${source}:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`);
}

function normalise(config: Config): Config {
  const { publicOrigin } = config;
  return publicOrigin == null ? config : { ...config, publicOrigin: canonicalOrigin(publicOrigin) };
}

function describe(issue: z.core.$ZodIssue): string[] {
  const place = spellPlace(issue.path);
  if (issue.code !== 'unrecognized_keys') return [`${place || 'the file'}: ${lowerFirst(issue.message)}`];
  const known = knownKeys(issue.path);
  return issue.keys.map((key) => {
    const nearest = nearestWord(key, known);
    const right = nearest === null ? `known are ${known.join(', ')}` : `did you mean "${nearest}"?`;
    return `${place === '' ? key : `${place}.${key}`}: no such key (${right})`;
  });
}

function knownKeys(path: readonly PropertyKey[]): string[] {
  const { shape } = configSchema;
  if (path.length === 0) return Object.keys(shape);
  if (path[0] === 'markdown') return Object.keys(shape.markdown.unwrap().shape);
  if (path[0] === 'notify') return Object.keys(shape.notify.unwrap().shape);
  if (path[0] !== 'check') return Object.keys(shape.collections.unwrap().element.shape);
  const check = shape.check.unwrap().shape;
  return Object.keys(path.length === 1 ? check : check.ignore.unwrap().element.shape);
}

/** `collections[1].name` */
function spellPlace(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`))
    .join('');
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
