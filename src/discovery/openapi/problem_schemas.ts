import { SLUGS } from '../../problems/catalogue.ts';
import type { Schema } from './openapi_document.ts';
import { list, object, text } from './schema.ts';

/** Schema of problem documents. @param origin origin of the service, with which problem types begin */
export function problemSchemas(origin: string): Readonly<Record<string, Schema>> {
  const detail = text('What is wrong here and what would be right.');
  return {
    Problem: object('Why a request was not answered (RFC 9457).', {
      type: {
        enum: [...SLUGS.map((slug) => problemAddress(origin, slug)), 'about:blank'],
        description:
          'Address of the page about this type of problem. Match on its last segment, the slug: the origin follows the deployment. `about:blank` when the status says it all.',
      },
      title: text('Name of the type of problem.'),
      status: { type: 'integer', minimum: 400, maximum: 599, description: 'The status of the answer.' },
      detail: text('What was wrong with this request and what would be right.'),
      'dimension?': text('The cap or rule that was broken first.', 'limit'),
      'maximum?': { type: 'number', description: 'What the cap allows.' },
      'actual?': { type: 'number', description: 'What the request came to.' },
      'errors?': list(
        {
          oneOf: [
            object('A place in the body.', {
              detail,
              pointer: text(
                'JSON Pointer in its URI fragment form (RFC 6901 section 6).',
                '#/batch/2/match/all/0/text',
              ),
            }),
            object('A parameter of the URL.', { detail, parameter: text('Name of the parameter.', 'limit') }),
          ],
        },
        'Every place that is not as it should be, up to 50.',
      ),
    }),
  };
}

export function problemAddress(origin: string, slug: string): string {
  return `${origin}/api/problems/${slug}`;
}
