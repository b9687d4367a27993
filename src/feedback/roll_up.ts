import { byCodePoint } from '../text/by_code_point.ts';
import { type FeedbackRow, timestamp } from './feedback_record.ts';
import type { FeedbackStore } from './feedback_store.ts';
import { type Aggregate, emptyAggregate, MOST_SUBJECTS, type PublicAbout } from './public_feedback.ts';

interface RollUpOptions {
  readonly store: FeedbackStore;
  readonly publicAbout: PublicAbout;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** Rows per read; default 2,000. Other work can run between two reads. */
  readonly batch?: number;
}

const BATCH = 2000;
/** Subjects that are looked up at the same time: over a network, each look-up is a request. */
const LOOKUPS_AT_ONCE = 16;

/**
 * Counts every submission that is not hidden and replaces the aggregate atomically. Memory is bounded by the number of
 * the site's pages and tools, not by the submissions. Null when another roll-up is running.
 * @throws StoreUnavailable
 */
export function rollUp({ store, publicAbout, now, batch = BATCH }: RollUpOptions): Promise<Aggregate | null> {
  return store.rollUpAlone(async () => {
    const generatedAt = timestamp(now());
    const tally = createTally(publicAbout);
    for (let after = 0; ; ) {
      const rows = await store.scan(after, batch);
      await tally.add(rows);
      if (rows.length < batch) break;
      after = rows.at(-1)!.sequence;
    }
    const aggregate = tally.sum(generatedAt);
    await store.writeAggregate(aggregate);
    return aggregate;
  });
}

/** Runs one roll-up at a time in this process. @param begin numbers it */
export function createRollUpAlone(begin: () => Promise<void>): FeedbackStore['rollUpAlone'] {
  let rollingUp = false;
  return async (work) => {
    if (rollingUp) return null;
    rollingUp = true;
    try {
      await begin();
      return await work();
    } finally {
      rollingUp = false;
    }
  };
}

function createTally(publicAbout: PublicAbout) {
  let total = 0;
  const byKind = { ...emptyAggregate.byKind };
  const bySeverity = { ...emptyAggregate.bySeverity };
  const named = new Map<string, number>();
  return {
    async add(rows: readonly FeedbackRow[]): Promise<void> {
      const abouts = new Map<string | null, number>();
      for (const { kind, severity, about } of rows) {
        // Skip a damaged row, so that the sums are consistent; `doctor` reports it.
        if (!Object.hasOwn(byKind, kind) || !Object.hasOwn(bySeverity, severity)) continue;
        total++;
        byKind[kind]++;
        bySeverity[severity]++;
        abouts.set(about, (abouts.get(about) ?? 0) + 1);
      }
      const distinct = [...abouts];
      for (let at = 0; at < distinct.length; at += LOOKUPS_AT_ONCE) {
        const some = distinct.slice(at, at + LOOKUPS_AT_ONCE);
        const subjects = await Promise.all(some.map(([about]) => publicAbout(about)));
        subjects.forEach((subject, i) => {
          if (subject !== null) named.set(subject, (named.get(subject) ?? 0) + some[i]![1]);
        });
      }
    },
    sum(generatedAt: string): Aggregate {
      const subjects = [...named]
        .map(([about, count]) => ({ about, count }))
        .sort((left, right) => right.count - left.count || byCodePoint(left.about, right.about))
        .slice(0, MOST_SUBJECTS);
      return { total, byKind, bySeverity, subjects, generatedAt };
    },
  };
}
