/** Every problem type that the service can name: one row for each slug. A retired slug is never used again. */

interface ProblemType {
  readonly status: number;
  /** Constant for the slug; what differs from one occurrence to the next is `detail`. */
  readonly title: string;
  readonly when: string;
  readonly remedy: string;
}

const rows = {
  'invalid-idempotency-key': {
    status: 400,
    title: 'Invalid idempotency key',
    when: 'The Idempotency-Key header has a value that the resource does not accept, such as an empty one.',
    remedy:
      'Send the header once, with one or more visible ASCII characters, bare or in double quotes. A fresh UUID is a good key.',
  },
  'malformed-body': {
    status: 400,
    title: 'Malformed body',
    when: 'The body could not be parsed: it is empty, is not JSON in UTF-8, or contains an object with a duplicate key.',
    remedy: 'Send one JSON value in UTF-8 without duplicate keys. The detail says where parsing stopped.',
  },
  'missing-idempotency-key': {
    status: 400,
    title: 'Missing idempotency key',
    when: 'The resource requires an Idempotency-Key header, and the request has none.',
    remedy:
      'Choose a fresh value for each submission, send it as Idempotency-Key, and send the same value again when you retry.',
  },
  'missing-media-type': {
    status: 400,
    title: 'Missing media type',
    when: 'A body was sent without a Content-Type header, or with an empty one.',
    remedy: 'Send Content-Type: application/json.',
  },
  'no-such-resource': {
    status: 404,
    title: 'No such resource',
    when: 'There is nothing at the address.',
    remedy:
      'Compare the address with those in the API catalogue at /.well-known/api-catalog. In the path of a page, percent-encode each segment on its own, but not the slashes between segments.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    when: 'The resource does not support the method.',
    remedy: 'Use a method from the Allow header. Send QUERY as POST with the header x-http-method-override: QUERY.',
  },
  'not-acceptable': {
    status: 406,
    title: 'Not acceptable',
    when: 'The resource has no representation in a media type that the Accept header allows.',
    remedy: 'Omit Accept, or use a media type that the OpenAPI description lists for the resource.',
  },
  'conflicting-idempotency-key': {
    status: 409,
    title: 'Conflicting idempotency key',
    when: 'The Idempotency-Key was already used for a different submission.',
    remedy: 'Use a new key for each new submission; reuse a key only to send the same submission again.',
  },
  'precondition-failed': {
    status: 412,
    title: 'Precondition failed',
    when: 'A condition of the request is not met. No resource returns this yet.',
    remedy: 'Read the resource again, then decide whether the request still applies.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    when: 'The resource does not accept the media type or content coding of the body.',
    remedy: 'Send application/json in UTF-8, without Content-Encoding.',
  },
  'invalid-query': {
    status: 422,
    title: 'Invalid query',
    when: 'The query was parsed but cannot be answered: it does not follow the grammar, exceeds a limit, or has neither a search nor a filter.',
    remedy:
      'Change the query: retrying does not help, and a value over a limit is never reduced silently. The member dimension names the rule that was broken, and errors lists each place. The grammar is published at /api/query-schema.json.',
  },
  'invalid-submission': {
    status: 422,
    title: 'Invalid submission',
    when: 'The submission was parsed but cannot be recorded.',
    remedy:
      'Correct the members listed in errors: kind, severity and message are required, about is optional, and no other member is allowed.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    when: 'The client sent more requests than the service allows. The service does not limit rates yet and never sends this.',
    remedy: 'Wait as long as the Retry-After header says, then send the request again.',
  },
  'unexpected-failure': {
    status: 500,
    title: 'Unexpected failure',
    when: 'The resource failed.',
    remedy:
      'Send the request again later; if there is a Retry-After header, wait that long. A submission can safely be sent again with the same Idempotency-Key.',
  },
} as const satisfies Record<string, ProblemType>;

export type Slug = keyof typeof rows;

/** In the order of their statuses. */
export const SLUGS: readonly Slug[] = Object.keys(rows) as Slug[];

export function problemType(slug: Slug): ProblemType {
  return rows[slug];
}

/** Statuses of refusals that belong to no resource and have no slug, with their phrases (RFC 9110 15, RFC 6585 5). */
const phrases = {
  400: 'Bad Request',
  401: 'Unauthorized',
  408: 'Request Timeout',
  413: 'Content Too Large',
  414: 'URI Too Long',
  417: 'Expectation Failed',
  431: 'Request Header Fields Too Large',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  505: 'HTTP Version Not Supported',
} as const;

export type TransportStatus = keyof typeof phrases;

export function statusPhrase(status: TransportStatus): string {
  return phrases[status];
}
