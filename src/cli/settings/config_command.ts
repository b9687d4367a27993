import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { readSiteFacts } from '../../content/site/site_facts.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { loadArtefact } from '../../corpus/load_artefact.ts';
import { visible, visibleJson } from '../../text/visible.ts';
import { cacheFolder, readSettings } from '../build/bake_content.ts';
import { isFolder } from '../check_paths.ts';
import { feedbackAddress, withoutPassword } from '../feedback/feedback_settings.ts';
import { type ConfigFlags, processSettings } from '../options.ts';
import { readAllSettings } from '../serve/serve_settings.ts';
import { alignColumns, type Terminal } from '../terminal.ts';
import { type Config, type ConfigKey, settingRows, variableOf } from './config.ts';
import { declaredConfig } from './read_config.ts';
import { readStoredSettings } from './stored_settings.ts';
import { findUnusedSettings } from './unused_settings.ts';

/** A setting as `catchword config` prints it. */
export interface ShownSetting {
  readonly name: string;
  /** Null: not set. A secret is shown as `(secret)`. */
  readonly value: unknown;
  /** Where the value comes from: an option, a variable, a file, or `default`. */
  readonly source: string;
  readonly default: unknown;
}

/** The settings to show, and the artefact if the source is one. */
interface Shown {
  readonly source: string;
  readonly flags: ConfigFlags;
  readonly environment: Terminal['environment'];
  readonly artefact: Corpus | null;
}

/**
 * `catchword config`: prints every setting with its value, where the value comes from, and its default; and what has no effect.
 * @throws CommandError (exit 2) for a wrong value, as `serve` would
 */
export function showConfig(source: string, flags: ConfigFlags, terminal: Terminal): number {
  const { environment } = terminal;
  const { host } = readAllSettings(source, flags, environment).requested;
  const artefact = existsSync(source) && !isFolder(source) ? loadArtefact(source) : null;
  const shown = { source, flags, environment, artefact };
  const fallback = existsSync('site') ? 'site' : '.';
  const settings = [
    {
      name: 'source',
      value: source,
      source:
        environment.CATCHWORD_SOURCE === source ? 'CATCHWORD_SOURCE' : source === fallback ? 'default' : 'argument',
      default: fallback,
    },
    ...showKeys(shown),
    ...showProcess(shown),
    {
      name: 'cache-folder',
      value: cacheFolder(environment),
      source: environment.CATCHWORD_CACHE ? 'CATCHWORD_CACHE' : 'default',
      default: cacheFolder({ ...environment, CATCHWORD_CACHE: '' }),
    },
  ];
  const hasStore = feedbackAddress(flags, environment) !== null;
  const built = artefact?.settings ?? readSettings(source, flags, environment);
  const unused = findUnusedSettings(built, { source, flags, environment, host, hasStore });
  if (flags.json === true) terminal.out(`${visibleJson({ settings, unused })}\n`);
  else terminal.out([...renderTable(settings), ...unused.map(visible)].map((line) => `${line}\n`).join(''));
  return 0;
}

/** The keys of the configuration file. */
function showKeys({ source, flags, environment, artefact }: Shown): ShownSetting[] {
  const { file, ofFile, ofVariables } = declaredConfig(source, flags, environment);
  const built = artefact === null ? null : settingsOf(artefact);
  const facts = built === null && existsSync(source) ? readSiteFacts(source) : null;
  const told = { origin: facts?.origin.value, title: facts?.title.value ?? basename(resolve(source)) };
  return settingRows
    .filter(([, { use }]) => use !== 'editor')
    .map(([key, { use, shown = null }]) => {
      const own = key === 'origin' || key === 'title' ? key : null;
      const base = { name: key, default: (own === null ? shown : told[own]) ?? null };
      const flag = showFlag(key, flags);
      if (flag !== null) return { ...base, ...flag };
      // What only a build takes has no effect beside an artefact; `findUnusedSettings` names it.
      if (built === null || use !== 'build') {
        if (ofVariables[key] !== undefined) return { ...base, value: ofVariables[key], source: variableOf(key) };
        if (ofFile[key] !== undefined)
          return { ...base, value: withoutSecrets(key, ofFile), source: file ?? 'default' };
      }
      if (built?.[key] != null) return { ...base, value: built[key], source };
      const fact = own === null ? null : facts?.[own];
      return { ...base, value: base.default, source: (fact?.value != null && fact.from) || 'default' };
    });
}

/** As declared at the build; what was not declared as the build found it. */
function settingsOf({ settings }: Corpus): Partial<Readonly<Record<ConfigKey, unknown>>> {
  const { origin, title, description, language, collections, tools, fields = [], publicOrigin } = settings;
  const found = { origin, title, description, language, tools, fields, collections };
  return { ...readStoredSettings(settings), ...found, publicOrigin };
}

/** The value of a key, without secrets. The address of a webhook may have one in its path. */
function withoutSecrets(key: ConfigKey, config: Config): unknown {
  if (key !== 'notify' || config.notify === undefined) return config[key];
  const { webhook, secret, ...rest } = config.notify;
  return { webhook: `${new URL(webhook).origin}/...`, ...(secret === undefined ? {} : { secret: SECRET }), ...rest };
}

const SECRET = '(secret)';

/** How values are shown that may be secret. */
const shownAs: Readonly<Record<string, (value: unknown) => unknown>> = {
  feedback: (address) => withoutPassword(String(address)),
  searchPassword: () => SECRET,
  gatePassword: () => SECRET,
  notifySecret: () => SECRET,
  cronSecret: () => SECRET,
};

/** What is no key of the configuration file. */
function showProcess({ source, flags, environment, artefact }: Shown): ShownSetting[] {
  return Object.entries(processSettings).map(([key, [variables, fallback]]) => {
    const base = { name: kebab(key), default: fallback };
    const show = shownAs[key] ?? ((value) => value);
    const flag = showFlag(key, flags);
    // Commander says that an option without its "no-" is true.
    if (flag !== null && !(flag.value === true && fallback === true))
      return { ...base, ...flag, value: show(flag.value) };
    const variable = variables.find((each) => environment[each]);
    if (variable !== undefined) return { ...base, value: show(environment[variable]), source: variable };
    if (key === 'commit' && artefact !== null) return { ...base, value: artefact.stamps.commit, source };
    return { ...base, value: fallback, source: 'default' };
  });
}

/** The value that an option gives; null where the option is absent. */
function showFlag(key: string, flags: ConfigFlags): Pick<ShownSetting, 'value' | 'source'> | null {
  const value = (flags as Readonly<Record<string, unknown>>)[key];
  return value === undefined ? null : { value, source: `--${value === false ? 'no-' : ''}${kebab(key)}` };
}

function kebab(flag: string): string {
  return flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function renderTable(settings: readonly ShownSetting[]): string[] {
  const spell = (value: unknown): string => {
    if (value === null) return '-';
    return visible(typeof value === 'string' ? value : JSON.stringify(value)) || '""';
  };
  const rows = settings.map(({ name, value, source, default: other }) => [name, spell(value), source, spell(other)]);
  return alignColumns([['setting', 'value', 'source', 'default'], ...rows], [0, 1, 2, 3]);
}
