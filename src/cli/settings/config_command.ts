import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { loadArtefact } from '../../corpus/load_artefact.ts';
import { SITE_FILES } from '../../discovery/site_file.ts';
import { completeSettings, configName, findConfig } from '../build/bake_content.ts';
import { isFolder } from '../build/check_folder.ts';
import { defaultStore, withoutPassword } from '../feedback/feedback_settings.ts';
import {
  readCacheSetting,
  readRollUpMinutes,
  readServeSettings,
  readWebhook,
  readWorkers,
  type ServeFlags,
} from '../serve/serve_settings.ts';
import type { Terminal } from '../terminal.ts';
import { type Config, configSchema } from './config.ts';
import { type ConfigKey, configVariables, readConfig } from './read_config.ts';

export type ConfigFlags = ServeFlags & { readonly json?: boolean };

/** A setting as `catchword config` prints it. */
export interface ShownSetting {
  readonly name: string;
  /** Null: not set. A secret is shown as `(secret)`. */
  readonly value: unknown;
  /** Where the value comes from: an option, a variable, a file, or `default`. */
  readonly source: string;
  readonly default: unknown;
}

/** A setting that is no key of the configuration file. */
interface ProcessSetting {
  readonly name: string;
  /** Its option as commander names it, or null. */
  readonly flag: keyof ServeFlags | null;
  /** Variables that set it, the first one first. */
  readonly variables: readonly string[];
  readonly default: unknown;
  readonly show?: (value: unknown) => unknown;
}

const secret = () => '(secret)';

const processSettings: readonly ProcessSetting[] = [
  { name: 'config', flag: 'config', variables: ['CATCHWORD_CONFIG'], default: `${configName} in the folder` },
  { name: 'commit', flag: 'commit', variables: ['CATCHWORD_COMMIT'], default: 'HEAD of a clean checkout' },
  { name: 'local', flag: 'local', variables: ['CATCHWORD_LOCAL'], default: false },
  { name: 'allow-empty', flag: 'allowEmpty', variables: [], default: false },
  { name: 'host', flag: 'host', variables: ['CATCHWORD_HOST'], default: '127.0.0.1' },
  { name: 'port', flag: 'port', variables: ['CATCHWORD_PORT', 'PORT'], default: '4777' },
  { name: 'workers', flag: 'workers', variables: ['CATCHWORD_WORKERS'], default: '1' },
  { name: 'native-query', flag: 'nativeQuery', variables: ['CATCHWORD_NATIVE_QUERY'], default: false },
  {
    name: 'feedback',
    flag: 'feedback',
    variables: ['CATCHWORD_FEEDBACK', 'DATABASE_URL'],
    default: defaultStore,
    show: (address) => withoutPassword(String(address)),
  },
  { name: 'feedback-init', flag: 'feedbackInit', variables: [], default: true },
  { name: 'feedback-origins', flag: 'feedbackOrigins', variables: ['CATCHWORD_FEEDBACK_ORIGINS'], default: null },
  { name: 'rollup-every', flag: 'rollupEvery', variables: ['CATCHWORD_ROLLUP_EVERY'], default: '5' },
  { name: 'metrics', flag: 'metrics', variables: ['CATCHWORD_METRICS'], default: null },
  { name: 'log-requests', flag: 'logRequests', variables: ['CATCHWORD_LOG_REQUESTS'], default: false },
  {
    name: 'log-format',
    flag: 'logFormat',
    variables: ['CATCHWORD_LOG_FORMAT'],
    default: 'text on a terminal, else json',
  },
  { name: 'search-ca', flag: 'searchCa', variables: ['CATCHWORD_SEARCH_CA'], default: 'those of the system' },
  { name: 'search-password', flag: null, variables: ['CATCHWORD_SEARCH_PASSWORD'], default: null, show: secret },
  { name: 'search-password-file', flag: null, variables: ['CATCHWORD_SEARCH_PASSWORD_FILE'], default: null },
  { name: 'gate-password', flag: null, variables: ['CATCHWORD_GATE_PASSWORD'], default: null, show: secret },
  {
    name: 'notify-secret',
    flag: null,
    variables: ['CATCHWORD_NOTIFY_SECRET'],
    default: 'notify.secret of the configuration',
    show: secret,
  },
  { name: 'cron-secret', flag: null, variables: ['CATCHWORD_CRON_SECRET'], default: null, show: secret },
];

/** Options that stand for a key of the configuration file. */
const keyFlags: Partial<Readonly<Record<ConfigKey, keyof ServeFlags>>> = {
  cache: 'cache',
  home: 'home',
  search: 'search',
  siteFiles: 'siteFiles',
  trustedProxies: 'trustedProxies',
  mcp: 'mcp',
};

const commanderDefaults: Partial<Readonly<Record<keyof ServeFlags, unknown>>> = { feedbackInit: true };

/**
 * `catchword config`: prints every setting with its value, where the value comes from, and its default.
 * @throws CommandError (exit 2) for a wrong value, as `serve` would
 */
