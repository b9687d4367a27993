import type { FeedbackStore } from './feedback_store.ts';
import { StoreRefused } from './store_limits.ts';
import type { SqliteOptions } from './stores/sqlite.ts';

/** Whether an address has a valid form; the store need not exist: `sqlite:PATH`, `postgres://...`, `postgresql://...` or `memory:`. */
export function isStoreAddress(address: string): boolean {
  return /^(?:sqlite:.+|postgres(?:ql)?:\/\/.*|memory:)$/s.test(address);
}

/**
 * Opens the store at an address: `sqlite:PATH`, `postgres://...` (or `postgresql://...`) or `memory:`. A driver is loaded
 * only when it is needed.
 * @throws StoreRefused
 * @throws StoreUnavailable when an SQLite file cannot be used now
 */
export async function openStore(address: string, { create = false }: SqliteOptions = {}): Promise<FeedbackStore> {
  // The address may hold a password, so it is not shown.
  if (!isStoreAddress(address)) {
    throw new StoreRefused(
      'Cannot open the feedback store: its address must be memory:, sqlite:PATH or postgres://HOST/DATABASE.',
    );
  }
  const colon = address.indexOf(':');
  const scheme = address.slice(0, colon);
  if (scheme === 'sqlite') {
    const { openSqliteThread } = await import('./stores/sqlite_thread.ts');
    return openSqliteThread(address.slice(colon + 1), { create });
  }
  if (scheme === 'memory') {
    const { createMemoryStore } = await import('./stores/sqlite.ts');
    return createMemoryStore();
  }
  const { openPostgresStore } = await import('./stores/postgres.ts');
  return openPostgresStore(address);
}
