import type { FeedbackOptions } from '../../http/resources/feedback_options.ts';
import type { Service } from '../../http/service.ts';
import type { ServerMetrics } from '../../metrics/server_metrics.ts';
import type { Measurement, Observe } from '../../observation/observation.ts';
import type { ServeSettings } from './live_server.ts';
import { observeStore } from './observe_store.ts';

/** What a thread that answers counts. */
export interface ThreadMetrics {
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
  { countsMetrics, logsRequests }: Pick<ServeSettings, 'countsMetrics' | 'logsRequests'>,
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
