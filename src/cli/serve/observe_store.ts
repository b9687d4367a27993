import type { Aggregate } from '../../feedback/aggregate.ts';
import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import { StoreUnavailable } from '../../feedback/store_error.ts';
import type { Measurement } from '../../observation/observation.ts';

/** A store whose calls are observed, and the calls that wait or run now. */
export interface ObservedStore {
  readonly store: FeedbackStore;
  load(): Measurement;
}

/** Observes the calls that a server makes: how long they take, why they fail, what became of submissions, and how new the aggregate is. */
export function observeStore(store: FeedbackStore, observe: (measurement: Measurement) => void): ObservedStore {
  const calls: Record<string, number> = {};

  async function timed<Result>(call: string, work: () => Promise<Result>): Promise<Result> {
    const start = performance.now();
    calls[call] = (calls[call] ?? 0) + 1;
    let failure: string | null = null;
    try {
      return await work();
    } catch (error) {
      failure = error instanceof StoreUnavailable ? error.reason : 'failing';
      throw error;
    } finally {
      calls[call]!--;
      observe({ kind: 'store-called', call, milliseconds: performance.now() - start, failure });
    }
  }

  function tellAge(aggregate: Aggregate | null): void {
    const at = Date.parse(aggregate?.generatedAt ?? '');
    if (!Number.isNaN(at)) observe({ kind: 'rolled-up', at });
  }

  return {
    store: {
      ...store,
      async submit(attempt, bounds) {
        const settled = await timed('submit', () => store.submit(attempt, bounds));
        const { kind, severity } = attempt.submission;
        observe({ kind: 'submission-settled', outcome: settled.outcome, about: { kind, severity } });
        return settled;
      },
      list: (query, bounds) => timed('list', () => store.list(query, bounds)),
      async readAggregate(bounds) {
        const aggregate = await timed('readAggregate', () => store.readAggregate(bounds));
        tellAge(aggregate);
        return aggregate;
      },
      cursorSecret: (bounds) => timed('cursorSecret', () => store.cursorSecret(bounds)),
      scan: (after, limit) => timed('scan', () => store.scan(after, limit)),
      async writeAggregate(aggregate) {
        await timed('writeAggregate', () => store.writeAggregate(aggregate));
        tellAge(aggregate);
      },
      addMisses: (misses) => timed('addMisses', () => store.addMisses(misses)),
    },
    load: () => ({ kind: 'store-load', calls: { ...calls } }),
  };
}
