import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FORMAT_VERSION } from '../corpus/artefact/artefact_format.ts';
import { loadWholeArtefact } from '../corpus/load_artefact.ts';
import { type Damage, findDamage } from '../feedback/find_damage.ts';
import { isStoreAddress } from '../feedback/open_store.ts';
import { StoreRefused, StoreUnavailable } from '../feedback/store_error.ts';
import { findConfig } from './build/bake_content.ts';
import { isFolder } from './build/check_folder.ts';
import { CommandError } from './command_error.ts';
import { explainFailure, reasonOf } from './explain_failure.ts';
import { feedbackAddress, mayCreate, openNamedStore, storeFile } from './feedback/feedback_settings.ts';
import { findFreePort } from './serve/listen.ts';
import { readServeSettings, type ServeFlags } from './serve/serve_settings.ts';
import { readConfig } from './settings/read_config.ts';
import type { Terminal } from './terminal.ts';

export interface DoctorFlags extends ServeFlags {
  readonly json?: boolean;
}

interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'failed';
  /** What was found, as the rest of a line. */
  readonly detail: string;
}

/** The store's findings; null when there is no store to examine. */
interface StoreCheck {
  readonly check: Check;
  readonly damage: Damage | null;
}

/** What the program needs to know of the machine. Tests pass their own. */
export interface Machine {
  /** Milliseconds since 1970. */
  now(): number;
  freeBytes(folder: string): number;
}

const realMachine: Machine = {
  now: Date.now,
  freeBytes(folder) {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  },
};

const MIB = 1024 * 1024;
/** What an SQLite store may need beside its file, and more than a large artefact. */
const leastFree = 128 * MIB;
/** Tolerance in milliseconds: clocks of machines that share files differ a little. */
const clockTolerance = 60_000;

/**
 * `catchword doctor`: checks versions, configuration, artefact, feedback store, clock, port, permissions and disk.
 * Exit code 1 when a check failed; a warning is not a failure.
 * @param source an artefact or folder, or null when none is named
 */
export async function examineInstallation(
  source: string | null,
  flags: DoctorFlags,
  terminal: Terminal,
  machine: Machine = realMachine,
): Promise<number> {
  const { environment } = terminal;
  const settings = readServeSettings(source ?? '.', flags, environment);
  const store = await checkStore(flags, environment);
  const folders = writtenFolders(flags, environment);
  const checks = [
    checkVersions(),
    checkConfiguration(source, flags, environment),
    checkSource(source),
    store.check,
    checkClock(source, machine),
    await checkPort(settings.host, settings.port),
    checkPermissions(folders),
    checkDisk(folders, machine),
  ];
  const { damage } = store;
  if (flags.json === true) {
    terminal.out(`${JSON.stringify({ checks, ...(damage ?? { rows: null, altered: [], structure: [] }) })}\n`);
  } else {
    for (const { name, state, detail } of checks) terminal.out(`${state.padEnd(8)} ${name.padEnd(14)} ${detail}\n`);
    for (const line of damage?.structure ?? []) terminal.out(`structure: ${line}\n`);
    for (const { sequence, id } of damage?.altered ?? []) {
      terminal.out(`altered: row ${sequence}, ${JSON.stringify(id)}\n`);
    }
  }
  return checks.some(({ state }) => state === 'failed') ? 1 : 0;
}

function checkVersions(): Check {
  const { node, bun, unicode } = process.versions;
  const runtime = bun === undefined ? `Node ${node}` : `Bun ${bun}`;
  return ok('versions', `${runtime}, Unicode ${unicode ?? 'unknown'}, artefact format ${FORMAT_VERSION}`);
}

function checkConfiguration(source: string | null, flags: DoctorFlags, environment: Terminal['environment']): Check {
  try {
    const file = findConfig(source ?? '.', flags, environment);
    readConfig(file, environment);
    return ok('configuration', file === null ? 'no file, so defaults and variables count' : `"${file}" is right`);
  } catch (error) {
    return explained('configuration', error);
  }
}

function checkSource(source: string | null): Check {
  if (source === null) {
    return warning('artefact', 'none is named: give one as an argument or by CATCHWORD_SOURCE');
  }
  try {
    if (isFolder(source)) {
      accessSync(source, constants.R_OK | constants.X_OK);
      return ok('artefact', `"${source}" is a folder: serve bakes it when it starts`);
    }
    const { pages, stamps } = loadWholeArtefact(source);
    const commit = stamps.commit ?? 'none';
    return ok('artefact', `"${source}" is whole: ${pages.count} pages, commit ${commit}`);
  } catch (error) {
    return explained('artefact', error);
  }
}

