import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FORMAT_VERSION } from '../corpus/artefact/artefact_format.ts';
import { loadArtefact, loadWholeArtefact } from '../corpus/load_artefact.ts';
import { type Damage, findDamage } from '../feedback/find_damage.ts';
import { isStoreAddress } from '../feedback/open_store.ts';
import { StoreRefused, StoreUnavailable } from '../feedback/store_limits.ts';
import { countOf } from '../text/count_of.ts';
import { visibleJson } from '../text/visible.ts';
import { cacheFolder, nameFacts, readSettings } from './build/bake_content.ts';
import { explainNoOrigin, renderFacts } from './build/build_summary.ts';
import { isFolder } from './check_paths.ts';
import { CommandError, explainFailure, reasonOf } from './command_error.ts';
import { feedbackAddress, mayCreate, openNamedStore, storeFile } from './feedback/feedback_settings.ts';
import type { DoctorFlags } from './options.ts';
import { holdPort } from './serve/listen.ts';
import { readServeSettings } from './serve/serve_settings.ts';
import { declaredConfig } from './settings/read_config.ts';
import { findUnusedSettings } from './settings/unused_settings.ts';
import { type Environment, paintOut, type Style, type Terminal } from './terminal.ts';

interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

const styleOf: Readonly<Record<Check['state'], Style>> = { ok: 'good', warning: 'warning', failed: 'error' };

/** Facts of the machine that the program needs. Tests pass their own. */
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

interface Installation {
  readonly source: string | null;
  readonly flags: DoctorFlags;
  readonly environment: Environment;
}

/**
 * `catchword doctor`: checks versions, configuration, artefact, origin, feedback store, clock, port, permissions and disk.
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
  const installation = { source, flags, environment };
  const { host, port } = readServeSettings(source ?? '.', flags, environment);
  const store = await checkStore(installation);
  const folders = writtenFolders(installation);
  const checks = [
    checkVersions(),
    ...(await attempt('configuration', () => checkConfiguration(installation))),
    ...(await attempt('artefact', () => checkSource(source))),
    ...(await attempt('site', () => describeSite(installation))),
    ...(await attempt('settings', () => checkSettings(installation, host))),
    store.check,
    checkClock(source, machine),
    await checkPort(host, port),
    checkPermissions(folders),
    checkDisk(folders, machine),
  ];
  const { damage } = store;
  if (flags.json === true) {
    terminal.out(`${visibleJson({ checks, ...(damage ?? { rows: null, altered: [], structure: [] }) })}\n`);
  } else {
    const paint = paintOut(terminal);
    for (const { name, state, detail } of checks) {
      terminal.out(`${paint(styleOf[state], state.padEnd(8))} ${name.padEnd(14)} ${detail}\n`);
    }
    for (const line of damage?.structure ?? []) terminal.out(`structure: ${line}\n`);
    for (const { sequence, id } of damage?.altered ?? []) {
      terminal.out(`altered: row ${sequence}, ${visibleJson(id)}\n`);
    }
  }
  return checks.some(({ state }) => state === 'failed') ? 1 : 0;
}

/** A check whose failure is its finding. */
async function attempt(name: string, check: () => Check[] | Promise<Check[]>): Promise<Check[]> {
  try {
    return await check();
  } catch (error) {
    return [fault(name, explainFailure(error).message.replaceAll(/\s*\n\s*/g, ' '))];
  }
}

function checkVersions(): Check {
  const { node, bun, unicode } = process.versions;
  const runtime = bun === undefined ? `Node ${node}` : `Bun ${bun}`;
  return ok('versions', `${runtime}, Unicode ${unicode ?? 'unknown'}, artefact format ${FORMAT_VERSION}`);
}

function checkConfiguration({ source, flags, environment }: Installation): Check[] {
  const { file } = declaredConfig(source ?? '.', flags, environment);
  const found = file === null ? 'no file: using defaults and environment variables' : `"${file}" is valid`;
  return [ok('configuration', found)];
}

/** Whether every setting that is declared has an effect. A source that cannot be opened is named by `checkSource`, too. */
function checkSettings({ source, flags, environment }: Installation, host: string): Check[] {
  const from = source ?? '.';
  const built = isFolder(from) ? readSettings(from, flags, environment) : loadArtefact(from).settings;
  const hasStore = feedbackAddress(flags, environment) !== null;
  const unused = findUnusedSettings(built, { source: from, flags, environment, host, hasStore });
  return [
    unused.length === 0
      ? ok('settings', 'all declared settings have an effect')
      : warning('settings', unused.join(' ')),
  ];
}

