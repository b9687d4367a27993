import {
  assertWanted,
  type CallBounds,
  overloaded,
  type StoreUnavailable,
  watchBounds,
  withinBounds,
} from '../store_limits.ts';

export interface WriteQueueOptions<Item, Result> {
  /**
   * Writes the items in one transaction and resolves with one result per item, in order, once it is durable.
   * @param bounds the latest deadline of the items
   */
  readonly commit: (items: readonly Item[], bounds: CallBounds) => Promise<readonly Result[]>;
  /** Maximum number of items per transaction. */
  readonly grouped: number;
  /** Maximum number of queued items. */
  readonly waiting: number;
}

export interface WriteQueue<Item, Result> {
  /**
   * Resolves after the commit of the item, never before. If its client disconnects or its deadline passes before the
   * transaction begins, the item is not written. After that only the wait ends: the transaction continues.
   */
  add(item: Item, bounds: CallBounds): Promise<Result>;
  /** Resolves when no transaction is running. */
  drain(): Promise<void>;
}

interface Entry<Item, Result> {
  readonly item: Item;
  readonly deadline: number;
  settle(result: Result): void;
  fail(error: unknown): void;
}

/**
 * Group commit: items that arrive during one commit form the next transaction, so that concurrent writers share the cost
 * of a sync. One transaction runs at a time. An item past the bound is refused at once.
 */
export function createWriteQueue<Item, Result>(options: WriteQueueOptions<Item, Result>): WriteQueue<Item, Result> {
  const { commit, grouped, waiting: mostWaiting } = options;
  const waiting = new Set<Entry<Item, Result>>();
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    while (waiting.size > 0) {
      // Wait one turn of the event loop, so that requests that have arrived can join the group and other work can run.
      await new Promise<void>((resolve) => setImmediate(resolve));
      const group = [...waiting].slice(0, grouped);
      for (const entry of group) waiting.delete(entry);
      if (group.length > 0) await write(group);
    }
    working = null;
  }

  async function write(group: readonly Entry<Item, Result>[]): Promise<void> {
    try {
      const deadline = Math.max(...group.map((entry) => entry.deadline));
      const results = await commit(
        group.map(({ item }) => item),
        { deadline },
      );
      for (const [index, entry] of group.entries()) entry.settle(results[index]!);
    } catch (error) {
      for (const entry of group) entry.fail(error);
    }
  }

  return {
    async add(item, bounds) {
      assertWanted(bounds);
      if (waiting.size >= mostWaiting) throw overloaded;
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const entry = { item, deadline: bounds.deadline, settle: resolve, fail: reject };
      const end = watchBounds(bounds, (error) => {
        waiting.delete(entry);
        reject(error);
      });
      waiting.add(entry);
      working ??= work();
      return promise.finally(end);
    },
    async drain() {
      while (working !== null) await working;
    },
  };
}

export interface ReadQueueOptions {
  /** Maximum number of running reads. */
  readonly atOnce: number;
  /** Maximum number of queued reads. */
  readonly waiting: number;
}

export interface ReadQueue {
  /**
   * Queues a read. It does not run if its client has gone or its deadline has passed by then. A running read occupies its
   * slot until it ends, even when its caller no longer waits.
   */
  run<Result>(bounds: CallBounds, read: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  begin(): void;
  refuse(error: StoreUnavailable): void;
}

/**
 * Limits concurrent reads of the database. The newest queued read runs first, and a full queue refuses the oldest one, so
 * that a backlog does not delay new requests: its clients may have gone, which TCP shows only when an answer is sent.
 */
export function createReadQueue({ atOnce, waiting: mostWaiting }: ReadQueueOptions): ReadQueue {
  /** The oldest first. */
  const waiting: Waiting[] = [];
  let underWay = 0;

  function turn(bounds: CallBounds): Promise<void> {
    if (waiting.length >= mostWaiting) waiting.shift()!.refuse(overloaded);
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        begin() {
          end();
          resolve();
        },
        refuse(error) {
          end();
          reject(error);
        },
      };
      const end = watchBounds(bounds, (error) => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(error);
      });
      waiting.push(entry);
    });
  }

  /** Passes the slot of a finished read to the next one. */
  function passOn(): void {
    const next = waiting.pop();
    if (next === undefined) underWay--;
    else next.begin();
  }

  return {
    async run(bounds, read) {
      assertWanted(bounds);
      if (underWay < atOnce) underWay++;
      else await turn(bounds);
      return withinBounds(bounds, read().finally(passOn));
    },
  };
}