async function checkStore(flags: DoctorFlags, environment: Terminal['environment']): Promise<StoreCheck> {
  const named = feedbackAddress(flags, environment);
  if (named === null) return { check: ok('store', 'feedback is off'), damage: null };
  const file = storeFile(named.address);
  if (file !== null && isStoreAddress(named.address) && mayCreate(named.address)) {
    return { check: warning('store', `"${file}" does not exist yet: serve makes it`), damage: null };
  }
  try {
    const store = await openNamedStore(flags, environment);
    try {
      await store.checkHealth();
      const damage = await findDamage(store);
      const { rows, altered, structure } = damage;
      const detail = `${rows} rows, ${altered.length} altered, ${structure.length} faults of structure`;
      const state = altered.length + structure.length === 0 ? 'ok' : 'failed';
      return { check: { name: 'store', state, detail }, damage };
    } finally {
      await store.close();
    }
  } catch (error) {
    // A wrong address is wrong usage, which ends the command.
    if (!isStoreAddress(named.address)) throw error;
    if (error instanceof StoreRefused || error instanceof StoreUnavailable || error instanceof CommandError) {
      return { check: failedCheck('store', error.message), damage: null };
    }
    throw error;
  }
}

/** Compares the clock with the times of files that must be older than now. */
function checkClock(source: string | null, { now }: Machine): Check {
  const files = [fileURLToPath(import.meta.url), ...(source === null ? [] : [source])];
  const future = files.find(
    (file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > now() + clockTolerance,
  );
  const time = new Date(now()).toISOString();
  return future === undefined
    ? ok('clock', time)
    : failedCheck('clock', `${time} is before "${future}" was written: set the clock, for instance by NTP`);
}

async function checkPort(host: string, port: number): Promise<Check> {
  try {
    await findFreePort(host, port);
    return ok('port', `${host}:${port} is free`);
  } catch (error) {
    const { message } = explainFailure(error);
    // The port is probably taken by the server that the owner asks about.
    if (message.includes('is taken'))
      return warning('port', `${host}:${port} is taken, by a running server or another program`);
    return failedCheck('port', message);
  }
}

interface WrittenFolder {
  readonly what: string;
  readonly folder: string;
}

/** The folders that commands write to, or their nearest ancestors that exist. */
function writtenFolders(flags: DoctorFlags, environment: Terminal['environment']): WrittenFolder[] {
  const store = feedbackAddress(flags, environment);
  const file = store === null ? null : storeFile(store.address);
  const cache =
    environment.CATCHWORD_CACHE || join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'catchword');
  return [
    ...(file === null ? [] : [{ what: 'store', folder: nearestFolder(dirname(resolve(file))) }]),
    { what: 'cache', folder: nearestFolder(resolve(cache)) },
  ];
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

function checkPermissions(folders: readonly WrittenFolder[]): Check {
  const closed = folders.flatMap(({ what, folder }) => {
    try {
      accessSync(folder, constants.W_OK);
      return [];
    } catch (error) {
      return [{ what, folder, reason: reasonOf((error as NodeJS.ErrnoException).code ?? 'it cannot be written') }];
    }
  });
  if (closed.length === 0) return ok('permissions', 'the folders of store and cache can be written');
  const detail = closed.map(({ what, folder, reason }) => `"${folder}" for the ${what}: ${reason}`).join('; ');
  return closed.some(({ what }) => what === 'store')
    ? failedCheck('permissions', detail)
    : warning('permissions', detail);
}

function checkDisk(folders: readonly WrittenFolder[], { freeBytes }: Machine): Check {
  const sizes = folders.map(({ what, folder }) => ({ what, folder, free: freeBytes(folder) }));
  const short = sizes.filter(({ free }) => free < leastFree);
  const spell = (each: typeof sizes) =>
    each
      .map(({ what, folder, free }) => `${Math.floor(free / MIB)} MiB free for the ${what} in "${folder}"`)
      .join('; ');
  if (short.length === 0) return ok('disk', spell(sizes));
  return failedCheck('disk', `${spell(short)}: at least ${leastFree / MIB} MiB are needed`);
}

function ok(name: string, detail: string): Check {
  return { name, state: 'ok', detail };
}

function warning(name: string, detail: string): Check {
  return { name, state: 'warning', detail };
}

function failedCheck(name: string, detail: string): Check {
  return { name, state: 'failed', detail };
}

function explained(name: string, error: unknown): Check {
  return failedCheck(name, explainFailure(error).message.replaceAll(/\s*\n\s*/g, ' '));
}
