import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { NamedCuration } from '../../bake/bake_options.ts';
import { CURATION_FILE, countRules } from '../../content/curation/curation.ts';
import { curationLimits } from '../../content/curation/curation_limits.ts';
import { type ReadCuration, readCuration } from '../../content/curation/read_curation.ts';
import { openProject } from '../../content/files/project.ts';
import { readRegularFile } from '../../content/files/regular_file.ts';
import { visible } from '../../text/visible.ts';
import { misused } from '../command_error.ts';
import type { Environment } from '../terminal.ts';
import { findConfig } from './read_config.ts';

interface CurationFlags {
  readonly config?: string;
  readonly curation?: string;
}

/** Faults that are shown. The others mostly follow from the first ones. */
const SHOWN = 10;

/**
 * The curation file named by flag or environment; else the one beside the configuration, or in the folder.
 * @returns null when there is none
 * @throws CommandError (exit 2) when the named file is missing, or the one found is a symbolic link to outside the project
 */
export function findCuration(folder: string, flags: CurationFlags, environment: Environment): string | null {
  const named = (flags.curation ?? environment.CATCHWORD_CURATION) || null;
  if (named !== null) {
    if (existsSync(named)) return named;
    throw misused(
      `Cannot read the search rules "${named}": the file does not exist. Omit --curation and CATCHWORD_CURATION to use ${CURATION_FILE} beside the configuration.`,
    );
  }
  const found = curationPlaces(folder, flags, environment).find((file) => existsSync(file));
  if (found === undefined) return null;
  if (!openProject(dirname(found)).holds(found))
    throw misused(
      `Cannot read "${found}": it is a link to a file outside the project. Replace the link with the file.`,
    );
  return found;
}

/** Where the curation file of a folder may be, unless it is named. */
export function curationPlaces(folder: string, flags: CurationFlags, environment: Environment): readonly string[] {
  const config = findConfig(folder, flags, environment);
  const folders = config === null ? [folder] : [dirname(config), folder];
  return [...new Set(folders.map((each) => join(each, CURATION_FILE)))];
}

/** @throws CommandError (exit 2) when it cannot be read */
export function openCuration(file: string): ReadCuration {
  const { bytes, refusal } = readRegularFile(file, { bytes: curationLimits.file, within: null });
  if (bytes === null) throw misused(`Cannot read "${file}": ${refusal}.`);
  return readCuration(decode(file, bytes));
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw misused(`Cannot read "${file}": it is not UTF-8. Save it as UTF-8.`);
  }
}

/**
 * The search rules of a folder, as part of the settings of a bake. Absent when there are none.
 * @throws CommandError (exit 2) with the faults of the file and their places
 */
export function curationOf(
  folder: string,
  flags: CurationFlags,
  environment: Environment,
): { readonly curation?: NamedCuration } {
  const file = findCuration(folder, flags, environment);
  if (file === null) return {};
  const { curation, faults } = openCuration(file);
  if (faults.length > 0) throw misused(`Cannot use the search rules in "${file}":\n${renderFaults(file, faults)}`);
  return countRules(curation) === 0 ? {} : { curation: { name: basename(file), rules: curation } };
}

function renderFaults(file: string, faults: ReadCuration['faults']): string {
  const first = faults.slice(0, SHOWN).map(({ line, column, message }) => `  ${file}:${line}:${column}: ${message}`);
  const others = faults.length > SHOWN ? [`  and ${faults.length - SHOWN} more`] : [];
  return [...first.map(visible), ...others].join('\n');
}
