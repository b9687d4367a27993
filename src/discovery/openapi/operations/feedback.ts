import { submissionCaps } from '../../../feedback/submission.ts';
import type { ApiFacts } from '../api_facts.ts';
import { always, fields } from '../headers.ts';
import type { ResourceDescription } from '../resource_description.ts';
import { schemaNamed } from '../schema.ts';

const submission = { kind: 'confusing', severity: 'low', message: 'What is a stamp?', about: 'index' };
const emptyQuery = {
  type: 'object',
  description: 'An empty object: any key is refused.',
  additionalProperties: false,
};
const item = {
  id: '019aa5b0-2c5a-7c3e-8f21-3d5a7b9c1e42',
  kind: submission.kind,
  severity: submission.severity,
  about: submission.about,
  submittedAt: '2026-11-21T09:30:00Z',
};
const aggregate = {
  total: 1,
  byKind: { missing: 0, broken: 0, confusing: 1, inaccurate: 0, other: 0 },
  bySeverity: { high: 0, medium: 0, low: 1 },
  subjects: [{ about: 'index', count: 1 }],
  generatedAt: '2026-11-21T09:45:00Z',
};

/** `/api/feedback` (specification 4.12 to 4.14). */
export function describeFeedback({ settings }: ApiFacts): ResourceDescription<'feedback'> {
  return {
    tag: 'Feedback',
    GET: {
      summary: 'Recent feedback',
      description: `What ${settings.title} was told, newest first, without the messages: those are for the owner alone. The next page is at the address in Link.`,
      parameters: ['feedback-limit', 'feedback-cursor'],
      content: {
        'application/json': {
          schema: schemaNamed('FeedbackList'),
          example: { items: [item], count: 1, total: 1, partial: false },
        },
      },
      headers: { ...always('Accept-Query'), ...fields('Link') },
    },
    POST: {
      summary: 'Send feedback',
      description: [
        'Records a submission and confirms it. To send it again under the same Idempotency-Key gets the same confirmation and records nothing more; another submission under that key is refused.',
        'A browser that accepts text/html may send the fields as application/x-www-form-urlencoded with the key in the field idempotency-key, and is led on by 303.',
        `The body has at most ${submissionCaps.body} bytes. A request with the method override is the QUERY.`,
      ].join(' '),
      parameters: ['idempotency-key'],
      requestBody: {
        description: 'The submission, in UTF-8. Media types that end in +json are read as well.',
        required: true,
        content: { 'application/json': { schema: schemaNamed('Submission'), example: submission } },
      },
      content: { 'application/json': { schema: schemaNamed('FeedbackItem'), example: item } },
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
        'Counts by kind and severity, and what was named most. A scheduled job writes them, so they lag behind the list. Sent as POST with the field that names the method, where POST without it is a submission.',
      requestBody: {
        description: 'An empty object.',
        required: true,
        content: { 'application/json': { schema: emptyQuery, example: {} } },
      },
      content: {
        'application/json': {
          schema: schemaNamed('FeedbackAggregate'),
          example: aggregate,
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
      description: 'A page for people, without script. Each time it is shown it holds a key of its own.',
      content: { 'text/html': { schema: { type: 'string', description: 'An HTML document in UTF-8.' } } },
      headers: always('Content-Security-Policy'),
    },
  };
}
