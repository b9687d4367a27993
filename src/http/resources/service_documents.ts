/** The documents by which a service describes itself and its state. Each is made once for a build, or once for each origin. */
import { renderApiCatalog, renderLinkTemplates } from '../../discovery/api_catalog.ts';
import { renderProblemPage } from '../../discovery/html_page.ts';
import { describeApi } from '../../discovery/openapi/describe_api.ts';
import { linkset } from '../../discovery/resources.ts';
import { SLUGS } from '../../problems/catalogue.ts';
import { refuse, refuseTransport } from '../../problems/refusal.ts';
import { renderLink } from '../../protocol/link.ts';
import { buildQuerySchema, buildQueryToolSchema } from '../../query/ask/query_schema.ts';
import { unstored } from '../answers/caching.ts';
import { pagePolicy } from '../answers/page_policy.ts';
import type { HandlerContext, HandlerOf } from './handler_context.ts';

function json(text: string) {
  return { contentType: 'application/json', body: new TextEncoder().encode(text) };
}

type DocumentName = 'querySchema' | 'apiCatalog' | 'openapi' | 'problem' | 'version' | 'live' | 'ready';

export function handleDocuments(context: HandlerContext): { readonly [Name in DocumentName]: HandlerOf<Name> } {
  const healthy = context.represent({ ...json('{"status":"ok"}'), validator: null, caching: unstored });
  return {
    querySchema: handleQuerySchema(context),
    apiCatalog: handleApiCatalog(context),
    openapi: handleOpenapi(context),
    problem: handleProblem(context),
    version: handleVersion(context),
    // 200 whenever the process can answer.
    live: { GET: () => healthy },
    // 200 until the server shuts down. Nothing else is checked, because a service exists only with open content.
    ready: { GET: ({ request }) => (request.isDraining ? ending : healthy) },
  };
}

const ending = refuseTransport(503, 'Cannot take more requests: the server is shutting down.');

/**
 * `/api/query-schema.json`: the grammar, made from the validator (specification 4.8). `?flavour=tool` gives it as the input of
 * a tool.
 */
function handleQuerySchema({ questions, represent }: HandlerContext): HandlerOf<'querySchema'> {
  const { collections } = questions.grammar;
  const whole = represent(json(JSON.stringify(buildQuerySchema(collections))));
  const tool = represent(json(JSON.stringify(buildQueryToolSchema(collections))));
  return {
    GET({ search }) {
      const flavours = new URLSearchParams(search ?? '').getAll('flavour');
      if (flavours.length === 0) return whole;
      return flavours.length === 1 && flavours[0] === 'tool' ? tool : unknownFlavour;
    },
  };
}

const detail = 'Cannot read flavour: expected "tool", at most once.';
const unknownFlavour = refuse('invalid-query', detail, {
  dimension: 'shape',
  errors: [{ detail, parameter: 'flavour' }],
});

/** `/.well-known/api-catalog` (specification 4.10, RFC 9727). */
function handleApiCatalog({ features, budget, perOrigin }: HandlerContext): HandlerOf<'apiCatalog'> {
  const self = renderLink('/.well-known/api-catalog', { rel: 'api-catalog' });
  const catalogue = perOrigin(budget.boundOf('catalogues'), (origin) => ({
    contentType: linkset,
    body: new TextEncoder().encode(renderApiCatalog(origin, features)),
    fields: ['Link', self, 'Link-Template', renderLinkTemplates()],
  }));
  return { GET: ({ request }) => catalogue(request) };
}

/** Placeholder for the origin: the description is made once, because that costs as much as a hundred searches. */
const anyOrigin = 'https://any-origin.invalid';

/** `/api/openapi.json`: the description, which names the origin of the service (specification 4.9). */
function handleOpenapi({ questions, features, budget, perOrigin }: HandlerContext): HandlerOf<'openapi'> {
  const { settings } = questions;
  let pieces: readonly string[] | null = null;
  const description = perOrigin(budget.boundOf('descriptions'), (origin) => {
    pieces ??= JSON.stringify(describeApi({ settings, origin: anyOrigin, features })).split(anyOrigin);
    // An origin has no character that JSON would escape.
    return json(pieces.join(origin));
  });
  return { GET: ({ request }) => description(request) };
}

/** `/api/problems/{slug}`: the page of one problem type (specification 4.11). */
function handleProblem({ represent }: HandlerContext): HandlerOf<'problem'> {
  const pages = SLUGS.map((slug) =>
    represent({
      contentType: 'text/html; charset=utf-8',
      body: new TextEncoder().encode(renderProblemPage(slug)),
      fields: pagePolicy('none'),
    }),
  );
  return {
    find: (slug) => (SLUGS as readonly string[]).indexOf(slug),
    GET: ({ found }) => pages[found]!,
  };
}

/** `/version.json`: the two stamps that validators derive from (specification 9.2). */
function handleVersion({ questions, caching, represent }: HandlerContext): HandlerOf<'version'> {
  const { commit, content } = questions.stamps;
  const version = json(JSON.stringify({ commit, content }));
  const representation = represent({ ...version, validator: null, caching: caching.unvalidated });
  return { GET: () => representation };
}
