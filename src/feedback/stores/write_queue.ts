import { assertWanted, type CallBounds, overloaded, watchBounds } from '../store_limits.ts';

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
