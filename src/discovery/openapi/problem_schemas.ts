import { SLUGS } from '../../problems/catalogue.ts';
import type { Schema } from './openapi_document.ts';
import { list, object, text } from './schema.ts';

/** Schema of problem documents. @param origin origin of the service, with which problem types begin */
export function problemSchemas(origin: string): Readonly<Record<string, Schema>> {
  return {
    Problem: object('Why a request was not answered (RFC 9457).', {
      type: {
        enum: [...SLUGS.map((slug) => problemAddress(origin, slug)), 'about:blank'],
        description:
          'Match on the last segment, the slug: the origin follows the deployment. `about:blank` when the status says it all.',
      },
      title: text('Constant for the type.'),
      status: { type: 'integer', minimum: 400, maximum: 599 },
      detail: text('What was wrong and what would be right.'),
      'dimension?': text('The cap or rule that was broken first.', 'limit'),
      'maximum?': { type: 'number', description: 'What the cap allows.' },
      'actual?': { type: 'number', description: 'What the request came to.' },
      'errors?': list(
        object(null, {
          detail: text(),
          'pointer?': text('Into the body: a JSON Pointer as URI fragment (RFC 6901 6).', '#/batch/2/match'),
          'parameter?': text('Of the URL.', 'limit'),
        }),
        'Every place that is wrong, up to 50.',
      ),
    }),
  };
}

export function problemAddress(origin: string, slug: string): string {
  return `${origin}/api/problems/${slug}`;
}
