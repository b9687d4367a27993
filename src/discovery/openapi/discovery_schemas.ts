import type { Schema } from './openapi_document.ts';
import { list, object, schemaNamed, text } from './schema.ts';

/** What the service publishes about itself. */
export function discoverySchemas(): Readonly<Record<string, Schema>> {
  const stamp = (description: string) => ({ type: ['string', 'null'], description });
  return {
    Version: object('The two stamps that validators derive from.', {
      commit: stamp('Commit that the site was built from; null when the build had none.'),
      content: stamp('Digest of the content baked in; null for a local build.'),
    }),
    Health: object('The service is well.', { status: { const: 'ok' } }),
    LinkTarget: {
      type: 'object',
      description: 'A target of a link and its attributes (RFC 9264 4.2.4).',
      properties: {
        href: text('Address of the target.'),
        type: text('Media type of the target.', 'application/json'),
        title: text('What the target is.'),
      },
      required: ['href'],
    },
    LinkContext: {
      type: 'object',
      description: 'The links of one anchor, by relation.',
      properties: { anchor: text('Address that the links lead from.') },
      required: ['anchor'],
      additionalProperties: list(schemaNamed('LinkTarget')),
    },
    Linkset: object('Links by their anchors (RFC 9264).', {
      linkset: list(schemaNamed('LinkContext')),
    }),
  };
}
