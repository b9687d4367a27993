import { randomBytes } from 'node:crypto';
import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import type { Kind } from '../../feedback/submission.ts';
import type { FeedbackOptions } from '../../http/resources/feedback_options.ts';
import type { Observe } from '../../observation/observation.ts';
import { type StoreAddress, tryOpen } from '../feedback/feedback_settings.ts';
import { createMissCounter, type MissCounter } from './count_misses.ts';

/** Feedback settings of a server thread. Plain values, because they are sent to threads as messages. */
export interface FeedbackSettings extends StoreAddress {
  readonly origins: readonly string[];
  readonly cronSecret: string | null;
  /** Kinds of submissions that a notice is sent of. */
  readonly noticeKinds: readonly Kind[];
}

/** Opens the feedback of one server thread: its own connection to the shared database. */
export async function openFeedback(settings: FeedbackSettings | null): Promise<FeedbackOptions | null> {
  return settings === null ? null : feedbackOn(await tryOpen(settings.address, false), settings);
}

/** Counts the misses of one server thread, where that is asked for. */
export function countMissesOf(
  feedback: FeedbackOptions | null,
  isAsked: boolean,
  observe: Observe,
): MissCounter | null {
  return feedback === null || !isAsked ? null : createMissCounter({ store: feedback.store, observe });
}

export function feedbackOn(
  store: FeedbackStore,
  { origins, cronSecret, noticeKinds }: FeedbackSettings,
): FeedbackOptions {
  return { store, origins, cronSecret, noticeKinds, now: Date.now, randomBytes };
}
