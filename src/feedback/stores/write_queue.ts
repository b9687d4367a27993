import { assertWanted, type CallBounds, overloaded, watchBounds } from '../store_limits.ts';

export interface WriteQueueOptions<Item, Result> {
  /**
   * Writes the items as one transaction and returns a result each, in their order, once it is durable.
   * @param bounds until when any of them is waited for
   */
  readonly commit: (items: readonly Item[], bounds: CallBounds) => Promise<readonly Result[]>;
  /** Most items of one transaction. */
  readonly grouped: number;
  /** Most items that wait for their transaction. */
  readonly waiting: number;
}

export interface WriteQueue<Item, Result> {
  /**
   * Resolves after the commit that covers the item, never before. An item whose caller goes, or whose deadline passes,
   * before its transaction begins is not written. Afterwards only the wait ends: the transaction goes on.
   */
  add(item: Item, bounds: CallBounds): Promise<Result>;
  /** Resolves when nothing is under way. */
  drain(): Promise<void>;
}

interface Entry<Item, Result> {
  readonly item: Item;
  readonly deadline: number;
  settle(result: Result): void;
  fail(error: unknown): void;
}

/**
 * Group commit: what arrives while one transaction is being made durable goes into the next, so that any number of
 * writers share the cost of a sync. One transaction is under way at a time. An item past the bound is refused at once.
 */
export function createWriteQueue<Item, Result>(options: WriteQueueOptions<Item, Result>): WriteQueue<Item, Result> {
  const { commit, grouped, waiting: mostWaiting } = options;
  const waiting = new Set<Entry<Item, Result>>();
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    while (waiting.size > 0) {
      // One turn of the event loop, in which every request that has arrived may join, and other work gets its turn.
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
