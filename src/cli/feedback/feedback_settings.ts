import { existsSync } from 'node:fs';
import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import { isStoreAddress, openStore } from '../../feedback/open_store.ts';
import { StoreRefused, StoreUnavailable } from '../../feedback/store_error.ts';
import { isMissing } from '../../feedback/stores/is_missing.ts';
import { isFolder } from '../build/check_folder.ts';
import { failed, misused } from '../command_error.ts';
import type { Terminal } from '../terminal.ts';

export interface StoreFlags {
  readonly feedback?: string;
}

export const defaultStore = 'sqlite:./data/feedback.db';

/** Address of the feedback store. */
export interface StoreAddress {
  readonly address: string;
  /** False for the default address. */
  readonly isNamed: boolean;
}

/** The address of the feedback store by flag and environment; null for "none". */
export function feedbackAddress({ feedback }: StoreFlags, environment: Terminal['environment']): StoreAddress | null {
  const named = feedback ?? (environment.CATCHWORD_FEEDBACK || environment.DATABASE_URL);
  if (named === 'none') return null;
  return { address: named || defaultStore, isNamed: Boolean(named) };
}

/**
 * Opens the store for one of the owner's commands.
 * @throws CommandError
 */
export async function openNamedStore(
  flags: StoreFlags,
  environment: Terminal['environment'],
  create = false,
): Promise<FeedbackStore> {
  const store = feedbackAddress(flags, environment);
  if (store === null) throw misused('Cannot open the feedback store: feedback is off. Name a store with --feedback.');
  return tryOpen(store.address, create);
}

/** Opens a store. @throws CommandError with the reason in one line */
export async function tryOpen(address: string, create: boolean): Promise<FeedbackStore> {
  const file = storeFile(address);
  if (file !== null && existsSync(file) && isFolder(file))
    throw failed(`Cannot open the feedback store: "${file}" is a folder.`);
  try {
    return await openStore(address, { create });
  } catch (error) {
    if (!isStoreAddress(address) && error instanceof StoreRefused) throw misused(error.message);
    if (error instanceof StoreRefused || error instanceof StoreUnavailable)
      throw failed(explain(error, address, create));
    throw error;
  }
}

/** The address with the password of a database left out. */
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
    ? 'Name a place that this user may write to with --feedback sqlite:PATH.'
    : '"catchword feedback init" makes one.';
  return `${error.message} ${advice}`;
}
