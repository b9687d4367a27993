import { submissionCaps } from '../../../feedback/submission.ts';
import type { ApiFacts } from '../api_facts.ts';
import { fields } from '../headers.ts';
import type { ResourceDescription } from '../resource_description.ts';
import { schemaNamed } from '../schema.ts';

const submission = { kind: 'confusing', severity: 'low', message: 'What is a stamp?', about: 'index' };
const emptyQuery = {
  type: 'object',
  additionalProperties: false,
};
/** `/api/feedback` (specification 4.12 to 4.14). */
export function describeFeedback({ settings }: ApiFacts): ResourceDescription<'feedback'> {
  return {
    tag: 'Feedback',
    GET: {
      summary: 'Recent feedback',
      description: `What ${settings.title} was told, newest first, without the messages. The next page is at the address in Link.`,
      parameters: ['feedback-limit', 'feedback-cursor'],
      content: {
        'application/json': {
          schema: schemaNamed('FeedbackList'),
        },
      },
      headers: { ...fields('Link') },
    },
    POST: {
      summary: 'Send feedback',
      description: [
        'To send it again under the same Idempotency-Key gets the same confirmation and records nothing more.',
        'A browser that accepts text/html may send application/x-www-form-urlencoded with the key in the field idempotency-key, and gets a 303.',
        `The body has at most ${submissionCaps.body} bytes. With the method override it is the QUERY.`,
      ].join(' '),
      parameters: ['idempotency-key'],
      requestBody: {
        description: 'In UTF-8. Media types that end in +json are read too.',
        required: true,
        content: { 'application/json': { schema: schemaNamed('Submission'), example: submission } },
      },
      content: { 'application/json': { schema: schemaNamed('FeedbackItem') } },
      refused: [
        'missing-idempotency-key',
        'invalid-idempotency-key',
        'invalid-submission',
        'conflicting-idempotency-key',
      ],
    },
    QUERY: {
      summary: 'All feedback in numbers',
      description:
        'A scheduled job counts, so this lags behind the list. Sent as POST with the override; POST without it is a submission.',
      requestBody: {
        description: 'An empty object.',
        required: true,
        content: { 'application/json': { schema: emptyQuery } },
      },
      content: {
        'application/json': {
          schema: schemaNamed('FeedbackAggregate'),
        },
      },
      refused: ['invalid-query'],
    },
  };
}

/** `/feedback`. */
export function describeFeedbackForm(): ResourceDescription<'feedbackForm'> {
  return {
    tag: 'Feedback',
    GET: {
      summary: 'The feedback form',
      description: 'Each time it is shown it has a new key.',
      content: { 'text/html': { schema: { type: 'string' } } },
    },
  };
}
