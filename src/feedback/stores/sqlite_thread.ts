import { Worker } from 'node:worker_threads';
import type { Attempt } from '../feedback_record.ts';
import type { FeedbackStore, SubmitOutcome } from '../feedback_store.ts';
import { createRollUpAlone } from '../roll_up.ts';
import {
  boundsFromNow,
  type CallBounds,
  remaining,
  StoreRefused,
  StoreUnavailable,
  storeLimits,
  withinBounds,
} from '../store_limits.ts';
import { createReadQueue, createWriteQueue } from './queues.ts';
import { publicReads, type StoredRow } from './sql_calls.ts';
import type { SqliteOptions, SqliteStore } from './sqlite.ts';
import type { StoreCall, StoreReply } from './store_worker.ts';

/** Work of the server itself, which makes one call at a time: no queue is needed. With the default deadline. */
const IN_TIME = [
  ...(['beginRollUp', 'scan', 'writeAggregate', 'addMisses', 'checkHealth'] as const),
  ...(['claimNotice', 'finishNotice', 'postponeNotice', 'countNotices'] as const),
] as const;

/** Without a deadline: the owner waits at a terminal, and a large store takes its time. */
const AT_LENGTH = [
  ...(['exportRows', 'find', 'hide', 'purge', 'finishPurge', 'checkStructure', 'backup'] as const),
  ...(['listMisses', 'clearMisses'] as const),
] as const;

/**
 * The store of `openSqliteStore` on a separate thread: SQLite blocks its thread while it waits for the disk, which must
 * not block a thread that serves pages.
 *
 * The queues are on the calling side. The store's thread receives one group of submissions and one list at a time, so
 * that cancelled calls cost it nothing, and a submission waits behind one list at most.
 * @throws StoreRefused
 * @throws StoreUnavailable
 */
export async function openSqliteThread(path: string, options: SqliteOptions = {}): Promise<FeedbackStore> {
  let thread = await startThread(path, options);
  let starting: Promise<Thread> | null = null;
  let state: 'open' | 'draining' | 'closed' = 'open';

  /** Calls the thread, and starts a new one after it has died. The caller's queue enforces deadlines. */
  async function call<Result>(method: string, given: readonly unknown[], bounds: CallBounds | null): Promise<Result> {
    if (state === 'closed') throw new StoreUnavailable('closed');
    if (!thread.isAlive()) {
      // Never create the file here: it existed before, and a new one would hide that it was lost.
      starting ??= startThread(path, {}).finally(() => {
        starting = null;
      });
      thread = await starting.catch(() => {
        throw new StoreUnavailable('failing');
      });
    }
    return (await thread.call(method, given, bounds)) as Result;
  }

  const reads = createReadQueue({ waiting: storeLimits.waitingReads });
  const submissions = createWriteQueue<Attempt, SubmitOutcome>({
    commit: (attempts, bounds) => call('submitAll', [attempts], bounds),
    grouped: storeLimits.groupedSubmissions,
    waiting: storeLimits.waitingSubmissions,
  });
  const { beginRollUp, ...inTime } = forward(IN_TIME, (method, given) =>
    withinBounds(boundsFromNow(), call(method, given, null)),
  );

  return {
    submit: (attempt, bounds = boundsFromNow()) => submissions.add(attempt, bounds),
    ...publicReads((statement, bounds = boundsFromNow()) =>
      reads.run(bounds, statement.join(), (shared) => call<readonly StoredRow[]>('fetch', [statement], shared)),
    ),
    ...inTime,
    ...forward(AT_LENGTH, (method, given) => call(method, given, null)),
    rollUpAlone: createRollUpAlone(beginRollUp),
    async close() {
      if (state !== 'open') return;
      state = 'draining';
      const bounds = boundsFromNow();
      await withinBounds(bounds, submissions.drain()).catch(() => undefined);
      state = 'closed';
      await withinBounds(bounds, thread.call('close', [], null)).catch(() => undefined);
      await thread.end();
    },
  };
}

function forward<Name extends keyof SqliteStore>(
  names: readonly Name[],
  call: (method: string, given: readonly unknown[]) => Promise<unknown>,
): Pick<SqliteStore, Name> {
  const calls = names.map((name) => [name, (...given: readonly unknown[]) => call(name, given)]);
  return Object.fromEntries(calls) as Pick<SqliteStore, Name>;
}

type Thread = Awaited<ReturnType<typeof startThread>>;

async function startThread(path: string, options: SqliteOptions) {
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

  worker.on('message', ({ call, value, refused, unavailable }: StoreReply) => {
    if (refused !== undefined) waiting.get(call)?.reject(new StoreRefused(refused));
    else if (unavailable !== undefined) waiting.get(call)?.reject(new StoreUnavailable(unavailable));
    else waiting.get(call)?.resolve(value);
  });
  // Without a listener an error in the thread would end the process.
  worker.on('error', fail);
  worker.on('exit', fail);
  await reply(0).catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });

  return {
    /** Rejects when the thread replies with an error or ends. */
    async call(method: string, given: readonly unknown[], bounds: CallBounds | null): Promise<unknown> {
      if (!alive) throw new StoreUnavailable('failing');
      const message: StoreCall = { call: ++calls, method, given, patience: bounds === null ? null : remaining(bounds) };
      const answered = reply(message.call);
      worker.postMessage(message);
      return answered;
    },
    isAlive: () => alive,
    end: () => worker.terminate(),
  };
}
