import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { BakeReport, BakeSettings } from '../../bake/bake_options.ts';
import { openProject } from '../../content/files/project.ts';
import { failed, misused } from '../command_error.ts';
import { createProgress } from '../progress.ts';
import type { Config } from '../settings/config.ts';
import { isSet, readConfig } from '../settings/read_config.ts';
import type { Terminal } from '../terminal.ts';
import { renderWarnings } from './build_summary.ts';
import { checkOutput } from './check_output.ts';
import { findCommit } from './commit_stamp.ts';

/** Flags of every command that may bake. */
export interface BakeFlags {
  readonly config?: string;
  readonly commit?: string;
  readonly local?: boolean;
  readonly allowEmpty?: boolean;
}

export const configName = 'catchword.config.json';

/** Bakes a content folder with settings from flags, environment and configuration. Shows progress on a terminal. */
export async function bakeContent(
  folder: string,
  out: string | null,
  flags: BakeFlags,
  terminal: Terminal,
): Promise<BakeReport & { readonly seconds: number }> {
  if (out !== null) checkOutput(out);
  const { environment } = terminal;
  const started = performance.now();
  const settings = completeSettings(readConfig(findConfig(folder, flags, environment), environment), folder);
  const commit = findCommit(flags.commit ?? environment.CATCHWORD_COMMIT, folder);
  const progress = createProgress(terminal);
  // Imported here, not at the top: serving an artefact must not load a Markdown parser.
  const { bake } = await import('../../bake/bake.ts');
  const report = await bake({
    folder,
    out,
    settings,
    commit,
    local: flags.local ?? isSet(environment.CATCHWORD_LOCAL),
    cache: findCache(folder, terminal),
    workers: availableParallelism(),
    allowEmpty: flags.allowEmpty ?? false,
    onProgress: progress.show,
    onNotice: (notice) => {
      progress.clear();
      terminal.err(`${notice}\n`);
    },
  });
  progress.clear();
  if (report.refusal !== null) {
    const lines = [...renderWarnings(report.warnings), `Cannot build "${folder}": ${report.refusal}.`];
    throw failed(`${lines.join('\n')} With --allow-empty it is built all the same.`);
  }
  return { ...report, seconds: (performance.now() - started) / 1000 };
}

/**
 * The configuration file named by flag or environment, else the one in the folder (an artefact has none), else null.
 *
 * @throws CommandError (exit 2) when the named file is missing, or the one in the folder is a symbolic link to outside the project
 */
export function findConfig(
  folder: string,
  flags: Pick<BakeFlags, 'config'>,
  environment: Terminal['environment'],
): string | null {
  const named = flags.config ?? environment.CATCHWORD_CONFIG;
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw misused(
      `Cannot read the configuration "${named}": there is no such file. "catchword init" writes one; without --config and CATCHWORD_CONFIG the ${configName} of the content folder is read.`,
    );
  }
  const inFolder = join(folder, configName);
  if (!existsSync(inFolder)) return null;
  if (!openProject(folder).holds(inFolder)) throw misused(`Cannot read "${inFolder}": it leads out of the project.`);
  return inFolder;
}

/** The settings of a bake, with defaults for those that the configuration leaves out. */
export function completeSettings(config: Config, folder: string): BakeSettings {
  return {
    origin: withoutSlash(config.origin ?? 'http://localhost:4777'),
    title: config.title ?? basename(resolve(folder)),
    description: config.description ?? '',
    language: config.language ?? null,
    addressStyle: config.addressStyle ?? null,
    collections: config.collections === undefined ? null : config.collections.map(dropUndefined),
    fields: config.fields ?? [],
    tools: config.tools ?? [],
    publicOrigin: config.publicOrigin ?? null,
    frontMatter: config.markdown?.frontMatter ?? 'drop',
  };
}

function dropUndefined({ name, title, folder }: NonNullable<Config['collections']>[number]) {
  return { name, ...(title === undefined ? {} : { title }), ...(folder === undefined ? {} : { folder }) };
}

export function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}

/** Path of the incremental cache, outside the content so that a checkout stays clean; null when its folder cannot be created. */
export function findCache(folder: string, { environment, err }: Terminal): string | null {
  const base =
    environment.CATCHWORD_CACHE || join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'catchword');
  try {
    mkdirSync(base, { recursive: true });
  } catch (error) {
    err(`Cannot keep a cache, so every build reads every page: ${(error as Error).message}.\n`);
    return null;
  }
  return join(base, `${createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 32)}.analysis`);
}
