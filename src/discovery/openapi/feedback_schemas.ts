import { MOST_SUBJECTS } from '../../feedback/aggregate.ts';
import { KINDS, SEVERITIES, submissionSchema } from '../../feedback/submission.ts';
import type { Schema } from './openapi_document.ts';
import { count, list, type Members, object, schemaNamed, text } from './schema.ts';

/** Schemas of submissions and of public feedback. No schema of an answer has a member for the message. */
export function feedbackSchemas(): Readonly<Record<string, Schema>> {
  const moment = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' };
  return {
    Submission: {
      description: 'Feedback about the site or one of its tools. Lengths count Unicode code points.',
      ...submissionSchema,
    },
    FeedbackItem: object('A submission without its message.', {
      id: { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', description: 'A UUIDv7.' },
      kind: { enum: KINDS },
      severity: { enum: SEVERITIES },
      about: {
        type: ['string', 'null'],
        description:
          'To its sender: as sent. In the list: path of a page or name of a tool of the site, null for anything else.',
      },
      submittedAt: { ...moment, description: 'RFC 3339 UTC.' },
    }),
    FeedbackList: object('The newest submissions.', {
      items: list(schemaNamed('FeedbackItem'), 'Newest first.'),
      count: count('Items in this answer.'),
      total: count('Items on all pages together, as far as they were counted.'),
      partial: { type: 'boolean', description: 'Whether counting stopped before the end of the archive.' },
    }),
    FeedbackSubject: object('A page or tool of the site that feedback is about.', {
      about: text('Path of the page, or name of the tool.'),
      count: { type: 'integer', minimum: 1, description: 'Submissions about it.' },
    }),
    FeedbackAggregate: object('Counts over all submissions, written by a scheduled job.', {
      total: count('Submissions.'),
      byKind: object('By kind.', countsOf(KINDS)),
      bySeverity: object('By severity.', countsOf(SEVERITIES)),
      subjects: { ...list(schemaNamed('FeedbackSubject'), 'The most named, first.'), maxItems: MOST_SUBJECTS },
      generatedAt: {
        type: ['string', 'null'],
        pattern: moment.pattern,
        description: 'When the job ran; null before it ever did.',
      },
    }),
  };
}

function countsOf(names: readonly string[]): Members {
  return Object.fromEntries(names.map((name) => [name, { type: 'integer', minimum: 0 }]));
}
