import type { Steps } from '../async/steps.ts';
import type { Plan } from '../query/ask/plan.ts';

/** Answers queries about one build of a site, in this process or over a network. */
export interface Answerer {
  /**
   * Answers every plan that passed the validator. The same plan always gives the same bytes.
   *
   * @param signal aborts when the caller no longer waits
   * @returns the whole response body: UTF-8 JSON, an Answer or `{"answers": [Answer...]}`. A promise when another process does the
   * work; it rejects with the signal's reason once the signal aborts.
   */
  answer(plan: Plan, signal: AbortSignal): Uint8Array | Promise<Uint8Array>;

  /**
   * The same work in steps of well below a millisecond, so that a scheduler can share this thread among callers. Several plans may
   * be in progress at once.
   * @returns null when another process does the work
   */
  inSteps(plan: Plan): Steps<Uint8Array> | null;
}
