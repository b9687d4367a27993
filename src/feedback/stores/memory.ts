import { randomBytes } from 'node:crypto';
import type { Aggregate } from '../aggregate.ts';
import { checksumOf, contentOf, type FeedbackRow, ownerRecord, type StoredContent } from '../feedback_record.ts';
import type { FeedbackStore, MissCalls, NoticeCalls, OwnerCalls, PublicCalls, RollUpCalls } from '../feedback_store.ts';
import { byFrequency, type CountedMiss } from '../misses/miss_sketch.ts';
import { StoreUnavailable } from '../store_error.ts';
import { assertWanted, type CallBounds, storeLimits } from '../store_limits.ts';
import { settleAttempt } from './settle_attempt.ts';

/** A store in memory, lost when the process ends: for trials, and as the simplest implementation. It never waits, so it needs no queue. */
export function createMemoryStore(): FeedbackStore {
  const memory = new Memory();
  return {
    ...publicCalls(memory),
    ...rollUps(memory),
    ...ownerCalls(memory),
    ...notices(memory),
    ...missCounts(memory),
    checkHealth: async () => memory.use(),
    async close() {
      memory.isOpen = false;
    },
  };
}

interface Stored {
  readonly sequence: number;
  readonly content: StoredContent;
  readonly checksum: Uint8Array;
}

/** What the store holds. */
class Memory {
  /** By sequence, oldest first. */
  readonly rows = new Map<number, Stored>();
  /** By `keyOf`. */
  readonly byKey = new Map<string, Stored>();
  /** By id of the submission. */
  readonly notices = new Map<string, { readonly tries: number; readonly due: number }>();
  readonly cursorSecret = randomBytes(32);
  /** By words. */
  misses = new Map<string, CountedMiss>();
  aggregate: Aggregate | null = null;
  isOpen = true;
  #lastSequence = 0;

  /** Called at the start of every call. @throws StoreUnavailable when the store is closed, or nobody waits for the call */
  use(bounds?: CallBounds): void {
    if (!this.isOpen) throw new StoreUnavailable('closed');
    if (bounds !== undefined) assertWanted(bounds);
  }

  add(content: StoredContent): Stored {
    this.#lastSequence++;
    return this.write(this.#lastSequence, content);
  }

  write(sequence: number, content: StoredContent): Stored {
    const stored = { sequence, content, checksum: checksumOf(content) };
    this.rows.set(sequence, stored);
    this.byKey.set(keyOf(content), stored);
    return stored;
  }

  remove({ sequence, content }: Stored): void {
    this.rows.delete(sequence);
    this.byKey.delete(keyOf(content));
    this.notices.delete(content.id);
  }

  withId(id: string): Stored | undefined {
    return [...this.rows.values()].find(({ content }) => content.id === id);
  }
}

function publicCalls(memory: Memory): PublicCalls {
  return {
    async submit(attempt, bounds) {
      memory.use(bounds);
      const content = contentOf(attempt);
      const known = memory.byKey.get(keyOf(content));
      if (known === undefined && attempt.notice) memory.notices.set(attempt.id, { tries: 0, due: attempt.submittedAt });
      const holder = known ?? memory.add(content);
      return settleAttempt(attempt, holder.content);
    },

    async list({ before, limit, countBudget }, bounds) {
      memory.use(bounds);
      const shown = [...memory.rows.values()].filter(isShown);
      const older = shown.filter(({ sequence }) => sequence < before).reverse();
      return {
        rows: older.slice(0, limit).map(rowOf),
        more: older.length > limit,
        total: Math.min(shown.length, countBudget),
        partial: shown.length > countBudget,
      };
    },

    async readAggregate(bounds) {
      memory.use(bounds);
      return memory.aggregate;
    },

    async cursorSecret(bounds) {
      memory.use(bounds);
      return memory.cursorSecret;
    },
  };
}

function rollUps(memory: Memory): RollUpCalls {
  let rollingUp = false;
  return {
    async scan(after, limit) {
      memory.use();
      const rows = [...memory.rows.values()].filter((stored) => stored.sequence > after && isShown(stored));
      return rows.slice(0, limit).map(rowOf);
    },

    async writeAggregate(aggregate) {
      memory.use();
      memory.aggregate = aggregate;
    },

    async rollUpAlone(work) {
      memory.use();
      if (rollingUp) return null;
      rollingUp = true;
      try {
        return await work();
      } finally {
        rollingUp = false;
      }
    },
  };
}

function ownerCalls(memory: Memory): OwnerCalls {
  return {
    async exportRows(after, limit) {
      memory.use();
      const rows = [...memory.rows.values()].filter(({ sequence }) => sequence > after);
      return rows.slice(0, limit).map(recordOf);
    },

    async find(id) {
      memory.use();
      const stored = memory.withId(id);
      return stored === undefined ? null : recordOf(stored);
    },

    async hide(id, hidden) {
      memory.use();
      const stored = memory.withId(id);
      if (stored !== undefined) memory.write(stored.sequence, { ...stored.content, hidden });
      return stored !== undefined;
    },

    async purge(id) {
      memory.use();
      const stored = memory.withId(id);
      if (stored !== undefined) memory.remove(stored);
      return stored !== undefined;
    },

    async finishPurge() {
      memory.use();
      return [];
    },

    async checkStructure() {
      memory.use();
      return [];
    },

    backup: null,
  };
}

function notices(memory: Memory): NoticeCalls {
  return {
    async claimNotice(now, until) {
      memory.use();
      const due = [...memory.notices].filter(([, notice]) => notice.due <= now);
      const [first] = due.sort(([, one], [, other]) => one.due - other.due);
      if (first === undefined) return null;
      const [id, { tries }] = first;
      memory.notices.set(id, { tries: tries + 1, due: until });
      return { record: recordOf(memory.withId(id)!), tries: tries + 1 };
    },

    async finishNotice(id) {
      memory.use();
      memory.notices.delete(id);
    },

    async postponeNotice(id, due) {
      memory.use();
      const notice = memory.notices.get(id);
      if (notice !== undefined) memory.notices.set(id, { ...notice, due });
    },

    async countNotices() {
      memory.use();
      return memory.notices.size;
    },
  };
}

function missCounts(memory: Memory): MissCalls {
  return {
    async addMisses(added) {
      memory.use();
      for (const { words, count, day } of added) {
        const known = memory.misses.get(words) ?? { count: 0, day };
        memory.misses.set(words, { words, count: known.count + count, day: Math.max(known.day, day) });
      }
      const kept = [...memory.misses.values()].sort(byFrequency).slice(0, storeLimits.misses);
      memory.misses = new Map(kept.map((miss) => [miss.words, miss]));
    },

    async listMisses(least) {
      memory.use();
      return [...memory.misses.values()].filter(({ count }) => count >= least).sort(byFrequency);
    },

    async clearMisses() {
      memory.use();
      memory.misses.clear();
    },
  };
}

function keyOf({ keyHash }: StoredContent): string {
  return Buffer.from(keyHash).toString('hex');
}

function isShown({ content }: Stored): boolean {
  return !content.hidden;
}

function recordOf({ sequence, content, checksum }: Stored) {
  return ownerRecord(sequence, content, checksum);
}

function rowOf(stored: Stored): FeedbackRow {
  const { sequence, id, kind, severity, about, submittedAt } = recordOf(stored);
  return { sequence, id, kind, severity, about, submittedAt };
}
