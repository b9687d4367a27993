import { problemType, type Slug, statusPhrase, type TransportStatus } from '../../problems/catalogue.ts';
import { caps } from '../../query/ask/caps.ts';
import type { ApiFacts, Reference, Response, Responses } from './openapi_document.ts';
import { schemaNamed } from './schema.ts';
import { problemAddress } from './service_schemas.ts';

/** A reason for a refusal: a slug of the catalogue, or a status alone for refusals that belong to no resource. */
export type Refused = Slug | TransportStatus;

/** Refusals that have no response of their own, as `default` describes them for all operations. */
const elsewhere: readonly Refused[] = [
  400,
  'method-not-allowed',
  'not-acceptable',
  408,
  413,
  'unsupported-media-type',
  417,
  431,
  'unexpected-failure',
  501,
  503,
  505,
];

/** Refusals that a request with a body can get, besides those that any can get. */
export const bodyRequest: readonly Refused[] = ['missing-media-type', 'malformed-body'];

/** Refusals that only some operations have: one component for each status, by name, in ascending order. */
const ofOneStatus: Readonly<Record<string, readonly Refused[]>> = {
  BadRequest: ['missing-media-type', 'malformed-body', 'missing-idempotency-key', 'invalid-idempotency-key'],
  NotFound: ['no-such-resource'],
  Conflict: ['conflicting-idempotency-key'],
  UnprocessableContent: ['invalid-query', 'invalid-submission'],
};

/** Refusals that only a submission can get. */
const ofSubmissions: readonly Refused[] = [
  'missing-idempotency-key',
  'invalid-idempotency-key',
  'conflicting-idempotency-key',
  'invalid-submission',
];

function statusOf(refused: Refused): number {
  return typeof refused === 'number' ? refused : problemType(refused).status;
}

/**
 * The responses of an operation that refuse: one for each status that only some operations have, in ascending order, and `default`
 * for all others.
 */
export function refusalsOf(refused: readonly Refused[]): Responses {
  const named = Object.entries(ofOneStatus).filter(([, group]) => group.some((each) => refused.includes(each)));
  const single = named.map(([name, [first]]) => [statusOf(first!), responseNamed(name)] as const);
  return { ...Object.fromEntries(single), default: responseNamed('Refused') };
}

/** What a page of the explorer can be refused with: browsers get a page. */
export const refusedPage: Responses = { default: responseNamed('RefusedPage') };

/** What a message of a protocol of its own can be refused with: its faults are messages too. */
export const refusedCall: Responses = { default: responseNamed('RefusedCall') };

/** Every response that these name, as components. The page of a problem type says when it is answered. */
export function refusalResponses({ origin, features }: ApiFacts): Readonly<Record<string, Response>> {
  const single = Object.entries(ofOneStatus).map(([name, group]) => {
    const known = group.filter((each) => features.feedback || !ofSubmissions.includes(each));
    const example = known.map((each) => exampleOf(each, origin)).find((each) => each !== null);
    return [name, refusalResponse(known, example)] as const;
  });
  const refused = refusalResponse([...elsewhere, ...(features.gated ? [401 as const] : [])]);
  const calls = { 'application/json': { schema: schemaNamed('McpAnswer') }, ...refused.content };
  return {
    ...Object.fromEntries(single),
    Refused: refused,
    RefusedPage: {
      description: 'A problem document or an HTML page.',
      content: { ...refused.content, 'text/html': { schema: { type: 'string' } } },
    },
    RefusedCall: {
      description: 'The error, as a JSON-RPC message or as a problem document.',
      content: calls,
    },
  };
}

function refusalResponse(group: readonly Refused[], example?: unknown): Response {
  return {
    description: `${group.map(nameOf).join(', ')}.`,
    content: {
      'application/problem+json': { schema: schemaNamed('Problem'), example },
    },
  };
}

function responseNamed(name: string): Reference {
  return { $ref: `#/components/responses/${name}` };
}

/** A slug, or a status with its phrase. */
function nameOf(refused: Refused): string {
  return typeof refused === 'number' ? `${refused} ${statusPhrase(refused)}` : refused;
}

/** Two problems as the service writes them: the one that callers meet most, and the one that has all members. */
function exampleOf(refused: Refused, origin: string): unknown {
  if (refused !== 'no-such-resource' && refused !== 'invalid-query') return null;
  const { title, status } = problemType(refused);
  const type = problemAddress(origin, refused);
  if (refused === 'no-such-resource') {
    return { type, title, status, detail: 'Cannot find a resource: there is nothing at this address.' };
  }
  const { maximum } = caps.limit;
  const actual = maximum + 1;
  const detail = `Cannot read ${actual} as limit: expected a whole number from 1 to ${maximum}.`;
  return { type, title, status, detail, dimension: 'limit', maximum, actual, errors: [{ detail, pointer: '#/limit' }] };
}
