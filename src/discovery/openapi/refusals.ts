import { problemType, type Slug } from '../../problems/catalogue.ts';
import { statusPhrase, type TransportStatus } from '../../problems/transport_status.ts';
import { caps } from '../../query/ask/caps.ts';
import { everyAnswer, fields, type HeaderName, submissionAnswer } from './headers.ts';
import type { Content, Example, Headers, Response, Responses } from './openapi_document.ts';
import { problemAddress } from './problem_schemas.ts';
import { schemaNamed } from './schema.ts';

/** A reason for a refusal: a slug of the catalogue, or a status alone for refusals that belong to no resource. */
export type Refused = Slug | TransportStatus;

/** Refusals that a request for any resource can get. */
export const anyRequest: readonly Refused[] = [400, 408, 417, 431, 501, 503, 505, 'unexpected-failure'];

/** Refusals that a request with a body can get. */
export const bodyRequest: readonly Refused[] = ['missing-media-type', 'unsupported-media-type', 413, 'malformed-body'];

/** Fields that refusals carry besides those of every answer. */
const extraFields: Readonly<Partial<Record<Refused, readonly HeaderName[]>>> = {
  401: ['WWW-Authenticate'],
  503: ['Retry-After'],
  'method-not-allowed': ['Allow', 'method-override-required'],
  'not-acceptable': ['Vary'],
  'unsupported-media-type': ['Accept-Encoding'],
  'unexpected-failure': ['Retry-After'],
};

function statusOf(refused: Refused): number {
  return typeof refused === 'number' ? refused : problemType(refused).status;
}

/** Vary is not required: a QUERY is sent as POST too, and its refusals have no Vary. */
const submissionRefusal: Headers = { ...submissionAnswer, ...fields('Vary') };

/**
 * The kind of refused request: HEAD (no content in answers), a submission (other fields in answers), a message of a protocol of its
 * own (other fields, and faults of that protocol beside problem documents), or null for any other.
 */
export type RequestKind = 'Head' | 'Submission' | 'Rpc' | null;

/** Collects refusal responses as components: each is written once and referenced by every operation. */
export interface RefusalResponses {
  /** References by status, in ascending order. */
  answering(refused: readonly Refused[], kind?: RequestKind): Responses;
  /** Every response referenced so far, by the name of its component. */
  components(): Readonly<Record<string, Response>>;
}

/** @param origin origin of the service, with which problem types begin */
export function createRefusalResponses(origin: string): RefusalResponses {
  const written = new Map<string, Response>();
  return {
    answering(refused, kind = null) {
      const byStatus = Map.groupBy(new Set(refused), statusOf);
      const sorted = [...byStatus].sort(([a], [b]) => a - b);
      const references = sorted.map(([status, group]) => {
        const name = `${group.map(pascalName).join('Or')}${kind === null ? '' : `To${kind}`}`;
        const { content, ...rest } = refusalResponse(status, group, origin, kind);
        written.set(name, kind === 'Head' ? rest : { ...rest, content });
        return [status, { $ref: `#/components/responses/${name}` }] as const;
      });
      return Object.fromEntries(references);
    },
    components: () => Object.fromEntries(written),
  };
}

function refusalResponse(
  status: number,
  group: readonly Refused[],
  origin: string,
  kind: RequestKind,
): Response & { readonly content: Content } {
  const types = group.map((refused) => typeOf(refused, origin));
  return {
    description: group.map(conditionOf).join(' '),
    headers: { ...headersOf(group), ...(kind === 'Submission' || kind === 'Rpc' ? submissionRefusal : {}) },
    content: {
      ...(kind === 'Rpc' && { 'application/json': { schema: schemaNamed('McpAnswer') } }),
      'application/problem+json': {
        schema: {
          allOf: [schemaNamed('Problem')],
          properties: { type: { enum: types }, status: { const: status } },
        },
        examples: Object.fromEntries(group.map((refused) => [nameOf(refused), exampleOf(refused, origin)])),
      },
    },
  };
}

function headersOf(group: readonly Refused[]): Headers {
  const extra = group.flatMap((refused) => extraFields[refused] ?? []);
  return { ...everyAnswer, ...fields('Cache-Control', 'Accept-Query', ...extra) };
}

function typeOf(refused: Refused, origin: string): string {
  return typeof refused === 'number' ? 'about:blank' : problemAddress(origin, refused);
}

