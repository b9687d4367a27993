import { fields } from '../headers.ts';
import type { ResourceDescription } from '../resource_description.ts';
import { schemaNamed } from '../schema.ts';

/** `/api/query-schema.json` (specification 4.8). */
export function describeQuerySchema(): ResourceDescription<'querySchema'> {
  return {
    tag: 'Discovery',
    GET: {
      summary: 'The query grammar',
      description:
        'What the body of a QUERY can be, as JSON Schema 2020-12. flavour=tool gives one query as an object without choices, references and recursion.',
      parameters: ['schema-flavour'],
      refused: ['invalid-query'],
      content: {
        'application/json': {
          schema: {
            type: 'object',
            description: 'A JSON Schema.',
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
      description: 'Its server and the types of its problems name the origin that answered.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            description: 'An OpenAPI 3.1 description.',
          },
        },
      },
    },
  };
}

/** `/.well-known/api-catalog` (specification 4.10). */
export function describeApiCatalog(): ResourceDescription<'apiCatalog'> {
  return {
    tag: 'Discovery',
    GET: {
      summary: 'The API catalogue',
      description:
        'The resources as a linkset (RFC 9727); those whose addresses have a variable are in Link-Template. Accept: application/json alone is refused.',
      content: {
        'application/linkset+json': {
          schema: schemaNamed('Linkset'),
        },
      },
      headers: { ...fields('Link'), ...fields('Link-Template') },
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
        'What it means and what to do about it, for people. The type of a problem document is the address of this page.',
      parameters: ['problem-slug'],
      content: { 'text/html': { schema: { type: 'string' } } },
    },
  };
}

/** `/version.json` (specification 9.2). */
export function describeVersion(): ResourceDescription<'version'> {
  return {
    tag: 'Discovery',
    GET: {
      summary: 'Stamps of the build and its content',
      description: 'Two deployments of both answer alike.',
      content: { 'application/json': { schema: schemaNamed('Version') } },
    },
  };
}
