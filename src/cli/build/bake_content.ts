import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BakeReport, BakeSettings } from '../../bake/bake_options.ts';
import type { DeclaredSite } from '../../content/declared_site.ts';
import type { ImageList } from '../../content/files/image_files.ts';
import { readBeginning } from '../../content/files/regular_file.ts';
import type { SiteFacts } from '../../content/site/site_facts.ts';
import { HEADER_LENGTH, isArtefactHeader } from '../../corpus/artefact/artefact_format.ts';
import { checkOutput, type Output } from '../check_paths.ts';
import { failed, reasonOf } from '../command_error.ts';
import type { BakeFlags } from '../options.ts';
import { type Config, keysOf, quoteKeys } from '../settings/config.ts';
import { curationOf } from '../settings/curation_file.ts';
import { configName, declaredConfig, findConfig, findUnreadConfigs, isSet } from '../settings/read_config.ts';
import { storedSettings } from '../settings/stored_settings.ts';
import { createProgress, type Environment, type Terminal } from '../terminal.ts';
import { renderWarnings } from './build_summary.ts';
import { findCommit } from './checkout_state.ts';

/** An artefact replaces an artefact, also a damaged one, and nothing else. */
const ARTEFACT: Output = {
  kept: 'it exists and is not an artefact',
  advice: 'Specify another file with --out.',
  isReplaceable: (file) => isArtefactHeader(readBeginning(file, HEADER_LENGTH)),
};

type ContentReport = BakeReport & { readonly seconds: number; readonly notes: readonly string[] };

/**
 * Bakes a content folder with settings from flags, environment and configuration. Shows progress on a terminal.
 * @param isServed whether a server shows the images of the pages: no artefact has any
 * @returns the report; and the images, none if it is not served
 */
export async function bakeContent(
  folder: string,
  out: string | null,
  flags: BakeFlags & SiteFlag,
  terminal: Terminal,
  isServed = false,
): Promise<{ readonly report: ContentReport; readonly images: ImageList | null }> {
  if (out !== null) checkOutput(out, ARTEFACT);
  const { environment } = terminal;
  const started = performance.now();
  const settings = settingsOf(folder, flags, environment);
  const commit = findCommit(flags.commit ?? environment.CATCHWORD_COMMIT, folder);
  const progress = createProgress(terminal);
  // Imported here, not at the top: serving an artefact must not load a Markdown parser.
  const { bake } = await import('../../bake/site_baker.ts');
  const listImages = isServed ? (await import('../../bake/list_images.ts')).listImages : null;
  let images: ImageList | null = null;
  const report = await bake({
    folder,
    out,
    settings,
    commit,
    local: flags.local ?? isSet(environment.CATCHWORD_LOCAL),
    cache: findCache(folder, terminal),
    workers: availableParallelism(),
    allowEmpty: flags.allowEmpty ?? false,
    allowMissing: flags.allowMissing ?? false,
    onProgress: progress.show,
    onAssembled: (site) => {
      images = listImages?.(site) ?? null;
    },
    onNotice: (notice) => {
      progress.clear();
      terminal.err(`${notice}\n`);
    },
  });
  progress.clear();
  if (report.refusal !== null) {
    throw failed([...renderWarnings(report.warnings), explainRefusal(folder, report, flags)].join('\n'));
  }
  const unread = findUnreadConfigs(folder, flags, environment);
  const notes = out === null ? unread : [...unread, ...noteNotStored(settings)];
  const facts = nameFacts(report, findConfig(folder, flags, environment), environment);
  const seconds = (performance.now() - started) / 1000;
  return { report: { ...report, ...facts, seconds, notes }, images };
}

