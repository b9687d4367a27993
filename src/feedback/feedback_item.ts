import type { Confirmed } from './feedback_store.ts';
import type { Kind, Severity } from './submission.ts';

/** A submission as its sender and the public see it: it has no member for a message. */
export interface FeedbackItem {
  readonly id: string;
  readonly kind: Kind;
  readonly severity: Severity;
  readonly about: string | null;
  /** RFC 3339 UTC. */
  readonly submittedAt: string;
}

/** @param about the part of the row's `about` that may be shown */
export function feedbackItem({ id, kind, severity, submittedAt }: Confirmed, about: string | null): FeedbackItem {
  return { id, kind, severity, about, submittedAt: timestamp(submittedAt) };
}

/** The last second that RFC 3339 can express: its years have four digits. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * Formats a time as RFC 3339 UTC to the second: `2026-11-21T09:30:00Z`.
 * @param milliseconds since 1970; clamped to the years 1970 to 9999
 */
export function timestamp(milliseconds: number): string {
  const moment = Number.isNaN(milliseconds) ? 0 : Math.min(Math.max(0, milliseconds), LATEST);
  return `${new Date(moment).toISOString().slice(0, 19)}Z`;
}
