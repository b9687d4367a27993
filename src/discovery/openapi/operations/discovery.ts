import type { ApiFacts } from '../api_facts.ts';
import { always } from '../headers.ts';
import type { ResourceDescription } from '../resource_description.ts';
import { schemaNamed } from '../schema.ts';

/** `/api/query-schema.json` (specification 4.8). */
export function describeQuerySchema(): ResourceDescription<'querySchema'> {
  return {
    tag: 'Discovery',
    GET: {
      summary: 'The query grammar',
      description:
        'What the body of a QUERY can be, as JSON Schema 2020-12, made from the validator. Nesting depth and totals over the whole request are enforced beside it. flavour=tool gives one query as an object without choices, references and recursion.',
      parameters: ['schema-flavour'],
      refused: ['invalid-query'],
      content: {
        'application/json': {
          schema: {
            type: 'object',
            description: 'A JSON Schema.',
            properties: {
              $schema: { const: 'https://json-schema.org/draft/2020-12/schema' },
              description: { type: 'string' },
            },
            required: ['$schema', 'description'],
          },
        },
      },
    },
  };
}

/** `/api/openapi.json` (specification 4.9). */
export function describeOpenapi(): ResourceDescription<'openapi'> {
  return {
    tag: 'Discovery',
    GET: {
      summary: 'This description',
      description: 'The API in OpenAPI 3.1. Its server and the types of its problems name the origin that answered.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            description: 'An OpenAPI description.',
            properties: {
              openapi: { type: 'string', pattern: '^3\\.1\\.' },
              info: { type: 'object' },
              servers: { type: 'array', items: { type: 'object' } },
              paths: { type: 'object' },
            },
            required: ['openapi', 'info', 'servers', 'paths'],
          },
        },
      },
    },
  };
}

/** `/.well-known/api-catalog` (specification 4.10). */
export function describeApiCatalog({ origin }: ApiFacts): ResourceDescription<'apiCatalog'> {
  const item = [{ href: `${origin}/api/pages`, type: 'application/json', title: 'Pages' }];
  return {
    tag: 'Discovery',
    GET: {
      summary: 'The API catalogue',
      description:
        'The addressable resources as a linkset (RFC 9727); resources whose addresses have a variable are in the Link-Template field. There is no other media type: Accept: application/json alone is refused.',
      content: {
        'application/linkset+json': {
          schema: schemaNamed('Linkset'),
          example: { linkset: [{ anchor: `${origin}/.well-known/api-catalog`, item }] },
        },
      },
      headers: { ...always('Link'), ...always('Link-Template') },
    },
  };
}

/** `/api/problems/{slug}` (specification 4.11). */
export function describeProblem(): ResourceDescription<'problem'> {
  return {
    tag: 'Discovery',
    GET: {
      summary: 'The page about one problem type',
      description:
        'What the problem means and what to do about it, for people. The type of a problem document is the address of this page.',
      parameters: ['problem-slug'],
      content: { 'text/html': { schema: { type: 'string', description: 'An HTML document in UTF-8.' } } },
      headers: always('Content-Security-Policy'),
    },
  };
}

/** `/version.json` (specification 9.2). */
export function describeVersion(): ResourceDescription<'version'> {
  const example = { commit: '0123456789abcdef0123456789abcdef01234567', content: 'f'.repeat(64) };
  return {
    tag: 'Discovery',
    GET: {
      summary: 'Stamps of the build and its content',
      description:
        'The commit and the content stamp that validators derive from: two deployments of both answer alike.',
      content: { 'application/json': { schema: schemaNamed('Version'), example } },
    },
  };
}