export function explainRefusal(
  folder: string,
  { refusal, unread }: Pick<BakeReport, 'refusal' | 'unread'>,
  { allowMissing }: Pick<BakeFlags, 'allowMissing'>,
): string {
  const remedy =
    unread.length > 0 && allowMissing !== true
      ? 'Correct the setting, create the folder, or pass a folder that contains both it and the site. To build the rest, pass --allow-missing.'
      : 'To build it anyway, pass --allow-empty.';
  return `Cannot build "${folder}": ${refusal}. ${remedy}`;
}

/** The facts of a site, of which those that the owner set name the variable or the file. */
export function nameFacts({ origin, title }: SiteFacts, config: string | null, environment: Environment): SiteFacts {
  const source = (variable: string, key: string) =>
    environment[variable] ? variable : `${config ?? configName}: ${key}`;
  return {
    origin: origin.from === null ? { ...origin, from: source('CATCHWORD_ORIGIN', 'origin') } : origin,
    title: title.from === null ? { ...title, from: source('CATCHWORD_TITLE', 'title') } : title,
  };
}

/** What no option of a command says: the site as its generator declares it. */
interface SiteFlag {
  readonly site?: DeclaredSite;
}

/** All settings of a bake of a folder. @throws CommandError (exit 2) for a wrong configuration or wrong search rules */
export function settingsOf(
  folder: string,
  { site, ...flags }: Pick<BakeFlags, 'config' | 'curation'> & SiteFlag,
  environment: Environment,
): BakeSettings {
  return {
    ...readSettings(folder, flags, environment),
    ...curationOf(folder, flags, environment),
    ...(site !== undefined && { site }),
  };
}

/** The settings of a bake of a folder, without its search rules. @throws CommandError (exit 2) for a wrong configuration */
export function readSettings(folder: string, flags: Pick<BakeFlags, 'config'>, environment: Environment): BakeSettings {
  const { ofFile, config } = declaredConfig(folder, flags, environment);
  // Not by variables: those of the machine that builds are no part of the site.
  const notStored = keysOf('server').filter((key) => ofFile[key] !== undefined);
  const settings = completeSettings(config);
  return notStored.length === 0 ? settings : { ...settings, notStored };
}

export function noteNotStored({ notStored = [] }: BakeSettings): string[] {
  if (notStored.length === 0) return [];
  return [
    `An artefact does not store the settings ${quoteKeys(notStored)}. Declare them in a configuration file next to the artefact on the server.`,
  ];
}

/** The settings of a bake, with defaults for those that the configuration leaves out. The site itself tells its origin and title. */
export function completeSettings(config: Config): BakeSettings {
  return {
    origin: config.origin === undefined ? null : withoutSlash(config.origin),
    title: config.title ?? null,
    description: config.description ?? '',
    language: config.language ?? null,
    addressStyle: config.addressStyle ?? null,
    collections: config.collections === undefined ? null : config.collections.map(dropUndefined),
    fields: config.fields ?? [],
    tools: config.tools ?? [],
    publicOrigin: config.publicOrigin ?? null,
    frontMatter: config.markdown?.frontMatter ?? 'drop',
    ...storedSettings(config),
  };
}

function dropUndefined({ name, title, folder }: NonNullable<Config['collections']>[number]) {
  return { name, ...(title === undefined ? {} : { title }), ...(folder === undefined ? {} : { folder }) };
}

export function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}

/** The folder of incremental caches, outside the content so that a checkout stays clean. */
export function cacheFolder({ CATCHWORD_CACHE, XDG_CACHE_HOME }: Environment): string {
  return CATCHWORD_CACHE || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'catchword');
}

/** Path of the incremental cache of a content folder; null when the folder of caches cannot be created. */
export function findCache(folder: string, { environment, err }: Terminal): string | null {
  const base = cacheFolder(environment);
  try {
    mkdirSync(base, { recursive: true });
  } catch (error) {
    err(
      `Cannot keep a cache in "${base}": ${reasonOf((error as NodeJS.ErrnoException).code ?? '')}. Every build will read every page.\n`,
    );
    return null;
  }
  return join(base, `${createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 32)}.analysis`);
}
