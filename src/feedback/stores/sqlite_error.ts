import { StoreUnavailable, type Unavailability } from '../store_error.ts';

/** https://www.sqlite.org/rescode.html */
const REASONS: Readonly<Record<number, Unavailability>> = {
  5: 'busy',
  6: 'busy',
  11: 'damaged',
  13: 'full',
  26: 'damaged',
};

/** Any error of SQLite as what its caller can make of it. */
export function explain(error: unknown): StoreUnavailable {
  return error instanceof StoreUnavailable ? error : new StoreUnavailable(reasonOf(error));
}

export function reasonOf(error: unknown): Unavailability {
  const { errcode = 0 } = error as { errcode?: number };
  return REASONS[errcode & 0xff] ?? 'failing';
}