function checkSource(source: string | null): Check[] {
  if (source === null) {
    return [warning('artefact', 'none is specified: pass one as an argument or set CATCHWORD_SOURCE')];
  }
  if (isFolder(source)) {
    accessSync(source, constants.R_OK | constants.X_OK);
    return [ok('artefact', `"${source}" is a folder: serve builds it when it starts`)];
  }
  const { pages, stamps, settings } = loadWholeArtefact(source);
  const noOrigin = explainNoOrigin(settings.origin);
  return [
    ok('artefact', `"${source}" is valid: ${countOf(pages.count, 'page')}, commit ${stamps.commit ?? 'none'}`),
    noOrigin === null ? ok('origin', settings.origin) : warning('origin', noOrigin),
  ];
}

/** The origin and the title of a folder's site, and whether the folders are there that its settings name. */
async function describeSite({ source, flags, environment }: Installation): Promise<Check[]> {
  if (source === null || !isFolder(source)) return [];
  const { file } = declaredConfig(source, flags, environment);
  const { readSiteFacts } = await import('../content/site/site_facts.ts');
  const { unread, ...facts } = readSiteFacts(source, readSettings(source, flags, environment));
  const noOrigin = explainNoOrigin(facts.origin.value ?? '');
  return [
    ...renderFacts(nameFacts(facts, file, environment)).map(([name, detail]) =>
      name === 'origin' && noOrigin !== null ? warning(name, noOrigin) : ok(name, detail),
    ),
    ...(unread.length === 0 ? [] : [fault('folders', `cannot be read: ${unread.join('; ')}`)]),
  ];
}

/** @returns the damage of the store too; null when there is none to examine */
async function checkStore({
  flags,
  environment,
}: Installation): Promise<{ readonly check: Check; readonly damage: Damage | null }> {
  const named = feedbackAddress(flags, environment);
  if (named === null) return { check: ok('store', 'feedback is off'), damage: null };
  const isAddress = isStoreAddress(named.address);
  if (isAddress && mayCreate(named.address)) {
    const file = storeFile(named.address);
    return { check: warning('store', `"${file}" does not exist yet: serve will create it`), damage: null };
  }
  try {
    const store = await openNamedStore(flags, environment);
    try {
      await store.checkHealth();
      const damage = await findDamage(store);
      const { rows, altered, structure } = damage;
      const detail = `${countOf(rows, 'submission')}, ${altered.length} altered, ${countOf(structure.length, 'structural error')}`;
      const state = altered.length + structure.length === 0 ? 'ok' : 'failed';
      return { check: { name: 'store', state, detail }, damage };
    } finally {
      await store.close();
    }
  } catch (error) {
    const isExpected =
      error instanceof StoreRefused || error instanceof StoreUnavailable || error instanceof CommandError;
    // A wrong address is wrong usage, which ends the command.
    if (!isAddress || !isExpected) throw error;
    return { check: fault('store', error.message), damage: null };
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
    : fault(
        'clock',
        `${time} is earlier than the time at which "${future}" was written: set the clock, for example with NTP`,
      );
}

async function checkPort(host: string, port: number): Promise<Check> {
  try {
    await (await holdPort({ host, port })).release();
    return ok('port', `${host}:${port} is free`);
  } catch (error) {
    const { message } = explainFailure(error);
    // The port is probably taken by the server that the owner asks about.
    if (message.includes('is taken'))
      return warning('port', `${host}:${port} is taken by a running server or another program`);
    return fault('port', message);
  }
}

interface WrittenFolder {
  readonly what: string;
  readonly folder: string;
}

/** The folders that commands write to, or their nearest ancestors that exist. */
function writtenFolders({ flags, environment }: Installation): WrittenFolder[] {
  const store = feedbackAddress(flags, environment);
  const file = store === null ? null : storeFile(store.address);
  return [
    ...(file === null ? [] : [{ what: 'store', folder: nearestFolder(dirname(resolve(file))) }]),
    { what: 'cache', folder: nearestFolder(resolve(cacheFolder(environment))) },
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
  if (closed.length === 0) return ok('permissions', 'the store and cache folders are writable');
  const detail = closed.map(({ what, folder, reason }) => `"${folder}" for the ${what}: ${reason}`).join('; ');
  return (closed.some(({ what }) => what === 'store') ? fault : warning)('permissions', detail);
}

function checkDisk(folders: readonly WrittenFolder[], { freeBytes }: Machine): Check {
  const sizes = folders.map(({ what, folder }) => ({ what, folder, free: freeBytes(folder) }));
  const short = sizes.filter(({ free }) => free < leastFree);
  const spell = (each: typeof sizes) =>
    each
      .map(({ what, folder, free }) => `${Math.floor(free / MIB)} MiB free for the ${what} in "${folder}"`)
      .join('; ');
  if (short.length === 0) return ok('disk', spell(sizes));
  return fault('disk', `${spell(short)}: at least ${leastFree / MIB} MiB is needed`);
}

function ok(name: string, detail: string): Check {
  return { name, state: 'ok', detail };
}

function warning(name: string, detail: string): Check {
  return { name, state: 'warning', detail };
}

function fault(name: string, detail: string): Check {
  return { name, state: 'failed', detail };
}
