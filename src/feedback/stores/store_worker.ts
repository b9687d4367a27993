import { parentPort, workerData } from 'node:worker_threads';
import { boundsFromNow } from '../store_limits.ts';
import { openSqliteStore, type SqliteOptions } from './sqlite.ts';
import { replyOf, type StoreCall, type StoreReply } from './sqlite_thread.ts';

/** The thread of an SQLite store: opens it, then answers calls until it is closed. Call 0 is the opening. */
const { path, options } = workerData as { readonly path: string; readonly options: SqliteOptions };
const port = parentPort!;
const answer = (reply: StoreReply): void => port.postMessage(reply);

try {
  const store = await openSqliteStore(path, options);
  const methods = store as unknown as Readonly<Record<string, (...given: unknown[]) => Promise<unknown>>>;
  port.on('message', ({ call, method, given, patience }: StoreCall) => {
    const bounds = patience === null ? [] : [boundsFromNow(patience)];
    methods[method]!(...given, ...bounds).then(
      (value) => answer({ call, value }),
      (error: unknown) => answer(replyOf(call, error)),
    );
  });
  answer({ call: 0 });
} catch (error) {
  answer(replyOf(0, error));
}
