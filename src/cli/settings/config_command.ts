import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { readSiteFacts, type SiteFacts } from '../../content/site/site_facts.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { loadArtefact } from '../../corpus/load_artefact.ts';
import { SITE_FILES } from '../../discovery/resource.ts';
import { visible, visibleJson } from '../../text/visible.ts';
import { completeSettings, readSettings } from '../build/bake_content.ts';
import { isFolder } from '../build/check_folder.ts';
import { defaultStore, feedbackAddress, withoutPassword } from '../feedback/feedback_settings.ts';
import {
  readCacheSetting,
  readRollUpMinutes,
  readServeSettings,
  readWebhook,
  readWorkers,
  type ServeFlags,
} from '../serve/serve_settings.ts';
import type { Terminal } from '../terminal.ts';
import { type Config, type ConfigKey, configSchema, settingUses } from './config.ts';
import { configName, findConfig } from './find_config.ts';
import { readConfig, variableOf } from './read_config.ts';
import { readStoredSettings } from './stored_settings.ts';
import { findUnusedSettings } from './unused_settings.ts';

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
  {
    name: 'config',
    flag: 'config',
    variables: ['CATCHWORD_CONFIG'],
    default: `${configName} in the folder, or beside the artefact`,
  },
  { name: 'commit', flag: 'commit', variables: ['CATCHWORD_COMMIT'], default: 'HEAD of a clean checkout' },
  { name: 'local', flag: 'local', variables: ['CATCHWORD_LOCAL'], default: false },
  { name: 'allow-empty', flag: 'allowEmpty', variables: [], default: false },
  { name: 'allow-missing', flag: 'allowMissing', variables: [], default: false },
  { name: 'host', flag: 'host', variables: ['CATCHWORD_HOST'], default: '127.0.0.1' },
  { name: 'port', flag: 'port', variables: ['CATCHWORD_PORT', 'PORT'], default: '4777' },
  { name: 'workers', flag: 'workers', variables: ['CATCHWORD_WORKERS'], default: '1' },
  {
    name: 'feedback',
    flag: 'feedback',
    variables: ['CATCHWORD_FEEDBACK', 'DATABASE_URL'],
    default: defaultStore,
    show: (address) => withoutPassword(String(address)),
  },
  { name: 'feedback-init', flag: 'feedbackInit', variables: [], default: true },
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
  nativeQuery: 'nativeQuery',
  feedbackOrigins: 'feedbackOrigins',
  mcp: 'mcp',
};

const commanderDefaults: Partial<Readonly<Record<keyof ServeFlags, unknown>>> = { feedbackInit: true };

/** The settings to show, and those of the artefact if the source is one. */
interface Shown {
  readonly source: string;
  readonly flags: ConfigFlags;
  readonly environment: Terminal['environment'];
  readonly built: Partial<Readonly<Record<ConfigKey, unknown>>> | null;
}

/**
 * `catchword config`: prints every setting with its value, where the value comes from, and its default; and what has no effect.
 * @throws CommandError (exit 2) for a wrong value, as `serve` would
 */
export function showConfig(source: string, flags: ConfigFlags, terminal: Terminal): number {
  const { environment } = terminal;
  const { host } = readServeSettings(source, flags, environment);
  readCacheSetting(source, flags, environment);
  readWebhook(source, flags, environment);
  readWorkers(flags, environment);
  readRollUpMinutes(flags, environment);
  const artefact = existsSync(source) && !isFolder(source) ? loadArtefact(source) : null;
  const shown = { source, flags, environment, built: artefact === null ? null : settingsOf(artefact) };
  const settings = [
    showSource(source, environment),
    ...showKeys(shown, findConfig(source, flags, environment)),
    ...processSettings.map((setting) => showProcessSetting(setting, shown, artefact)),
    showCacheFolder(environment),
  ];
  const hasStore = feedbackAddress(flags, environment) !== null;
  const built = artefact?.settings ?? readSettings(source, flags, environment);
  const unused = findUnusedSettings(built, { source, flags, environment, host, hasStore });
  if (flags.json === true) terminal.out(`${visibleJson({ settings, unused })}\n`);
  else terminal.out(`${renderTable(settings)}${unused.map((line) => `${visible(line)}\n`).join('')}`);
  return 0;
}

