import type { Schema } from './openapi_document.ts';
import { list, object, text } from './schema.ts';

/** What the service publishes about itself. */
export function discoverySchemas(): Readonly<Record<string, Schema>> {
  const stamp = (description: string) => ({ type: ['string', 'null'], description });
  return {
    Version: object('The stamps that validators derive from.', {
      commit: stamp('Null when the build had none.'),
      content: stamp('Null for a local build.'),
    }),
    Health: object(null, { status: { const: 'ok' } }),
    Linkset: object('RFC 9264: links by their anchors and relations.', {
      linkset: list({ type: 'object', properties: { anchor: text() }, required: ['anchor'] }),
    }),
  };
}
