import { MOST_SUBJECTS } from '../../feedback/aggregate.ts';
import { KINDS, SEVERITIES, submissionSchema } from '../../feedback/submission.ts';
import type { Schema, Schemas } from './openapi_document.ts';
import { count, extended, list, object, schemaNamed, text } from './schema.ts';

/** Schemas of submissions and of public feedback. No schema of an answer has a member for the message. */
export function feedbackSchemas(): Schemas {
  const moment = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' };
  return {
    Submission: {
      description: 'Feedback about the site or one of its tools. Lengths count Unicode code points.',
      ...submissionSchema,
    },
    FeedbackItem: object(null, {
      id: { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', description: 'A UUIDv7.' },
      kind: { enum: KINDS },
      severity: { enum: SEVERITIES },
      about: {
        type: ['string', 'null'],
        description: 'As sent, to its sender; in the list, a page or tool of the site or null.',
      },
      submittedAt: { ...moment, description: 'UTC.' },
    }),
    FeedbackList: extended('List', null, {
      items: list(schemaNamed('FeedbackItem'), 'Newest first.'),
      partial: { type: 'boolean', description: 'Whether counting, of total too, stopped before the end.' },
    }),
    FeedbackSubject: object(null, {
      about: text('Its path or name.'),
      count: { type: 'integer', minimum: 1 },
    }),
    FeedbackAggregate: object(null, {
      total: count(),
      byKind: countsOf(KINDS),
      bySeverity: countsOf(SEVERITIES),
      subjects: { ...list(schemaNamed('FeedbackSubject'), 'The most named, first.'), maxItems: MOST_SUBJECTS },
      generatedAt: {
        type: ['string', 'null'],
        pattern: moment.pattern,
        description: 'Null before the first run.',
      },
    }),
  };
}

/** A count for each of the names: with as many members as there are names, none is missing. */
function countsOf(names: readonly string[]): Schema {
  return {
    type: 'object',
    propertyNames: { enum: names },
    minProperties: names.length,
    additionalProperties: count(),
  };
}