function nameOf(refused: Refused): string {
  return typeof refused === 'number' ? statusPhrase(refused).toLowerCase().replaceAll(' ', '-') : refused;
}

/** `no-such-resource` as `NoSuchResource`. */
function pascalName(refused: Refused): string {
  return nameOf(refused).replaceAll(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase());
}

function conditionOf(refused: Refused): string {
  return typeof refused === 'number' ? `${statusPhrase(refused)}: ${transport[refused]}` : problemType(refused).when;
}

const transport: Readonly<Record<TransportStatus, string>> = {
  400: 'the request is not well-formed HTTP, or has no valid Host.',
  401: 'the whole site asks for a password.',
  408: 'the request did not arrive in time.',
  413: 'the body is larger than the resource reads.',
  414: 'the address is longer than the server reads.',
  417: 'the server does not know the expectation.',
  431: 'the first line and the fields are larger than the server reads.',
  501: 'the server does not know the transfer coding.',
  503: 'too many connections are open, too many requests wait for the feedback store, or the server is about to end and was asked whether it is ready.',
  505: 'the server does not speak this version of HTTP.',
};

function exampleOf(refused: Refused, origin: string): Example {
  const title = typeof refused === 'number' ? statusPhrase(refused) : problemType(refused).title;
  const type = typeOf(refused, origin);
  return { summary: title, value: { type, title, status: statusOf(refused), ...occurrence(refused) } };
}

/** The members of an example problem besides type, title and status, as the service writes them. */
function occurrence(refused: Refused): Readonly<Record<string, unknown>> {
  if (refused === 'invalid-query') {
    const { maximum } = caps.limit;
    const detail = `Cannot read ${maximum + 1} as limit: a whole number from 1 to ${maximum} is expected.`;
    return { detail, dimension: 'limit', maximum, actual: maximum + 1, errors: [{ detail, pointer: '#/limit' }] };
  }
  if (refused === 413) {
    const { maximum } = caps.body;
    return { detail: `Cannot read the body: it is larger than ${maximum} bytes.`, dimension: 'body', maximum };
  }
  return { detail: details[refused] };
}

/** The detail of an example problem, as the service writes it. */
const details: Readonly<Record<Exclude<Refused, 'invalid-query' | 413>, string>> = {
  400: 'Cannot read the request: it needs one Host field that holds a valid host.',
  401: 'Cannot answer without the password: send it by Basic authentication.',
  408: 'Cannot read the request: it did not arrive in time.',
  414: 'Cannot read the request: its address is too long.',
  417: 'Cannot meet the expectation: only 100-continue is known.',
  431: 'Cannot read the request: it has too many lines of fields.',
  501: 'Cannot read the request: of transfer codings, only chunked is known.',
  503: 'Cannot answer on this connection: too many are open. Try again in a moment.',
  505: 'Cannot answer in this version of HTTP: only version 1.1 is spoken here.',
  'invalid-idempotency-key':
    'Cannot read Idempotency-Key: one value of visible ASCII characters is expected, bare or in double quotes.',
  'malformed-body': 'Cannot read the body as JSON: an object names a key twice (line 1, column 13).',
  'missing-idempotency-key':
    'Cannot record the submission: it has no Idempotency-Key. Send a fresh value, and the same one when you send it again.',
  'missing-media-type': 'Cannot read the body: it has no Content-Type. Send application/json.',
  'no-such-resource': 'Cannot find a resource: there is nothing at this address.',
  'method-not-allowed': 'Cannot answer this method: the resource answers GET.',
  'not-acceptable': 'Cannot answer in a type that Accept admits: there is application/json.',
  'conflicting-idempotency-key':
    'Cannot record the submission: its Idempotency-Key already names a different one. A new submission takes a new key.',
  'precondition-failed': 'Cannot answer: a condition of the request does not hold.',
  'unsupported-media-type':
    'Cannot read the body: its media type is not JSON. Send application/json, or a type that ends in +json, in UTF-8.',
  'invalid-submission': 'Cannot record an unknown member: a submission has kind, severity, message and about.',
  'too-many-requests': 'Cannot answer so many requests: wait as long as Retry-After says.',
  'unexpected-failure': 'Cannot answer: the resource failed. The request was not at fault.',
};
