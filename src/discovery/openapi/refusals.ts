import { problemType, type Slug } from '../../problems/catalogue.ts';
import { statusPhrase, type TransportStatus } from '../../problems/transport_status.ts';
import { caps } from '../../query/ask/caps.ts';
import { fields, type HeaderName } from './headers.ts';
import type { Example, Headers, Reference, Response, Responses } from './openapi_document.ts';
import { problemAddress } from './problem_schemas.ts';
import { schemaNamed } from './schema.ts';

/** A reason for a refusal: a slug of the catalogue, or a status alone for refusals that belong to no resource. */
export type Refused = Slug | TransportStatus;

/** Refusals that a request for any resource can get. They are described by class of status, as `4XX` and `5XX`. */
export const anyRequest: readonly Refused[] = [
  400,
  'not-acceptable',
  408,
  417,
  431,
  'unexpected-failure',
  501,
  503,
  505,
];

/** Refusals that a request with a body can get. */
export const bodyRequest: readonly Refused[] = ['missing-media-type', 'unsupported-media-type', 413, 'malformed-body'];

/** Fields that refusals carry besides those of every answer. */
const extraFields: Readonly<Partial<Record<Refused, readonly HeaderName[]>>> = {
  401: ['WWW-Authenticate'],
  503: ['Retry-After'],
  'method-not-allowed': ['Allow', 'method-override-required'],
  'unsupported-media-type': ['Accept-Encoding'],
  'unexpected-failure': ['Retry-After'],
};

function statusOf(refused: Refused): number {
  return typeof refused === 'number' ? refused : problemType(refused).status;
}

/**
 * The kind of refused request: HEAD, whose answers have no content, a message of a protocol of its own, whose faults are beside
 * problem documents, or null for any other.
 */
export type RequestKind = 'Head' | 'Rpc' | null;

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
  // An example of each problem is shown once.
  const shown = new Set<Refused>();
  return {
    answering(refused, kind = null) {
      if (kind === 'Head') return answeringHead(written);
      const references = groupByStatus(refused).map(({ status, name, group }) => {
        const component = kind === null ? name : `${name}To${kind}`;
        if (!written.has(component)) written.set(component, refusalResponse(group, origin, kind, shown));
        return [status, responseNamed(component)] as const;
      });
      return Object.fromEntries(references);
    },
    components: () => Object.fromEntries(written),
  };
}

/** HEAD gets the fields of the refusal that GET would get; without content, all of a class look alike. */
function answeringHead(written: Map<string, Response>): Responses {
  const extra = ['method-override-required', 'Allow', 'WWW-Authenticate', 'Accept-Query', 'Retry-After'] as const;
  written.set('RefusedHead', {
    description: 'What GET would be refused with, without content.',
    headers: fields(...extra),
  });
  return { '4XX': responseNamed('RefusedHead'), '5XX': responseNamed('RefusedHead') };
}

function responseNamed(name: string): Reference {
  return { $ref: `#/components/responses/${name}` };
}

interface RefusalGroup {
  /** A status, or a class such as `4XX`. */
  readonly status: string;
  readonly name: string;
  readonly group: readonly Refused[];
}

/** Refusals by status, in ascending order, then those of any request by class of status. */
function groupByStatus(refused: readonly Refused[]): readonly RefusalGroup[] {
  const byStatus = Map.groupBy(new Set(refused), statusOf);
  const single = [...byStatus].filter(([, group]) => !group.every((each) => anyRequest.includes(each)));
  const general = Map.groupBy(
    anyRequest.filter((each) => refused.includes(each)),
    (each) => `${Math.floor(statusOf(each) / 100)}XX`,
  );
  return [
    ...single
      .sort(([a], [b]) => a - b)
      .map(([status, group]) => ({ status: String(status), name: group.map(pascalName).join('Or'), group })),
    ...[...general].map(([status, group]) => ({ status, name: `Any${status}`, group })),
  ];
}

function refusalResponse(group: readonly Refused[], origin: string, kind: RequestKind, shown: Set<Refused>): Response {
  const headers = headersOf(group);
  const description = group.map(conditionOf).join(' ');
  const types = [...new Set(group.map((refused) => typeOf(refused, origin)))];
  const statuses = [...new Set(group.map(statusOf))];
  const fresh = group.filter((refused) => typeof refused !== 'number' && !shown.has(refused));
  for (const refused of fresh) shown.add(refused);
  const examples = Object.fromEntries(fresh.map((refused) => [nameOf(refused), exampleOf(refused, origin)]));
  return {
    description,
    headers,
    content: {
      ...(kind === 'Rpc' && { 'application/json': { schema: schemaNamed('McpAnswer') } }),
      'application/problem+json': {
        schema: {
          allOf: [schemaNamed('Problem')],
          properties: {
            type: types.length === 1 ? { const: types[0] } : { enum: types },
            status: statuses.length === 1 ? { const: statuses[0] } : { enum: statuses },
          },
        },
        ...(fresh.length > 0 && { examples }),
      },
    },
  };
}

function headersOf(group: readonly Refused[]): Headers {
  const extra = group.flatMap((refused) => extraFields[refused] ?? []);
  return fields('Accept-Query', ...extra);
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
