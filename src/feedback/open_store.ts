import type { FeedbackStore } from './feedback_store.ts';
import { StoreRefused } from './store_error.ts';

export interface OpenStoreOptions {
  /** Make an SQLite file when there is none. */
  readonly create?: boolean;
}

/**
 * The store that an address names: `sqlite:PATH`, `postgres://...` (or `postgresql://...`) or `memory:`. A driver is
 * loaded only when its store is asked for.
 * @throws StoreRefused
 * @throws StoreUnavailable when an SQLite file cannot be used now
 */
export async function openStore(address: string, { create = false }: OpenStoreOptions = {}): Promise<FeedbackStore> {
  const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/s.exec(address) ?? [];
  if (scheme === 'sqlite' && rest !== '') {
    const { openSqliteThread } = await import('./stores/sqlite_thread.ts');
    return openSqliteThread(rest, { create });
  }
  if ((scheme === 'postgres' || scheme === 'postgresql') && rest.startsWith('//')) {
    const { openPostgresStore } = await import('./stores/postgres.ts');
    return openPostgresStore(address);
  }
  if (scheme === 'memory' && rest === '') {
    const { createMemoryStore } = await import('./stores/memory.ts');
    return createMemoryStore();
  }
  // The address may hold a password, so it is not shown.
  throw new StoreRefused('Cannot open the feedback store: sqlite:PATH, postgres://... or memory: is expected.');
}
