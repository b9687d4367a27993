/** The thread of an SQLite store: opens it, then answers calls until it is closed. Call 0 is the opening. */
import { parentPort, workerData } from 'node:worker_threads';
import { boundsFromNow, StoreRefused, StoreUnavailable, type Unavailability } from '../store_limits.ts';
import { openSqliteStore, type SqliteOptions } from './sqlite.ts';

/** The message that calls a method of the store on its thread. */
export interface StoreCall {
  readonly call: number;
  readonly method: string;
  readonly given: readonly unknown[];
  /** Milliseconds until the deadline, as each thread has its own clock; null for none. */
  readonly patience: number | null;
}

/** The reply: a value, or an error without text of the driver. */
export interface StoreReply {
  readonly call: number;
  readonly value?: unknown;
  readonly unavailable?: Unavailability;
  readonly refused?: string;
}

const { path, options } = workerData as { readonly path: string; readonly options: SqliteOptions };
const port = parentPort!;

function answer(reply: StoreReply): void {
  port.postMessage(reply);
}

function fail(call: number, error: unknown): void {
  if (error instanceof StoreRefused) answer({ call, refused: error.message });
  else answer({ call, unavailable: error instanceof StoreUnavailable ? error.reason : 'failing' });
}

try {
  const store = await openSqliteStore(path, options);
  const methods = store as unknown as Readonly<Record<string, (...given: unknown[]) => Promise<unknown>>>;
  port.on('message', ({ call, method, given, patience }: StoreCall) => {
    const bounds = patience === null ? [] : [boundsFromNow(patience)];
    methods[method]!(...given, ...bounds).then(
      (value) => answer({ call, value }),
      (error: unknown) => fail(call, error),
    );
  });
  answer({ call: 0 });
} catch (error) {
  fail(0, error);
}
