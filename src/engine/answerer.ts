import type { Plan } from '../query/ask/plan.ts';

/** Answers queries about one build of a site: the embedded engine, or one behind a network. */
export interface Answerer {
  /**
   * Answers every plan that passed the validator; the same plan gets the same bytes every time.
   *
   * @param signal aborted when nobody waits for the answer any more; the work ends at its next pause
   * @returns the answer's whole body: UTF-8 JSON, an Answer or `{"answers": [Answer...]}`. A promise only where the answer takes
   * several turns of the event loop; it rejects with the signal's reason once the signal is aborted.
   */
  answer(plan: Plan, signal: AbortSignal): Uint8Array | Promise<Uint8Array>;
}
