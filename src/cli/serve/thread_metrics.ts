import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import type { Aggregate } from '../../feedback/public_feedback.ts';
import { StoreUnavailable } from '../../feedback/store_limits.ts';
import type { FeedbackOptions } from '../../http/resources/from_store.ts';
import type { Service } from '../../http/service.ts';
import type { ServerMetrics } from '../../metrics/server_metrics.ts';
import type { Measurement, Observe } from '../../observation/observation.ts';

/** The counters of a thread that answers. */
interface ThreadMetrics {
  /** Told about every answer; null when nobody asks. */
  readonly observeAnswer: Observe | null;
  /** The feedback with its store observed. */
  readonly feedback: FeedbackOptions | null;
  /** Null when nothing is counted. */
  readonly metrics: ServerMetrics | null;
}

/**
 * Counts what happens often in the thread where it happens: a message for each answer would cost more than the answer.
 * @param current returns the service that answers
 * @param log writes a line for an answer
 */
export async function countThread(
  { countsMetrics, logsRequests }: { readonly countsMetrics: boolean; readonly logsRequests: boolean },
  feedback: FeedbackOptions | null,
  current: () => Pick<Service, 'load'>,
  log: Observe,
): Promise<ThreadMetrics> {
  if (!countsMetrics) return { observeAnswer: logsRequests ? log : null, feedback, metrics: null };
  const loads: (() => Measurement)[] = [() => current().load()];
  const { createServerMetrics } = await import('../../metrics/server_metrics.ts');
  const metrics = createServerMetrics({ loads: () => loads.map((load) => load()), answers: true, ofProcess: false });
  const observed = feedback === null ? null : observeStore(feedback.store, metrics.observe);
  if (observed !== null) loads.push(observed.load);
  return {
    observeAnswer(observation) {
      metrics.observe(observation);
      if (logsRequests) log(observation);
    },
    feedback: feedback === null || observed === null ? null : { ...feedback, store: observed.store },
    metrics,
  };
}

/** A store whose calls are observed, and the calls that wait or run now. */
interface ObservedStore {
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
