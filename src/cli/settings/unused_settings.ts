import { statSync } from 'node:fs';
import type { SiteSettings } from '../../corpus/corpus.ts';
import { isLoopbackHost } from '../../protocol/host.ts';
import type { ServeFlags } from '../options.ts';
import type { Environment } from '../terminal.ts';
import { type Config, type ConfigKey, quoteKeys, variableOf } from './config.ts';
import { configName, configOf, declaredConfig, findUnreadConfigs } from './read_config.ts';
import { findOverruled, overrideSettings, readNotStored, readStoredSettings } from './stored_settings.ts';

/** What the settings of a build say of declarations. */
type DeclaredInBuild = Pick<SiteSettings, 'declared' | 'notStored' | 'publicOrigin'>;

/** How a build is served. */
interface ServedHere {
  readonly source: string;
  readonly flags: ServeFlags;
  readonly environment: Environment;
  readonly host: string;
  /** Whether feedback is stored. */
  readonly hasStore: boolean;
}

/**
 * Names every setting that somebody declared, for the build or where it is served, and that has no effect there: one sentence for each
 * reason, with the remedy. A setting that another source overrides is not named.
 * @param built the settings of the build, overridden or not
 * @throws CommandError (exit 2) for a wrong configuration, ArtefactError for a build whose settings are wrong
 */
export function findUnusedSettings(built: DeclaredInBuild, served: ServedHere): string[] {
  const { source, flags, environment } = served;
  const config = configOf(source, flags, environment);
  const search = flags.search || environment.CATCHWORD_SEARCH || config.search;
  return [
    ...(search && isFile(source)
      ? [
          `"${source}" is not read: --search, CATCHWORD_SEARCH or the configuration specifies a search cluster to serve instead.`,
        ]
      : []),
    ...findUnusedFiles(built, served),
    ...explainUnused(
      quoted(
        readNotStored(built).filter((key) => !isDeclared(key, config, flags)),
        'in the configuration of the build',
      ),
      `An artefact does not store them: declare them in a ${configName} next to the artefact, or in the file passed with --config.`,
    ),
    ...findIdle(overrideSettings(built, config), config, served),
  ];
}

/** The same for a command that does not serve: configurations that are not read, and settings that only a build takes. */
export function findUnusedFiles(
  built: DeclaredInBuild,
  { source, flags, environment }: Pick<ServedHere, 'source' | 'flags' | 'environment'>,
): string[] {
  const { file, ofVariables, config } = declaredConfig(source, flags, environment);
  const overruled = findOverruled(config, readStoredSettings(built));
  const ofFile = overruled.filter((key) => ofVariables[key] === undefined);
  const others = overruled.filter((key) => ofVariables[key] !== undefined);
  const { curation } = flags;
  return [
    ...(curation !== undefined && isFile(source)
      ? [
          `"${curation}" is ignored: the artefact contains the search rules it was built with. Rebuild it to apply new ones.`,
        ]
      : []),
    ...findUnreadConfigs(source, flags, environment),
    ...explainUnused(
      [...quoted(ofFile, `in "${file}"`), ...others.map(variableOf)],
      'Only a build uses them: build again to apply them.',
    ),
  ];
}

/** Settings of a service that have no effect without something else that this server lacks. */
function findIdle(settings: DeclaredInBuild, { notify }: Config, { flags, host, hasStore }: ServedHere): string[] {
  const { mcp, mcpOrigins = [], mcpFeedback, countMisses, ...rest } = readStoredSettings(settings);
  const feedbackOrigins = flags.feedbackOrigins === undefined ? (rest.feedbackOrigins ?? []) : [];
  // An owner who turns /mcp off knows it.
  const isMissed = flags.mcp === undefined && mcp === undefined && !isLoopbackHost(host);
  const named = (used: Partial<Record<ConfigKey, boolean>>) =>
    quoted(Object.entries(used).flatMap(([key, isUsed]) => (isUsed ? [key as ConfigKey] : [])));
  return [
    ...explainUnused(
      isMissed ? named({ mcpOrigins: mcpOrigins.length > 0, mcpFeedback: mcpFeedback === true }) : [],
      `/mcp is off on ${host}: set "mcp" to true, or start with --mcp.`,
    ),
    ...explainUnused(
      hasStore
        ? []
        : named({
            countMisses: countMisses === true,
            feedbackOrigins: feedbackOrigins.length > 0,
            mcpFeedback: mcpFeedback === true && !isMissed,
            notify: notify !== undefined,
          }),
      'No feedback is stored here: specify a store with --feedback.',
    ),
  ];
}

function isDeclared(key: ConfigKey, config: Config, flags: ServeFlags): boolean {
  return config[key] !== undefined || flags[key as keyof ServeFlags] !== undefined;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** @param place where they are declared, if that is said */
function quoted(keys: readonly ConfigKey[], place = ''): string[] {
  return keys.length === 0 ? [] : [`${quoteKeys(keys)} ${place}`.trimEnd()];
}

/** @returns at most one sentence, which names settings */
export function explainUnused(named: readonly string[], why: string): string[] {
  return named.length === 0 ? [] : [`Settings without effect: ${named.join(', ')}. ${why}`];
}
