import { randomBytes } from 'node:crypto';
import type { Aggregate } from '../aggregate.ts';
import { checksumOf, contentOf, type FeedbackRow, ownerRecord, type StoredContent } from '../feedback_record.ts';
import type { FeedbackStore } from '../feedback_store.ts';
import { byFrequency, type CountedMiss } from '../misses/miss_sketch.ts';
import { StoreUnavailable } from '../store_error.ts';
import { assertWanted, type CallBounds, storeLimits } from '../store_limits.ts';
import { settleAttempt } from './settle_attempt.ts';

interface Stored {
  readonly sequence: number;
  readonly content: StoredContent;
  readonly checksum: Uint8Array;
}

/** A store in memory, lost when the process ends: for trials, and as the simplest implementation. It never waits, so it needs no queue. */
export function createMemoryStore(): FeedbackStore {
  /** By sequence, oldest first. */
  const rows = new Map<number, Stored>();
  const byKey = new Map<string, Stored>();
  /** By id of the submission. */
  const notices = new Map<string, { readonly tries: number; readonly due: number }>();
  let misses = new Map<string, CountedMiss>();
  const secret = randomBytes(32);
  let sequence = 0;
  let aggregate: Aggregate | null = null;
  let rollingUp = false;
  let open = true;

  function use(bounds?: CallBounds): void {
    if (!open) throw new StoreUnavailable('closed');
    if (bounds !== undefined) assertWanted(bounds);
  }

  function write(place: number, content: StoredContent): Stored {
    const stored = { sequence: place, content, checksum: checksumOf(content) };
    rows.set(place, stored);
    byKey.set(keyOf(content), stored);
    return stored;
  }

  function after(place: number, limit: number, isWanted: (stored: Stored) => boolean): readonly Stored[] {
    return [...rows.values()].filter((stored) => stored.sequence > place && isWanted(stored)).slice(0, limit);
  }

  function withId(id: string): Stored | undefined {
    return [...rows.values()].find(({ content }) => content.id === id);
  }

  return {
    async submit(attempt, bounds) {
      use(bounds);
      const content = contentOf(attempt);
      const known = byKey.get(keyOf(content));
      if (known === undefined && attempt.notice) notices.set(attempt.id, { tries: 0, due: attempt.submittedAt });
      const holder = known ?? write(++sequence, content);
      return settleAttempt(attempt, holder.content);
    },

    async list({ before, limit, countBudget }, bounds) {
      use(bounds);
      const shown = [...rows.values()].filter(isShown);
      const older = shown.filter((stored) => stored.sequence < before).reverse();
      return {
        rows: older.slice(0, limit).map(rowOf),
        more: older.length > limit,
        total: Math.min(shown.length, countBudget),
        partial: shown.length > countBudget,
      };
    },

    async scan(place, limit) {
      use();
      return after(place, limit, isShown).map(rowOf);
    },

    async readAggregate(bounds) {
      use(bounds);
      return aggregate;
    },

    async writeAggregate(written) {
      use();
      aggregate = written;
    },

    async rollUpAlone(work) {
      use();
      if (rollingUp) return null;
      rollingUp = true;
      try {
        return await work();
      } finally {
        rollingUp = false;
      }
    },

    async cursorSecret(bounds) {
      use(bounds);
      return secret;
    },

    async exportRows(place, limit) {
      use();
      return after(place, limit, () => true).map(ownersView);
    },

    async find(id) {
      use();
      const stored = withId(id);
      return stored === undefined ? null : ownersView(stored);
    },

    async hide(id, hidden) {
      use();
      const stored = withId(id);
      if (stored !== undefined) write(stored.sequence, { ...stored.content, hidden });
      return stored !== undefined;
    },

    async purge(id) {
      use();
      const stored = withId(id);
      if (stored === undefined) return false;
      byKey.delete(keyOf(stored.content));
      notices.delete(id);
      return rows.delete(stored.sequence);
    },

    async finishPurge() {
      use();
      return [];
    },

    async claimNotice(now, until) {
      use();
      const due = [...notices].filter(([, notice]) => notice.due <= now);
      const [first] = due.sort(([, one], [, other]) => one.due - other.due);
      if (first === undefined) return null;
      const [id, { tries }] = first;
      notices.set(id, { tries: tries + 1, due: until });
      return { record: ownersView(withId(id)!), tries: tries + 1 };
    },

    async finishNotice(id) {
      use();
      notices.delete(id);
    },

    async postponeNotice(id, due) {
      use();
      const notice = notices.get(id);
      if (notice !== undefined) notices.set(id, { ...notice, due });
    },

    async countNotices() {
      use();
      return notices.size;
    },

    async addMisses(added) {
      use();
      for (const { words, count, day } of added) {
        const known = misses.get(words) ?? { count: 0, day };
        misses.set(words, { words, count: known.count + count, day: Math.max(known.day, day) });
      }
      const kept = [...misses.values()].sort(byFrequency).slice(0, storeLimits.misses);
      misses = new Map(kept.map((miss) => [miss.words, miss]));
    },

    async listMisses(least) {
      use();
      return [...misses.values()].filter(({ count }) => count >= least).sort(byFrequency);
    },

    async clearMisses() {
      use();
      misses.clear();
    },

    async checkStructure() {
      use();
      return [];
    },

    backup: null,

    async checkHealth() {
      use();
    },

    async close() {
      open = false;
    },
  };
}

function keyOf({ keyHash }: StoredContent): string {
  return Buffer.from(keyHash).toString('hex');
}

function isShown({ content }: Stored): boolean {
  return !content.hidden;
}

function ownersView({ sequence, content, checksum }: Stored) {
  return ownerRecord(sequence, content, checksum);
}

function rowOf(stored: Stored): FeedbackRow {
  const { sequence, id, kind, severity, about, submittedAt } = ownersView(stored);
  return { sequence, id, kind, severity, about, submittedAt };
}
