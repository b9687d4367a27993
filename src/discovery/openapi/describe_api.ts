import { overrideHeader, servedResources } from '../resources.ts';
import { inlineComponents, usedComponents } from './components.ts';
import { describeResources, tags } from './describe_resources.ts';
import { everyAnswer, headers } from './headers.ts';
import type { ApiFacts, OpenApiDocument, Schemas } from './openapi_document.ts';
import { parameters } from './parameters.ts';
import { buildPathItem, type SharedParts } from './path_item.ts';
import { answerSchemas, listSchemas, pageSchemas, searchSchemas } from './read_schemas.ts';
import { refusalResponses } from './refusals.ts';
import { discoverySchemas, feedbackSchemas, mcpSchemas, problemSchemas, querySchemas } from './service_schemas.ts';

/** Version of the API (specification 9.1), independent of the program's own version. */
const version = '1.0.0';

/** The description that `/api/openapi.json` publishes (specification 4.9): every row of the resource table, as plain JSON. */
export function describeApi(facts: ApiFacts): OpenApiDocument {
  const { settings, origin, features } = facts;
  const shared: SharedParts = { responses: {}, requestBodies: {} };
  const descriptions = describeResources(facts);
  const paths = Object.fromEntries(
    servedResources(features).map((row) => [row.path, buildPathItem(row, descriptions[row.name], facts, shared)]),
  );
  const components = {
    schemas: schemas(facts),
    responses: { ...shared.responses, ...refusalResponses(facts) },
    requestBodies: shared.requestBodies,
    headers,
    parameters: parameters(settings),
  };
  const described = inlineComponents(paths, usedComponents(paths, components));
  return {
    openapi: '3.1.1',
    info: {
      title: settings.title,
      summary: `Query the pages of ${settings.title}`,
      description: introduction(settings.description),
      version,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: origin, description: 'The origin that returned this description' }],
    security: features.gated ? [{ gate: [] }] : [],
    tags: Object.entries(tags)
      .filter(([name]) => name !== 'Feedback' || features.feedback)
      .map(([name, description]) => ({ name, description })),
    paths: described.paths,
    'x-headers-of-every-response': everyAnswer,
    components: {
      ...described.components,
      ...(features.gated && { securitySchemes: { gate } }),
    },
  };
}

const gate = {
  type: 'http',
  scheme: 'basic',
  description: 'The shared password that visitors need until the site opens.',
};

function schemas({ settings, origin }: ApiFacts): Schemas {
  return {
    ...pageSchemas(settings),
    ...answerSchemas,
    ...searchSchemas,
    ...listSchemas(settings),
    ...discoverySchemas,
    ...feedbackSchemas(),
    ...mcpSchemas,
    ...problemSchemas(origin),
    ...querySchemas(settings.collections.map(({ name }) => name)),
  };
}

function introduction(about: string): string {
  return [
    about,
    'Content is fixed by the build: every client gets the same response from the same address. Revalidate responses that have an ETag with If-None-Match.',
    `Query pages with the parameters of GET /api/pages, or with a query body (grammar: /api/query-schema.json), sent as POST with the header ${overrideHeader}: QUERY.`,
    'Every error is application/problem+json (RFC 9457). Match on the last path segment of its type.',
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}
