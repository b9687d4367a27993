import type { Attempt } from '../feedback_record.ts';
import type { SubmitOutcome } from '../feedback_store.ts';

/** The row with the key of an attempt, whichever attempt recorded it. */
export interface Holder {
  readonly id: string;
  readonly fingerprint: Uint8Array;
  /** Milliseconds since 1970, UTC. */
  readonly submittedAt: number;
}

/** The outcome of an attempt, given the row with its key. */
export function settleAttempt(attempt: Attempt, holder: Holder): SubmitOutcome {
  if (!Buffer.from(holder.fingerprint).equals(attempt.fingerprint)) return { outcome: 'conflict' };
  const { kind, severity, about } = attempt.submission;
  const row = { id: holder.id, kind, severity, about, submittedAt: holder.submittedAt };
  return { outcome: holder.id === attempt.id ? 'recorded' : 'replayed', row };
}
