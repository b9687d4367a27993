import type { Plan } from '../query/ask/plan.ts';
import type { Steps } from '../query/match/steps.ts';

/** Answers queries about one build of a site: the embedded engine, or one behind a network. */
export interface Answerer {
  /**
   * Answers every plan that passed the validator; the same plan gets the same bytes every time.
   *
   * @param signal aborted when nobody waits for the answer any more
   * @returns the answer's whole body: UTF-8 JSON, an Answer or `{"answers": [Answer...]}`. A promise where the work is done elsewhere;
   * it rejects with the signal's reason once the signal is aborted.
   */
  answer(plan: Plan, signal: AbortSignal): Uint8Array | Promise<Uint8Array>;

  /**
   * The same work in steps of well below a millisecond, for whoever shares the time of this thread among callers. Several plans may be
   * under way at once.
   * @returns null where the work is done elsewhere
   */
  inSteps(plan: Plan): Steps<Uint8Array> | null;
}
