import { randomBytes } from 'node:crypto';
import type { Attempt } from '../../src/feedback/feedback_record.ts';
import { fingerprintOf, KINDS, SEVERITIES, type Submission } from '../../src/feedback/submission.ts';
import { hashKey, uuidV7 } from '../../src/feedback/submit_feedback.ts';

/** The n-th attempt of a run, with a message of typical length. */
export function benchAttempt(number: number): Attempt {
  const submission: Submission = {
    kind: KINDS[number % KINDS.length]!,
    severity: SEVERITIES[number % SEVERITIES.length]!,
    message: `Submission ${number}: ${'what I looked for was not where I thought that it would be. '.repeat(3)}`,
    about: number % 2 === 0 ? 'index' : null,
  };
  const submittedAt = Date.UTC(2026, 0, 1) + number * 1000;
  return {
    id: uuidV7(submittedAt, randomBytes(10)),
    keyHash: hashKey(`key ${number}`),
    fingerprint: fingerprintOf(submission),
    submission,
    submittedAt,
  };
}
