import { exposedHeaders } from '../exposed_headers.ts';
import type { Header, Headers, Reference } from './openapi_document.ts';

const string = { type: 'string' } as const;

/** Every field that an answer can carry, except those that frame the message (`Content-Type`, `Content-Length`, `Date`). */
export const headers = {
  'X-Content-Type-Options': {
    description: 'The media type is what Content-Type says.',
    required: true,
    schema: { const: 'nosniff' },
  },
  'Access-Control-Allow-Origin': {
    description: 'Any origin may read the answer.',
    required: true,
    schema: { const: '*' },
  },
  'Access-Control-Expose-Headers': {
    description: 'The fields that scripts of other origins see.',
    required: true,
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
    required: true,
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
  Allow: { description: 'Methods of the resource.', required: true, schema: string, example: 'GET, HEAD, OPTIONS' },
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
  'WWW-Authenticate': { description: 'How to name the password.', required: true, schema: string, example: 'Basic' },
} as const satisfies Readonly<Record<string, Header>>;

export type HeaderName = keyof typeof headers;

/** Fields by reference to the components. */
export function fields(...names: readonly HeaderName[]): Headers {
  return Object.fromEntries(names.map((name) => [name, reference(name)]));
}

/** A field that is required in the answers that list it, in place of a reference to the component. */
export function always(name: HeaderName, schema: Header['schema'] = headers[name].schema): Headers {
  const { description } = headers[name];
  return { [name]: { description, required: true, schema } };
}

/** Fields of every answer. */
export const everyAnswer: Headers = fields(
  'X-Content-Type-Options',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
);

/** Fields of answers to submissions, which scripts of the site's own origin and configured ones may read. */
export const submissionAnswer: Headers = {
  ...fields('X-Content-Type-Options'),
  ...always('Vary'),
  'Access-Control-Allow-Origin': {
    description: 'The origin that sent the request, when it is one whose scripts may submit.',
    schema: string,
  },
  'Access-Control-Expose-Headers': {
    description: headers['Access-Control-Expose-Headers'].description,
    schema: string,
  },
};

function reference(name: HeaderName): Reference {
  return { $ref: `#/components/headers/${name}` };
}
