import { randomBytes } from 'node:crypto';
import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import type { FeedbackOptions } from '../../http/resources/feedback_options.ts';
import { type StoreAddress, tryOpen } from '../feedback_settings.ts';

/** How a serving thread keeps feedback: plain values, so that threads can be given them. */
export interface FeedbackSettings extends StoreAddress {
  readonly origins: readonly string[];
  readonly cronSecret: string | null;
}

/** The feedback of one serving thread: its own store on the common database. */
export async function openFeedback(settings: FeedbackSettings | null): Promise<FeedbackOptions | null> {
  return settings === null ? null : feedbackOn(await tryOpen(settings.address, false), settings);
}

export function feedbackOn(store: FeedbackStore, { origins, cronSecret }: FeedbackSettings): FeedbackOptions {
  return { store, origins, cronSecret, now: Date.now, randomBytes };
}
