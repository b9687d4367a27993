import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import type { Aggregate } from '../../feedback/public_feedback.ts';
import { StoreUnavailable } from '../../feedback/store_limits.ts';
import type { FeedbackOptions } from '../../http/resources/from_store.ts';
import type { Service } from '../../http/service.ts';
import type { ServerMetrics } from '../../metrics/server_metrics.ts';
import type { Measurement, Observe } from '../../observation/observation.ts';

/**
 * Counts what happens often in the thread where it happens: a message for each answer would cost more than the answer.
 * `observeAnswer` is told about every answer, null when nobody asks; `feedback` has its store observed; `metrics` is null when nothing is counted.
 * @param current returns the service that answers
 * @param log writes a line for an answer
 */
export async function countThread(
  { countsMetrics, logsRequests }: { readonly countsMetrics: boolean; readonly logsRequests: boolean },
  feedback: FeedbackOptions | null,
  current: () => Pick<Service, 'load'>,
  log: Observe,
): Promise<{
  readonly observeAnswer: Observe | null;
  readonly feedback: FeedbackOptions | null;
  readonly metrics: ServerMetrics | null;
}> {
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

/**
 * Observes the calls of a store that a server makes: how long they take, why they fail, what became of submissions, how new the
 * aggregate is, and by `load` the calls that wait or run now.
 */
export function observeStore(store: FeedbackStore, observe: (measurement: Measurement) => void) {
  const calls: Record<string, number> = {};

  function timed<Given extends unknown[], Result>(call: string, work: (...given: Given) => Promise<Result>) {
    return async (...given: Given): Promise<Result> => {
      const start = performance.now();
      calls[call] = (calls[call] ?? 0) + 1;
      let failure: string | null = null;
      try {
        return await work(...given);
      } catch (error) {
        failure = error instanceof StoreUnavailable ? error.reason : 'failing';
        throw error;
      } finally {
        calls[call]!--;
        observe({ kind: 'store-called', call, milliseconds: performance.now() - start, failure });
      }
    };
  }

  function tellAge(aggregate: Aggregate | null): void {
    const at = Date.parse(aggregate?.generatedAt ?? '');
    if (!Number.isNaN(at)) observe({ kind: 'rolled-up', at });
  }

  const submit = timed('submit', store.submit);
  const readAggregate = timed('readAggregate', store.readAggregate);
  const writeAggregate = timed('writeAggregate', store.writeAggregate);
  const observed: FeedbackStore = {
    ...store,
    async submit(attempt, bounds) {
      const settled = await submit(attempt, bounds);
      const { kind, severity } = attempt.submission;
      observe({ kind: 'submission-settled', outcome: settled.outcome, about: { kind, severity } });
      return settled;
    },
    list: timed('list', store.list),
    async readAggregate(bounds) {
      const aggregate = await readAggregate(bounds);
      tellAge(aggregate);
      return aggregate;
    },
    cursorSecret: timed('cursorSecret', store.cursorSecret),
    scan: timed('scan', store.scan),
    async writeAggregate(aggregate) {
      await writeAggregate(aggregate);
      tellAge(aggregate);
    },
    addMisses: timed('addMisses', store.addMisses),
  };
  return { store: observed, load: (): Measurement => ({ kind: 'store-load', calls: { ...calls } }) };
}
