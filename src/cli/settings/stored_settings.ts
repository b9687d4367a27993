import { isDeepStrictEqual } from 'node:util';
import { ArtefactError } from '../../corpus/artefact/artefact_format.ts';
import type { SiteSettings } from '../../corpus/corpus.ts';
import { type Config, type ConfigKey, configSchema, keysOf } from './config.ts';

/** The settings that an artefact stores, as the owner declared them. */
type StoredSettings = Pick<Config, ReturnType<typeof keysOf<'build' | 'service'>>[number]>;

/** The part of a configuration that a build stores. Absent when the configuration declares none of it. */
export function storedSettings(config: Config): Pick<SiteSettings, 'declared'> {
  const declared = pick(config, keysOf('build', 'service'));
  return Object.keys(declared).length === 0 ? {} : { declared };
}

/**
 * Checks what an artefact stores by the schema of the configuration file: who made the artefact may be somebody else.
 * @throws ArtefactError, whose reason never has a value
 */
export function readStoredSettings({ declared = {} }: Pick<SiteSettings, 'declared'>): StoredSettings {
  const keys: readonly ConfigKey[] = keysOf('build', 'service');
  const result = configSchema.safeParse(declared);
  const wrong = result.success
    ? Object.keys(result.data).find((key) => !keys.some((known) => known === key))
    : String(result.error.issues[0]!.path[0] ?? 'unknown');
  if (result.success && wrong === undefined) return pick(result.data, keysOf('build', 'service'));
  const name = keys.find((key) => key === wrong);
  throw new ArtefactError(
    name === undefined
      ? 'it stores settings that this program does not know; open it with a newer Catchword'
      : `its setting "${name}" is not valid in a configuration; build it again`,
  );
}

/** Names of the settings that the configuration of a build declares and that are not stored. Anything else in the list is ignored. */
export function readNotStored({ notStored }: Pick<SiteSettings, 'notStored'>): readonly ConfigKey[] {
  return Array.isArray(notStored) ? keysOf('server').filter((key) => notStored.includes(key)) : [];
}

/**
 * Overrides the settings of a build that shape how it is served.
 * @param config what environment and file declare where it is served
 * @throws ArtefactError for a build whose own settings are wrong
 */
export function overrideSettings<Settings extends Pick<SiteSettings, 'declared' | 'publicOrigin'>>(
  settings: Settings,
  config: Config,
): Settings {
  const service = pick(config, keysOf('service'));
  const declared = { ...readStoredSettings(settings), ...service };
  const { publicOrigin = settings.publicOrigin } = service;
  return { ...settings, publicOrigin, declared };
}

/** Names of the settings that only a build takes and that `config` declares otherwise than a build did. */
export function findOverruled(config: Config, stored: StoredSettings): readonly ConfigKey[] {
  return keysOf('build').filter((key) => config[key] !== undefined && !isDeepStrictEqual(config[key], stored[key]));
}

function pick<Key extends ConfigKey>(config: Config, keys: readonly Key[]): Pick<Config, Key> {
  const picked = keys.flatMap((key) => (config[key] === undefined ? [] : [[key, config[key]]]));
  return Object.fromEntries(picked) as Pick<Config, Key>;
}