/** As declared at the build; what was not declared as the build found it. */
function settingsOf({ settings }: Corpus): Partial<Readonly<Record<ConfigKey, unknown>>> {
  const { origin, title, description, language, collections, tools, fields = [], publicOrigin } = settings;
  const found = { origin, title, description, language, tools, fields, collections };
  return { ...readStoredSettings(settings), ...found, publicOrigin };
}

function showSource(source: string, environment: Terminal['environment']): ShownSetting {
  const fallback = existsSync('site') ? 'site' : '.';
  const isVariable = environment.CATCHWORD_SOURCE !== undefined && environment.CATCHWORD_SOURCE === source;
  const from = isVariable ? 'CATCHWORD_SOURCE' : source === fallback ? 'default' : 'argument';
  return { name: 'source', value: source, source: from, default: fallback };
}

/** The keys of the configuration file. */
function showKeys({ source, flags, environment, built }: Shown, file: string | null): ShownSetting[] {
  const ofFile: Config = readConfig(file, {});
  const ofVariables: Config = readConfig(null, environment);
  const facts = built === null && existsSync(source) ? readSiteFacts(source) : null;
  const defaults = defaultsOf(source, facts);
  return (Object.keys(configSchema.shape) as ConfigKey[])
    .filter((key) => key !== '$schema')
    .map((key) => {
      const flag = keyFlags[key];
      const base = { name: key, default: defaults[key] ?? null };
      if (flag !== undefined && flags[flag] !== undefined) {
        return { ...base, value: flags[flag], source: `--${flags[flag] === false ? 'no-' : ''}${kebab(flag)}` };
      }
      // What only a build takes has no effect beside an artefact; `findUnusedSettings` names it.
      if (built === null || settingUses[key] !== 'build') {
        if (ofVariables[key] !== undefined) return { ...base, value: ofVariables[key], source: variableOf(key) };
        if (ofFile[key] !== undefined) return { ...base, value: showKey(key, ofFile), source: file ?? 'default' };
      }
      if (built?.[key] != null) return { ...base, value: built[key], source };
      const own = key === 'origin' || key === 'title' ? facts?.[key] : null;
      return { ...base, value: base.default, source: own?.value == null ? 'default' : (own.from ?? 'default') };
    });
}

function defaultsOf(source: string, facts: SiteFacts | null): Partial<Record<ConfigKey, unknown>> {
  return {
    ...completeSettings({}),
    origin: facts?.origin.value ?? null,
    title: facts?.title.value ?? basename(resolve(source)),
    language: "the generator's, else en",
    collections: 'top folders with two or more pages',
    cache: 'by the memory of the container',
    home: 'explore',
    siteFiles: SITE_FILES,
    trustedProxies: [],
    nativeQuery: false,
    countMisses: false,
    feedbackOrigins: [],
    mcp: 'on a loopback address',
    mcpOrigins: [],
    mcpFeedback: false,
    publicOrigin: 'the Host of each request',
  };
}

/** The value of a key, without secrets. The address of a webhook may have one in its path. */
function showKey(key: ConfigKey, config: Config): unknown {
  if (key !== 'notify' || config.notify === undefined) return config[key];
  const { webhook, secret: own, ...rest } = config.notify;
  return { webhook: `${new URL(webhook).origin}/...`, ...(own === undefined ? {} : { secret: secret() }), ...rest };
}

/** @param artefact the source if it is one: it has a commit of its own */
function showProcessSetting(
  { name, flag, variables, default: fallback, show = (value) => value }: ProcessSetting,
  { source, flags, environment }: Shown,
  artefact: Corpus | null,
): ShownSetting {
  const base = { name, default: fallback };
  if (flag !== null && flags[flag] !== undefined && flags[flag] !== commanderDefaults[flag]) {
    return { ...base, value: show(flags[flag]), source: `--${flags[flag] === false ? 'no-' : ''}${name}` };
  }
  const variable = variables.find((each) => environment[each]);
  if (variable !== undefined) return { ...base, value: show(environment[variable]), source: variable };
  if (name === 'commit' && artefact !== null) return { ...base, value: artefact.stamps.commit, source };
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
  return visible(text) || '""';
}
