import type { Header, Headers } from './openapi_document.ts';

const string = { type: 'string' } as const;

/** Fields of single responses, as components. */
export const headers = {
  Allow: { description: 'Methods that the resource supports.', schema: string, example: 'GET, HEAD, OPTIONS' },
  Link: { description: 'Related addresses (RFC 8288).', schema: string },
  'Link-Template': { description: 'Addresses with a variable (RFC 9652).', schema: string },
  Location: { description: 'Address of the equivalent GET request.', schema: string, example: '/api/pages?q=cache' },
  'Accept-Query': {
    description: 'Media types of the query formats that the resource reads (RFC 10008).',
    schema: string,
    example: 'application/json',
  },
  'method-override-required': {
    description: 'The method to send as POST, and the header that names it.',
    schema: string,
    example: 'QUERY;header="x-http-method-override"',
  },
  'Idempotency-Replayed': {
    description: 'Present if an earlier request with the same key recorded the submission.',
    schema: { const: 'true' },
  },
} as const satisfies Readonly<Record<string, Header>>;

type HeaderName = keyof typeof headers;

export function fields(...names: readonly HeaderName[]): Headers {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/**
 * Fields that any answer can carry, listed once for the whole description. `Content-Type`, `Content-Length` and `Date`, which frame the
 * message, are not among them.
 */
export const everyAnswer: Readonly<Record<string, Partial<Header>>> = {
  'X-Content-Type-Options': { required: true, schema: { const: 'nosniff' } },
  'Access-Control-Allow-Origin': {
    description: 'Any origin; for a submission, only allowed origins.',
    schema: string,
  },
  'Access-Control-Expose-Headers': {},
  'Cache-Control': {
    description: 'Private if the response contains an origin taken from Host.',
    schema: string,
  },
  'CDN-Cache-Control': { description: 'RFC 9213.', schema: string },
  'Content-Encoding': { schema: { enum: ['br', 'zstd', 'gzip'] } },
  Vary: {},
  Allow: { description: 'For OPTIONS, and in a 405: the methods that the resource supports.' },
  Link: { description: 'RFC 8288. For OPTIONS: the address of this description.' },
  ETag: {
    description: 'Strong validator, for operations that can return 304. Absent if the build lacks a stamp.',
    schema: { type: 'string', pattern: '^"[^"]+"$' },
  },
  'Accept-Query': {},
  'method-override-required': {},
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: { type: 'integer' } },
  'WWW-Authenticate': {},
  'Accept-Encoding': { description: 'In a 415: the body must not be encoded.', schema: { const: 'identity' } },
  'Content-Security-Policy': {},
  'Referrer-Policy': { schema: { const: 'no-referrer' } },
  'Cross-Origin-Opener-Policy': { schema: { const: 'same-origin' } },
  'Cross-Origin-Resource-Policy': { schema: { const: 'cross-origin' } },
  'Access-Control-Allow-Methods': {},
  'Access-Control-Allow-Headers': {},
  'Access-Control-Max-Age': { schema: { type: 'integer' } },
};
