import { existsSync } from 'node:fs';
import type { OwnerRecord } from '../../feedback/feedback_record.ts';
import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import { isStoreAddress, openStore } from '../../feedback/open_store.ts';
import { StoreRefused, StoreUnavailable } from '../../feedback/store_limits.ts';
import { isMissing } from '../../feedback/stores/is_missing.ts';
import { checkOutput, isFolder, type Output } from '../check_paths.ts';
import { failed, misused } from '../command_error.ts';
import { givenText, processSettings, type StoreFlags } from '../options.ts';
import type { Environment, Terminal } from '../terminal.ts';

export interface StoreAddress {
  readonly address: string;
  /** False for the default address. */
  readonly isNamed: boolean;
}

/** The address of the feedback store by flag and environment; null for "none". */
export function feedbackAddress(flags: StoreFlags, environment: Environment): StoreAddress | null {
  const named = givenText('feedback', flags, environment);
  if (named === 'none') return null;
  return { address: named || processSettings.feedback[1], isNamed: Boolean(named) };
}

/**
 * Opens the store for one of the owner's commands.
 * @throws CommandError
 */
export async function openNamedStore(
  flags: StoreFlags,
  environment: Environment,
  create = false,
): Promise<FeedbackStore> {
  const store = feedbackAddress(flags, environment);
  if (store === null)
    throw misused('Cannot open the feedback store: feedback is off. Specify a store with --feedback.');
  return tryOpen(store.address, create);
}

const NEW_STORE: Output = {
  kept: 'it already exists',
  advice: 'Specify another file with --feedback.',
  folders: 'unchecked',
};

/** Opens a store. @throws CommandError with the reason in one line */
export async function tryOpen(address: string, create: boolean): Promise<FeedbackStore> {
  const file = storeFile(address);
  if (file !== null && existsSync(file) && isFolder(file))
    throw failed(`Cannot open the feedback store: "${file}" is a folder. Specify a file.`);
  // An existing file is opened, and refused if it is not a store.
  if (file && create && !existsSync(file)) checkOutput(file, NEW_STORE);
  try {
    return await openStore(address, { create });
  } catch (error) {
    if (!isStoreAddress(address) && error instanceof StoreRefused) throw misused(error.message);
    if (error instanceof StoreRefused || error instanceof StoreUnavailable)
      throw failed(explain(error, address, create));
    throw error;
  }
}

export function withoutPassword(address: string): string {
  return address
    .replace(/^(postgres(?:ql)?:\/\/[^:@/?#]*):.*@/s, '$1:***@')
    .replace(/([?&]password=)[^&#]*/gi, '$1***');
}

/** The path in an SQLite address, or null for other stores. */
export function storeFile(address: string): string | null {
  return address.startsWith('sqlite:') ? address.slice('sqlite:'.length) : null;
}

/**
 * Whether a server may create a missing SQLite file. Not when log files of an earlier store remain: its main file was
 * lost, and a new empty store would hide that.
 */
export function mayCreate(address: string): boolean {
  const file = storeFile(address);
  if (file === null || existsSync(file)) return false;
  return !['-wal', '-shm', '-journal'].some((suffix) => existsSync(`${file}${suffix}`));
}

function explain(error: StoreRefused | StoreUnavailable, address: string, create: boolean): string {
  const file = storeFile(address);
  if (file === null) return error.message;
  if (error instanceof StoreUnavailable) return new StoreUnavailable(error.reason, ` "${file}"`).message;
  if (!isMissing(file)) return error.message;
  const advice = create
    ? 'Specify a writable path with --feedback sqlite:PATH.'
    : 'Create one with "catchword feedback init".';
  return `${error.message} ${advice}`;
}

const batch = 1000;

/** Opens the store, runs `work` and closes the store. An error of the store becomes a one-line error. */
export async function withStore(
  flags: StoreFlags,
  { environment }: Terminal,
  work: (store: FeedbackStore) => Promise<number>,
  create = false,
): Promise<number> {
  const store = await openNamedStore(flags, environment, create);
  try {
    return await work(store);
  } catch (error) {
    if (error instanceof StoreRefused || error instanceof StoreUnavailable) throw failed(error.message);
    throw error;
  } finally {
    await store.close();
  }
}

/** All submissions by sequence, hidden ones too. @param from reads those of a higher sequence */
export async function* everyRow(store: FeedbackStore, from = 0): AsyncGenerator<OwnerRecord> {
  for (let after = from; ; ) {
    const rows = await store.exportRows(after, batch);
    yield* rows;
    if (rows.length < batch) return;
    after = rows.at(-1)!.sequence;
  }
}
