/** The queues before a database: of submissions, which are written in groups, and of reads. */
import { assertWanted, type CallBounds, overloaded, storeLimits, watchBounds, withinBounds } from '../store_limits.ts';

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

interface ReadQueueOptions {
  readonly atOnce: number;
  readonly waiting: number;
  /** Clock in milliseconds. */
  readonly now?: () => number;
}

/**
 * Limits concurrent reads of the database. The oldest queued read runs first, unless it has waited long: then the newest does, and a full
 * queue refuses the oldest one. So equal callers wait equally, and a backlog does not delay new requests: its clients may have gone, which
 * TCP shows only when an answer is sent.
 */
export function createReadQueue({ atOnce, waiting: mostWaiting, now = () => performance.now() }: ReadQueueOptions) {
  /** The oldest first. */
  const waiting: (PromiseWithResolvers<void> & { readonly since: number })[] = [];
  let underWay = 0;

  function turn(bounds: CallBounds): Promise<void> {
    if (waiting.length >= mostWaiting) waiting.shift()!.reject(overloaded);
    const entry = { ...Promise.withResolvers<void>(), since: now() };
    const end = watchBounds(bounds, (error) => {
      const at = waiting.indexOf(entry);
      // It may have its turn already.
      if (at !== -1) waiting.splice(at, 1);
      entry.reject(error);
    });
    waiting.push(entry);
    return entry.promise.finally(end);
  }

  /**
   * Passes the slot of a finished read to the next one, in a later turn of the event loop. Otherwise a thread that replies faster than its
   * replies are sent on would fill one turn with all that wait, and every other caller would wait for them.
   */
  function passOn(): void {
    if (waiting.length === 0) underWay--;
    else setImmediate(startNext);
  }

  function startNext(): void {
    const [oldest] = waiting;
    if (oldest === undefined) underWay--;
    else if (now() - oldest.since > LONG_WAIT) waiting.pop()!.resolve();
    else waiting.shift()!.resolve();
  }

  return {
    /**
     * Queues a read. It does not run if its client has gone or its deadline has passed by then. A running read occupies its
     * slot until it ends, even when its caller no longer waits.
     */
    async run<Result>(bounds: CallBounds, read: () => Promise<Result>): Promise<Result> {
      assertWanted(bounds);
      if (underWay < atOnce) underWay++;
      else await turn(bounds);
      return withinBounds(bounds, read().finally(passOn));
    },
  };
}
