import { exposedHeaders } from '../exposed_headers.ts';
import type { Header, Headers, Reference } from './openapi_document.ts';

const string = { type: 'string' } as const;

/** Every field that an answer can carry, except those that frame the message (`Content-Type`, `Content-Length`, `Date`). */
const described = {
  'X-Content-Type-Options': {
    description: 'The media type is what Content-Type says.',
    schema: { const: 'nosniff' },
  },
  'Access-Control-Allow-Origin': {
    description: 'Origins whose scripts may read the answer: any, and for a submission those that may submit.',
    schema: string,
    example: '*',
  },
  'Access-Control-Expose-Headers': {
    description: 'The fields that scripts of other origins see.',
    schema: string,
    example: exposedHeaders,
  },
  'Access-Control-Allow-Methods': { description: 'In the answer to a preflight: methods to send.', schema: string },
  'Access-Control-Allow-Headers': { description: 'In the answer to a preflight: fields to send.', schema: string },
  'Access-Control-Max-Age': {
    description: 'In the answer to a preflight: how many seconds it holds.',
    schema: { type: 'integer' },
  },
  'Cache-Control': {
    description: 'How caches may keep the answer. It is private where the answer names an origin taken from Host.',
    schema: string,
    example: 'public, max-age=0, must-revalidate',
  },
  'CDN-Cache-Control': {
    description: 'How a CDN that new builds purge may keep the answer (RFC 9213).',
    schema: string,
    example: 'max-age=300, stale-while-revalidate=86400',
  },
  ETag: {
    description:
      'Strong validator of this representation, from the stamps of the build and, where settings of the service or its origin shape the answer, a digest of it. None when a stamp is missing.',
    schema: { type: 'string', pattern: '^"[^"]+"$' },
    example: '"0123456789ab.ffffffffffff"',
  },
  Vary: { description: 'Request fields that chose this representation.', schema: string, example: 'Accept-Encoding' },
  'Content-Encoding': {
    description: 'Coding of the content, one that Accept-Encoding admits.',
    schema: { enum: ['br', 'zstd', 'gzip'] },
  },
  Link: { description: 'Related addresses (RFC 8288).', schema: string },
  'Link-Template': { description: 'Addresses with a variable (RFC 9652).', schema: string },
  Location: { description: 'Where a GET asks the same.', schema: string, example: '/api/pages?q=cache' },
  Allow: { description: 'Methods of the resource.', schema: string, example: 'GET, HEAD, OPTIONS' },
  'Accept-Query': {
    description: 'Media types of the query formats that the resource reads (RFC 10008).',
    schema: string,
    example: 'application/json',
  },
  'method-override-required': {
    description: 'The method to send as POST, and the field to name it in.',
    schema: string,
    example: 'QUERY;header="x-http-method-override"',
  },
  'Accept-Encoding': { description: 'Codings of request content that are read.', schema: { const: 'identity' } },
  'Content-Security-Policy': { description: 'What the page may load: nothing from elsewhere.', schema: string },
  'Referrer-Policy': { description: 'What links of the page tell of it: nothing.', schema: { const: 'no-referrer' } },
  'Cross-Origin-Opener-Policy': {
    description: 'Pages that open this one cannot reach it.',
    schema: { const: 'same-origin' },
  },
  'Cross-Origin-Resource-Policy': {
    description: 'Pages of any origin may load the file.',
    schema: { const: 'cross-origin' },
  },
  'Retry-After': { description: 'Seconds to wait before asking again.', schema: { type: 'integer', minimum: 0 } },
  'Idempotency-Replayed': {
    description: 'An earlier request with the same key recorded the submission.',
    schema: { const: 'true' },
  },
  'WWW-Authenticate': { description: 'How to name the password.', schema: string, example: 'Basic' },
} as const satisfies Readonly<Record<string, Header>>;

export type HeaderName = keyof typeof described;

/** Every field as a component, and once more as one that answers always have. */
export const headers: Readonly<Record<string, Header>> = {
  ...described,
  ...Object.fromEntries(
    Object.entries(described).map(([name, { description, schema }]) => [
      `Always-${name}`,
      { description, required: true, schema },
    ]),
  ),
};

/** Fields by reference to the components. */
export function fields(...names: readonly HeaderName[]): Headers {
  return Object.fromEntries(names.map((name) => [name, reference(name)]));
}

/** A field that is required in the answers that list it. @param schema in place of the component's own */
export function always(name: HeaderName, schema?: Header['schema']): Headers {
  if (schema === undefined) return { [name]: reference(`Always-${name}`) };
  return { [name]: { description: described[name].description, required: true, schema } };
}

/** Fields that any answer can carry. They are listed once for the whole description. */
export const everyAnswer: Headers = {
  'X-Content-Type-Options': { ...described['X-Content-Type-Options'], required: true },
  'Access-Control-Allow-Origin': described['Access-Control-Allow-Origin'],
  'Access-Control-Expose-Headers': described['Access-Control-Expose-Headers'],
  'Cache-Control': described['Cache-Control'],
  'CDN-Cache-Control': described['CDN-Cache-Control'],
  'Content-Encoding': described['Content-Encoding'],
  Vary: described.Vary,
};

function reference(name: HeaderName | `Always-${HeaderName}`): Reference {
  return { $ref: `#/components/headers/${name}` };
}
