import { randomBytes } from 'node:crypto';
import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import type { FeedbackOptions } from '../../http/resources/feedback_options.ts';
import { type StoreAddress, tryOpen } from '../feedback_settings.ts';

/** Feedback settings of a server thread. Plain values, because they are sent to threads as messages. */
export interface FeedbackSettings extends StoreAddress {
  readonly origins: readonly string[];
  readonly cronSecret: string | null;
}

/** Opens the feedback of one server thread: its own connection to the shared database. */
export async function openFeedback(settings: FeedbackSettings | null): Promise<FeedbackOptions | null> {
  return settings === null ? null : feedbackOn(await tryOpen(settings.address, false), settings);
}

export function feedbackOn(store: FeedbackStore, { origins, cronSecret }: FeedbackSettings): FeedbackOptions {
  return { store, origins, cronSecret, now: Date.now, randomBytes };
}
