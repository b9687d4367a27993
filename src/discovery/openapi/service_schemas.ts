/** What the service says of itself and of requests: stamps, health, its grammar, problems, and the frame of messages. */

import { MOST_SUBJECTS } from '../../feedback/public_feedback.ts';
import { KINDS, SEVERITIES, submissionSchema } from '../../feedback/submission.ts';
import { SLUGS } from '../../problems/catalogue.ts';
import { buildQuerySchema } from '../../query/ask/query_schema.ts';
import type { Schema, Schemas } from './openapi_document.ts';
import { count, counted, extended, list, object, schemaNamed, text } from './schema.ts';

export const discoverySchemas: Schemas = {
  Version: object('The stamps from which ETags are derived.', {
    commit: stamp('Null if the build has no commit stamp.'),
    content: stamp('Null for a local build.'),
  }),
  Health: object(null, { status: { const: 'ok' } }),
  Linkset: object('Links by anchor and relation (RFC 9264).', {
    linkset: list({ type: 'object', properties: { anchor: text() }, required: ['anchor'] }),
  }),
};

function stamp(description: string) {
  return { type: ['string', 'null'], description };
}

/** The frame of messages (JSON-RPC 2.0). What is in them is the business of the Model Context Protocol. */
export const mcpSchemas: Schemas = {
  McpMessage: object('A request; without an id, a notification.', {
    jsonrpc: { const: '2.0' },
    method: text(undefined, 'tools/call'),
    'id?': {},
    'params?': { type: 'object' },
  }),
  McpAnswer: object('The result of a request, or an error.', {
    jsonrpc: { const: '2.0' },
    'id?': {},
    'result?': { type: 'object' },
    'error?': { type: 'object' },
  }),
};

/** Schema of problem documents. @param origin origin of the service, with which problem types begin */
export function problemSchemas(origin: string): Schemas {
  return {
    Problem: object('The reason for an error (RFC 9457).', {
      type: {
        enum: [...SLUGS.map((slug) => problemAddress(origin, slug)), 'about:blank'],
        description:
          'Match on the last segment, the slug: the origin depends on the deployment. `about:blank` if the status is enough.',
      },
      title: text('The same for all problems of this type.'),
      status: { type: 'integer', minimum: 400, maximum: 599 },
      detail: text('What was wrong and what to send instead.'),
      'dimension?': text('The first limit or rule that the request broke.', 'limit'),
      'maximum?': { type: 'number', description: 'Value of the limit.' },
      'actual?': { type: 'number', description: 'Value in the request.' },
      'errors?': list(
        object(null, {
          detail: text(),
          'pointer?': text(
            'Place in the body: a JSON Pointer as a URI fragment (RFC 6901, section 6).',
            '#/batch/2/match',
          ),
          'parameter?': text('URL parameter.', 'limit'),
        }),
        'Each error with its place, up to 50.',
      ),
    }),
  };
}

export function problemAddress(origin: string, slug: string): string {
  return `${origin}/api/problems/${slug}`;
}

/**
 * The published query schema as components: its definitions under their own names, the whole as `QueryBody`, and every `$ref`
 * changed to the definition's place among the components.
 */
export function querySchemas(collections: readonly string[]): Schemas {
  const json = JSON.stringify(buildQuerySchema(collections)).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _, $defs, ...body } = JSON.parse(json) as Schema & { readonly $defs: Schemas };
  return { QueryBody: body, ...$defs };
}

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
        description: 'For the sender: as sent. In the list: a page or tool of the site, or null.',
      },
      submittedAt: { ...moment, description: 'UTC.' },
    }),
    FeedbackList: extended('List', null, {
      items: list(schemaNamed('FeedbackItem'), 'Submissions, newest first.'),
      partial: { type: 'boolean', description: 'Whether counting stopped early, so that total is a minimum.' },
    }),
    FeedbackSubject: object(null, { about: text('Path of the page, or name of the tool.'), count: counted }),
    FeedbackAggregate: object(null, {
      total: count(),
      byKind: countsOf(KINDS),
      bySeverity: countsOf(SEVERITIES),
      subjects: {
        ...list(schemaNamed('FeedbackSubject'), 'Pages and tools, most frequent first.'),
        maxItems: MOST_SUBJECTS,
      },
      generatedAt: {
        type: ['string', 'null'],
        pattern: moment.pattern,
        description: 'When the totals were last updated; null before the first update.',
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
