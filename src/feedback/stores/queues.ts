/** The queues before a database: of submissions, which are written in groups, and of reads. */
import { assertWanted, type CallBounds, overloaded, storeLimits, watchBounds } from '../store_limits.ts';

interface WriteQueueOptions<Item, Result> {
  /**
   * Writes the items in one transaction and resolves with one result per item, in order, once it is durable.
   * @param bounds the latest deadline of the items
   */
  readonly commit: (items: readonly Item[], bounds: CallBounds) => Promise<readonly Result[]>;
  readonly grouped: number;
  readonly waiting: number;
}

/**
 * Group commit: items that arrive during one commit form the next transaction, so that concurrent writers share the cost
 * of a sync. One transaction runs at a time. An item past the bound is refused at once.
 */
export function createWriteQueue<Item, Result>(options: WriteQueueOptions<Item, Result>) {
  const { commit, grouped, waiting: mostWaiting } = options;
  const waiting = new Set<PromiseWithResolvers<Result> & { readonly item: Item; readonly deadline: number }>();
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    while (waiting.size > 0) {
      // Wait one turn of the event loop, so that requests that have arrived can join the group and other work can run.
      await new Promise<void>((resolve) => setImmediate(resolve));
      const group = [...waiting].slice(0, grouped);
      for (const entry of group) waiting.delete(entry);
      if (group.length === 0) continue;
      try {
        const deadline = Math.max(...group.map((entry) => entry.deadline));
        const results = await commit(
          group.map(({ item }) => item),
          { deadline },
        );
        for (const [index, { resolve }] of group.entries()) resolve(results[index]!);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    working = null;
  }

  return {
    /**
     * Resolves after the commit of the item, never before. If its client disconnects or its deadline passes before the
     * transaction begins, the item is not written. After that only the wait ends: the transaction continues.
     */
    async add(item: Item, bounds: CallBounds): Promise<Result> {
      assertWanted(bounds);
      if (waiting.size >= mostWaiting) throw overloaded;
      const entry = { ...Promise.withResolvers<Result>(), item, deadline: bounds.deadline };
      const end = watchBounds(bounds, (error) => {
        waiting.delete(entry);
        entry.reject(error);
      });
      waiting.add(entry);
      working ??= work();
      return entry.promise.finally(end);
    },
    async drain(): Promise<void> {
      while (working !== null) await working;
    },
  };
}

/** In milliseconds. Three quarters of the time that a client grants are left for the read. */
const LONG_WAIT = storeLimits.patience / 4;

/** Maximum number of callers that get the result of a read in one turn of the event loop: everything else waits for their answers. */
const MOST_SETTLED = 4;

interface ReadQueueOptions {
  /** Maximum number of callers that wait. */
  readonly waiting: number;
  /** Clock in milliseconds. */
  readonly now?: () => number;
}

type Caller = PromiseWithResolvers<unknown> & { readonly since: number; readonly deadline: number };

interface QueuedRead {
  readonly key: string;
  readonly run: (bounds: CallBounds) => Promise<unknown>;
  /** The oldest first. */
  readonly callers: Set<Caller>;
}

function oldestOf({ callers }: QueuedRead): Caller {
  const [oldest] = callers;
  return oldest!;
}

/**
 * Runs one read of the database at a time. The oldest queued read runs first, unless it has waited long: then the newest does, and a full
 * queue refuses its oldest caller. So equal callers wait equally, and a backlog does not delay new requests: its clients may have gone,
 * which TCP shows only when an answer is sent. Callers that ask the same share one read, as long as it has not begun: each sees all that
 * was written before it asked, and a flood of one question costs the database little.
 */
export function createReadQueue({ waiting: mostWaiting, now = () => performance.now() }: ReadQueueOptions) {
  /** By key, the oldest first. */
  const queued = new Map<string, QueuedRead>();
  let waiting = 0;
  let isReading = false;

  function enqueue(key: string, run: QueuedRead['run']): QueuedRead {
    const read = { key, run, callers: new Set<Caller>() };
    queued.set(key, read);
    return read;
  }

  /** Takes a caller from a queued read, which does not run without any. */
  function leave(read: QueuedRead, caller: Caller): void {
    // It may have begun.
    if (queued.get(read.key) !== read || !read.callers.delete(caller)) return;
    waiting--;
    if (read.callers.size === 0) queued.delete(read.key);
  }

  function refuseOldest(): void {
    const [first, ...others] = queued.values();
    const read = others.reduce((old, each) => (oldestOf(each).since < oldestOf(old).since ? each : old), first!);
    const caller = oldestOf(read);
    leave(read, caller);
    caller.reject(overloaded);
  }

  function hasWaitedLong(read: QueuedRead): boolean {
    return now() - oldestOf(read).since > LONG_WAIT;
  }

  function next(): QueuedRead | undefined {
    const [oldest] = queued.values();
    return oldest !== undefined && hasWaitedLong(oldest) ? [...queued.values()].at(-1) : oldest;
  }

  /**
   * Runs a read, then others as long as some are queued, each in a later turn of the event loop: a thread that replies faster than its
   * replies are sent on would else fill one turn with all that wait, and every other caller would wait for them.
   */
  async function begin(read: QueuedRead): Promise<void> {
    isReading = true;
    queued.delete(read.key);
    waiting -= read.callers.size;
    const callers = [...read.callers];
    const deadline = Math.max(...callers.map((caller) => caller.deadline));
    const settle = await read.run({ deadline }).then(
      (result) => (caller: Caller) => caller.resolve(result),
      (error) => (caller: Caller) => caller.reject(error),
    );
    while (callers.length > 0) {
      for (const caller of callers.splice(0, MOST_SETTLED)) settle(caller);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    const following = next();
    if (following === undefined) isReading = false;
    else void begin(following);
  }

  return {
    /**
     * Queues a read. It does not run if its clients have gone or their deadlines have passed by then. The next read waits until a running
     * one ends, even when no caller waits for it.
     * @param key the same for reads with the same result
     * @param run gets the latest deadline of those that share it
     */
    async run<Result>(bounds: CallBounds, key: string, run: (bounds: CallBounds) => Promise<Result>): Promise<Result> {
      assertWanted(bounds);
      if (waiting >= mostWaiting) refuseOldest();
      const read = queued.get(key) ?? enqueue(key, run);
      if (read.callers.size > 0 && hasWaitedLong(read)) {
        // Else new callers would wait behind the backlog with it.
        queued.delete(key);
        queued.set(key, read);
      }
      const caller: Caller = { ...Promise.withResolvers<unknown>(), since: now(), deadline: bounds.deadline };
      read.callers.add(caller);
      waiting++;
      const end = watchBounds(bounds, (error) => {
        leave(read, caller);
        caller.reject(error);
      });
      if (!isReading) void begin(read);
      return (caller.promise as Promise<Result>).finally(end);
    },
  };
}
