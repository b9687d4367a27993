import type { Confirmed } from './feedback_store.ts';
import type { Kind, Severity } from './submission.ts';
import { timestamp } from './timestamp.ts';

/** A submission as its sender and the public see it: it has no member that a message could stand in. */
export interface FeedbackItem {
  readonly id: string;
  readonly kind: Kind;
  readonly severity: Severity;
  readonly about: string | null;
  /** RFC 3339 UTC. */
  readonly submittedAt: string;
}

/** @param about what may be shown of the row's own */
export function feedbackItem({ id, kind, severity, submittedAt }: Confirmed, about: string | null): FeedbackItem {
  return { id, kind, severity, about, submittedAt: timestamp(submittedAt) };
}
