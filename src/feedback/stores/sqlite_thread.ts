import { Worker } from 'node:worker_threads';
import type { Attempt } from '../feedback_record.ts';
import type {
  FeedbackStore,
  MissCalls,
  NoticeCalls,
  OwnerCalls,
  RollUpCalls,
  SubmitOutcome,
} from '../feedback_store.ts';
import { StoreUnavailable } from '../store_error.ts';
import { boundsFromNow, type CallBounds, remaining, storeLimits, withinBounds } from '../store_limits.ts';
import { createReadQueue } from './read_queue.ts';
import type { SqliteOptions } from './sqlite.ts';
import { errorOf, type StoreCall, type StoreReply } from './store_message.ts';
import { createWriteQueue } from './write_queue.ts';

/**
 * The store of `openSqliteStore` on a separate thread: SQLite blocks its thread while it waits for the disk, which must
 * not block a thread that serves pages.
 *
 * The queues are on the calling side. The store's thread receives one group of submissions and a few reads at a time, so
 * that cancelled calls cost it nothing, and a submission waits behind a few reads at most.
 * @throws StoreRefused
 * @throws StoreUnavailable
 */
export async function openSqliteThread(path: string, options: SqliteOptions = {}): Promise<FeedbackStore> {
  const callThread = await startThreads(path, options);
  const reads = createReadQueue({ atOnce: storeLimits.sqliteReads, waiting: storeLimits.waitingReads });
  const submissions = createWriteQueue<Attempt, SubmitOutcome>({
    commit: (attempts, bounds) => callThread('submitAll', [attempts], bounds),
    grouped: storeLimits.groupedSubmissions,
    waiting: storeLimits.waitingSubmissions,
  });
  let secret: Uint8Array | null = null;
  let open = true;

  function read<Result>(method: string, given: readonly unknown[], bounds = boundsFromNow()): Promise<Result> {
    return reads.run(bounds, () => callThread<Result>(method, given, bounds));
  }

  return {
    submit: (attempt, bounds = boundsFromNow()) => submissions.add(attempt, bounds),
    list: (query, bounds) => read('list', [query], bounds),
    readAggregate: (bounds) => read('readAggregate', [], bounds),
    async cursorSecret(bounds) {
      // The secret never changes, so it is cached.
      secret ??= await read<Uint8Array>('cursorSecret', [], bounds);
      return secret;
    },
    ...rollUps(callThread),
    ...notices(callThread),
    ...missCounts(callThread),
    ...ownerCalls(callThread),
    checkHealth: () => callInTime(callThread, 'checkHealth', []),
    async close() {
      if (!open) return;
      open = false;
      const bounds = boundsFromNow();
      await withinBounds(bounds, submissions.drain()).catch(() => undefined);
      await callThread.end(bounds);
    },
  };
}

/** Calls the thread. Rejects only when the thread replies with an error or ends; the caller's queue enforces deadlines. */
interface CallThread {
  <Result>(method: string, given: readonly unknown[], bounds: CallBounds | null): Promise<Result>;
  /** Closes the store and ends its thread. */
  end(bounds: CallBounds): Promise<void>;
}

/** Calls the thread for work of the server itself, which runs one call at a time: no queue is needed. Uses the default deadline. */
function callInTime<Result>(callThread: CallThread, method: string, given: readonly unknown[]): Promise<Result> {
  return withinBounds(boundsFromNow(), callThread<Result>(method, given, null));
}

function rollUps(callThread: CallThread): RollUpCalls {
  let rollingUp = false;
  return {
    scan: (after, limit) => callInTime(callThread, 'scan', [after, limit]),
    writeAggregate: (aggregate) => callInTime(callThread, 'writeAggregate', [aggregate]),
    async rollUpAlone(work) {
      if (rollingUp) return null;
      rollingUp = true;
      try {
        await callInTime(callThread, 'beginRollUp', []);
        return await work();
      } finally {
        rollingUp = false;
      }
    },
  };
}

function notices(callThread: CallThread): NoticeCalls {
  return {
    claimNotice: (now, until) => callInTime(callThread, 'claimNotice', [now, until]),
    finishNotice: (id) => callInTime(callThread, 'finishNotice', [id]),
    postponeNotice: (id, due) => callInTime(callThread, 'postponeNotice', [id, due]),
    countNotices: () => callInTime(callThread, 'countNotices', []),
  };
}

function missCounts(callThread: CallThread): MissCalls {
  return {
    addMisses: (misses) => callInTime(callThread, 'addMisses', [misses]),
    listMisses: (least) => callThread('listMisses', [least], null),
    clearMisses: () => callThread('clearMisses', [], null),
  };
}

/** Without a deadline: the owner waits at a terminal, and a large store takes its time. */
function ownerCalls(callThread: CallThread): OwnerCalls {
  return {
    exportRows: (after, limit) => callThread('exportRows', [after, limit], null),
    find: (id) => callThread('find', [id], null),
    hide: (id, hidden) => callThread('hide', [id, hidden], null),
    purge: (id) => callThread('purge', [id], null),
    finishPurge: (timeout) => callThread('finishPurge', [timeout], null),
    checkStructure: () => callThread('checkStructure', [], null),
    backup: (file) => callThread('backup', [file], null),
  };
}

/** Calls the thread, and starts a new one after it has died. */
async function startThreads(path: string, options: SqliteOptions): Promise<CallThread> {
  let thread = await startThread(path, options);
  let starting: Promise<Thread> | null = null;
  let open = true;

  async function alive(): Promise<Thread> {
    if (!open) throw new StoreUnavailable('closed');
    if (thread.isAlive()) return thread;
    // Never create the file here: it existed before, and a new one would hide that it was lost.
    starting ??= startThread(path, {}).finally(() => {
      starting = null;
    });
    thread = await starting.catch(() => {
      throw new StoreUnavailable('failing');
    });
    return thread;
  }

  async function callThread<Result>(
    method: string,
    given: readonly unknown[],
    bounds: CallBounds | null,
  ): Promise<Result> {
    return (await (await alive()).call(method, given, bounds)) as Result;
  }

  return Object.assign(callThread, {
    async end(bounds: CallBounds) {
      open = false;
      await withinBounds(bounds, thread.call('close', [], null)).catch(() => undefined);
      await thread.end();
    },
  });
}

/** One thread with one store. */
interface Thread {
  call(method: string, given: readonly unknown[], bounds: CallBounds | null): Promise<unknown>;
  isAlive(): boolean;
  end(): Promise<unknown>;
}

async function startThread(path: string, options: SqliteOptions): Promise<Thread> {
  const worker = new Worker(new URL('store_worker.ts', import.meta.url), { workerData: { path, options } });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let calls = 0;
  let alive = true;

  /** Waits for the reply to a call, and keeps the process alive for it. */
  function reply(call: number): Promise<unknown> {
    worker.ref();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting.set(call, { resolve, reject });
    return promise.finally(() => {
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
  await reply(0).catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });

  return {
    call(method, given, bounds) {
      if (!alive) return Promise.reject(new StoreUnavailable('failing'));
      const message: StoreCall = { call: ++calls, method, given, patience: bounds === null ? null : remaining(bounds) };
      const answered = reply(message.call);
      worker.postMessage(message);
      return answered;
    },
    isAlive: () => alive,
    end: () => worker.terminate(),
  };
}