export function showConfig(source: string, flags: ConfigFlags, terminal: Terminal): number {
  const { environment } = terminal;
  readServeSettings(source, flags, environment);
  readCacheSetting(source, flags, environment);
  readWebhook(source, flags, environment);
  readWorkers(flags, environment);
  readRollUpMinutes(flags, environment);
  const settings = [
    showSource(source, environment),
    ...showKeys(source, flags, environment),
    ...processSettings.map((setting) => showProcessSetting(setting, flags, environment)),
    showCacheFolder(environment),
  ];
  terminal.out(flags.json === true ? `${JSON.stringify({ settings })}\n` : renderTable(settings));
  return 0;
}

function showSource(source: string, environment: Terminal['environment']): ShownSetting {
  const fallback = existsSync('site') ? 'site' : '.';
  const isVariable = environment.CATCHWORD_SOURCE !== undefined && environment.CATCHWORD_SOURCE === source;
  const from = isVariable ? 'CATCHWORD_SOURCE' : source === fallback ? 'default' : 'argument';
  return { name: 'source', value: source, source: from, default: fallback };
}

/** The keys of the configuration file. An artefact has those of its build in it. */
function showKeys(source: string, flags: ConfigFlags, environment: Terminal['environment']): ShownSetting[] {
  const file = findConfig(source, flags, environment);
  const fromFile: Config = readConfig(file, {});
  const all: Config = readConfig(file, environment);
  const isArtefact = existsSync(source) && !isFolder(source);
  const { origin, title, ...rest } = completeSettings({}, source);
  const defaults: Partial<Record<ConfigKey, unknown>> = {
    origin,
    title: basename(resolve(source)) || title,
    ...rest,
    language: "the generator's, else en",
    collections: 'top folders with two or more pages',
    cache: 'by the memory of the container',
    home: 'explore',
    siteFiles: SITE_FILES,
    trustedProxies: [],
    mcp: 'on a loopback address',
    mcpOrigins: [],
    mcpFeedback: false,
    publicOrigin: 'the Host of each request',
  };
  const built = isArtefact ? (loadArtefact(source).settings as Partial<Record<ConfigKey, unknown>>) : {};
  return (Object.keys(configSchema.shape) as ConfigKey[])
    .filter((key) => key !== '$schema')
    .map((key) => {
      const flag = keyFlags[key];
      const variable = Object.keys(configVariables).find(
        (name) => configVariables[name as keyof typeof configVariables] === key,
      );
      const base = { name: key, default: defaults[key] ?? null };
      if (flag !== undefined && flags[flag] !== undefined) {
        return { ...base, value: flags[flag], source: `--${flags[flag] === false ? 'no-' : ''}${kebab(flag)}` };
      }
      const isServed = !isArtefact || !(key in built) || key === 'publicOrigin';
      if (isServed && variable !== undefined && environment[variable]) {
        return { ...base, value: all[key], source: variable };
      }
      if (isServed && fromFile[key] !== undefined) {
        return { ...base, value: showKey(key, fromFile), source: file ?? 'default' };
      }
      if (built[key] != null) return { ...base, value: built[key], source };
      return { ...base, value: base.default, source: 'default' };
    });
}

/** The value of a key, without secrets. The address of a webhook may have one in its path. */
function showKey(key: ConfigKey, config: Config): unknown {
  if (key !== 'notify' || config.notify === undefined) return config[key];
  const { webhook, secret: own, ...rest } = config.notify;
  return { webhook: `${new URL(webhook).origin}/...`, ...(own === undefined ? {} : { secret: secret() }), ...rest };
}

function showProcessSetting(
  { name, flag, variables, default: fallback, show = (value) => value }: ProcessSetting,
  flags: ConfigFlags,
  environment: Terminal['environment'],
): ShownSetting {
  const base = { name, default: fallback };
  if (flag !== null && flags[flag] !== undefined && flags[flag] !== commanderDefaults[flag]) {
    return { ...base, value: show(flags[flag]), source: `--${flags[flag] === false ? 'no-' : ''}${name}` };
  }
  const variable = variables.find((each) => environment[each]);
  if (variable !== undefined) return { ...base, value: show(environment[variable]), source: variable };
  return { ...base, value: fallback, source: 'default' };
}

function showCacheFolder(environment: Terminal['environment']): ShownSetting {
  const fallback = join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'catchword');
  const named = environment.CATCHWORD_CACHE;
  return {
    name: 'cache-folder',
    value: named || fallback,
    source: named ? 'CATCHWORD_CACHE' : 'default',
    default: fallback,
  };
}

function kebab(flag: string): string {
  return flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function renderTable(settings: readonly ShownSetting[]): string {
  const rows = [
    ['setting', 'value', 'source', 'default'],
    ...settings.map(({ name, value, source, default: fallback }) => [name, spell(value), source, spell(fallback)]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) => row.map((cell, column) => (column < 3 ? cell.padEnd(widths[column]!) : cell)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

function spell(value: unknown): string {
  if (value === null) return '-';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd') || '""';
}
