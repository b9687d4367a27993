import { Worker } from 'node:worker_threads';
import type { Attempt } from '../feedback_record.ts';
import type { FeedbackStore, SubmitOutcome } from '../feedback_store.ts';
import { StoreUnavailable } from '../store_error.ts';
import { createWriteQueue } from '../write_queue.ts';
import type { SqliteOptions } from './sqlite.ts';
import { errorOf, type StoreCall, type StoreReply } from './store_message.ts';

/** A caller waits this long, even for a disk that does not answer at all. */
const PATIENCE = 1900;
const MOST_GROUPED = 256;

/** One thread with one store in it. */
interface Thread {
  /** @param patience milliseconds, or null to wait for as long as it takes */
  call(method: string, given: readonly unknown[], patience: number | null): Promise<unknown>;
  isAlive(): boolean;
  end(): Promise<unknown>;
}

/**
 * The store of `openSqliteStore` on a thread of its own: SQLite waits for the disk by stopping its thread, and whoever
 * serves pages on this one should not wait with it.
 * @throws StoreRefused
 * @throws StoreUnavailable
 */
export async function openSqliteThread(path: string, options: SqliteOptions = {}): Promise<FeedbackStore> {
  let thread = await startThread(path, options);
  let starting: Promise<Thread> | null = null;
  let open = true;
  let rollingUp = false;

  /** The thread, or another when it has died. */
  async function alive(): Promise<Thread> {
    if (!open) throw new StoreUnavailable('closed');
    if (thread.isAlive()) return thread;
    // The file is there: it was open before, and a new one in its place would hide that it is gone.
    starting ??= startThread(path, {}).finally(() => {
      starting = null;
    });
    thread = await starting.catch(() => {
      throw new StoreUnavailable('failing');
    });
    return thread;
  }

  async function ask<Result>(method: string, given: readonly unknown[], patience: number | null): Promise<Result> {
    return (await (await alive()).call(method, given, patience)) as Result;
  }

  const queue = createWriteQueue<Attempt, SubmitOutcome>({
    commit: (attempts) => ask('submitAll', [attempts], PATIENCE),
    most: MOST_GROUPED,
    patience: PATIENCE,
  });

  return {
    submit: (attempt) => queue.add(attempt),
    list: (query) => ask('list', [query], PATIENCE),
    scan: (after, limit) => ask('scan', [after, limit], PATIENCE),
    readAggregate: () => ask('readAggregate', [], PATIENCE),
    writeAggregate: (aggregate) => ask('writeAggregate', [aggregate], PATIENCE),
    async rollUpAlone(work) {
      if (rollingUp) return null;
      rollingUp = true;
      try {
        await ask('beginRollUp', [], PATIENCE);
        return await work();
      } finally {
        rollingUp = false;
      }
    },
    cursorSecret: () => ask('cursorSecret', [], PATIENCE),
    exportRows: (after, limit) => ask('exportRows', [after, limit], null),
    find: (id) => ask('find', [id], null),
    hide: (id, hidden) => ask('hide', [id, hidden], null),
    purge: (id) => ask('purge', [id], null),
    checkStructure: () => ask('checkStructure', [], null),
    backup: (file) => ask('backup', [file], null),
    checkHealth: () => ask('checkHealth', [], PATIENCE),
    async close() {
      await queue.drain();
      if (!open) return;
      open = false;
      await thread.call('close', [], PATIENCE).catch(() => undefined);
      await thread.end();
    },
  };
}

async function startThread(path: string, options: SqliteOptions): Promise<Thread> {
  const worker = new Worker(new URL('store_worker.ts', import.meta.url), { workerData: { path, options } });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let calls = 0;
  let alive = true;

  /** Waits for the reply to a call, and keeps the process alive for it. */
  function reply(call: number, patience: number | null): Promise<unknown> {
    worker.ref();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting.set(call, { resolve, reject });
    const timer = patience === null ? undefined : setTimeout(reject, patience, new StoreUnavailable('overloaded'));
    return promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(call);
      if (waiting.size === 0) worker.unref();
    });
  }

  function fail(): void {
    alive = false;
    for (const { reject } of waiting.values()) reject(new StoreUnavailable('failing'));
  }

  worker.on('message', (message: StoreReply) => {
    const error = errorOf(message);
    if (error === null) waiting.get(message.call)?.resolve(message.value);
    else waiting.get(message.call)?.reject(error);
  });
  // Without a listener an error in the thread would end the process.
  worker.on('error', fail);
  worker.on('exit', fail);
  await reply(0, null).catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });

  return {
    call(method, given, patience) {
      if (!alive) return Promise.reject(new StoreUnavailable('failing'));
      const message: StoreCall = { call: ++calls, method, given };
      const answered = reply(message.call, patience);
      worker.postMessage(message);
      return answered;
    },
    isAlive: () => alive,
    end: () => worker.terminate(),
  };
}
