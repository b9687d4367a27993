import { StoreUnavailable } from './store_error.ts';

export interface WriteQueueOptions<Item, Result> {
  /** Writes the items as one transaction and returns a result each, in their order, once it is durable. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Most items of one transaction. */
  readonly most: number;
  /** Milliseconds after which an item that has no result fails. */
  readonly patience: number;
}

export interface WriteQueue<Item, Result> {
  /** Resolves after the commit that covers the item, never before. */
  add(item: Item): Promise<Result>;
  /** Resolves when nothing is under way. */
  drain(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
  overdue: boolean;
}

/**
 * Group commit: what arrives while one transaction is being made durable goes into the next, so that any number of
 * writers share the cost of a sync. One transaction is under way at a time.
 */
export function createWriteQueue<Item, Result>(options: WriteQueueOptions<Item, Result>): WriteQueue<Item, Result> {
  const { commit, most, patience } = options;
  let waiting: Waiting<Item, Result>[] = [];
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      // One turn of the event loop, in which every request that has arrived may join, and other work gets its turn.
      await new Promise<void>((resolve) => setImmediate(resolve));
      const group = waiting.slice(0, most).filter(({ overdue }) => !overdue);
      waiting = waiting.slice(most);
      if (group.length > 0) await write(group);
    }
    working = null;
  }

  async function write(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await commit(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index]!);
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      for (const { timer } of group) clearTimeout(timer);
    }
  }

  return {
    add(item) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          entry.overdue = true;
          reject(new StoreUnavailable('overloaded'));
        }, patience);
        const entry: Waiting<Item, Result> = { item, resolve, reject, timer, overdue: false };
        waiting.push(entry);
        working ??= work();
      });
    },
    async drain() {
      while (working !== null) await working;
    },
  };
}
