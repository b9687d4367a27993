/** The handlers of what is asked about pages: queries, searches, single pages and lists. */
import { type MaybePromise, mapMaybe } from '../../async/maybe_promise.ts';
import type { createBoundedCache } from '../../cache/bounded_cache.ts';
import type { PageId } from '../../corpus/corpus.ts';
import { markdown, overrideHeader } from '../../discovery/resources.ts';
import { isRefusal, type Refusal } from '../../problems/refusal.ts';
import { renderAcceptQuery, renderLink } from '../../protocol/link.ts';
import { caps } from '../../query/ask/caps.ts';
import type { Plan } from '../../query/ask/plan.ts';
import { formatParameters, readParameters } from '../../query/ask/read_parameters.ts';
import { formatSearch, readSearch } from '../../query/ask/read_search.ts';
import { validatePlan } from '../../query/ask/validate.ts';
import type { ListReply, SearchReply } from '../../questions/page_questions.ts';
import { unstored } from '../answers/caching.ts';
import { pageLinks } from '../answers/discovery_links.ts';
import type { Representation } from '../answers/representation.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { jsonBody, parseJsonBody, readBody } from '../requests/read_body.ts';
import type { HandlerContext, HandlerOf, MethodHandler } from './handler_context.ts';

const json = 'application/json';
const acceptQuery = ['Accept-Query', renderAcceptQuery([json])];
/** Longer query strings are not cached: they are rare, and would fill the cache with keys. */
const longestCachedSearch = 2048;

/** `/api/pages`: queries as parameters (GET) and as a body (QUERY), through one validator (specification 4.1 to 4.3). */
export function handlePages(context: HandlerContext): HandlerOf<'pages'> {
  const { questions, budget, represent } = context;
  const bySearch = budget.createCache<Representation>('searches');
  const byPlan = budget.createCache<Representation>('queries');

  return {
    GET({ request, search }) {
      const asked = search ?? '';
      const known = bySearch.get(asked);
      if (known !== undefined) return known;
      const reply = questions.ask(() => readParameters(asked, questions.grammar), request);
      return mapMaybe(reply, (found) => {
        if (isRefusal(found)) return found;
        const representation = represent({ contentType: json, body: found.body, fields: acceptQuery });
        if (found.cached && asked.length <= longestCachedSearch) {
          bySearch.set(asked, representation, representation.weightBesideBody);
        }
        return representation;
      });
    },

    async QUERY({ request }) {
      const bytes = await readBody(request, jsonBody(caps.body.maximum));
      if (isRefusal(bytes)) return bytes;
      const found = await questions.ask(() => readPlan(bytes), request);
      if (isRefusal(found)) return found;
      const known = byPlan.get(found.key);
      if (known !== undefined) return known;
      const representation = representQuery(found.body, found.plan, context);
      if (found.cached) byPlan.set(found.key, representation, representation.weightBesideBody);
      return representation;
    },
  };

  function readPlan(bytes: Uint8Array): Plan | Refusal {
    const body = parseJsonBody(bytes);
    return isRefusal(body) ? body : validatePlan(body.value, questions.grammar, body.text);
  }
}

function representQuery(body: Uint8Array, plan: Plan, { represent }: HandlerContext): Representation {
  const parameters = formatParameters(plan);
  return represent({
    contentType: json,
    body,
    validator: null,
    caching: unstored,
    // The answer to POST depends on the override header.
    varyBy: overrideHeader,
    // RFC 10008 2.4: the address at which a GET runs the same query.
    fields: parameters === null ? [] : ['Location', `/api/pages?${parameters}`],
  });
}

/** `/api/pages/{path}`: one page, in JSON or as the Markdown that it publishes (specification 4.4). */
export function handlePage(context: HandlerContext): HandlerOf<'page'> {
  const cache = context.budget.createCache<Representation>('pages');
  return {
    find: (path) => context.questions.find(path),
    GET({ found, mediaType, search }) {
      if (mediaType !== markdown) return getOrMake(cache, `j${found}`, () => representJson(context, found));
      const form = formOf(search);
      return getOrMake(cache, `${form}${found}`, () => representMarkdown(context, found, form, 'Accept'));
    },
  };
}

/** `/{path}.md`: the Markdown twin of a page, at its own address. */
export function handleMarkdown(context: HandlerContext): HandlerOf<'markdown'> {
  const cache = context.budget.createCache<Representation>('markdown');
  return {
    find: (path) => context.questions.find(path),
    GET({ found, search, isByAccept = false }) {
      const form = formOf(search);
      const varyBy = isByAccept ? 'Accept' : undefined;
      return getOrMake(cache, `${varyBy ?? ''}${form}${found}`, () => representTwin(context, found, form, varyBy));
    },
  };
}

function getOrMake(
  cache: ReturnType<typeof createBoundedCache<Representation>>,
  key: string,
  represent: () => MaybePromise<Representation>,
): MaybePromise<Representation> {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  return mapMaybe(represent(), (representation) => {
    cache.set(key, representation, representation.weight);
    return representation;
  });
}

/**
 * The address of a page's Markdown for `Link`: on the site; where only a path is known of that, this service's own, as callers resolve
 * the field against the address that they asked.
 */
export function addressOfMarkdown({ row, settings }: HandlerContext['questions'], page: PageId): MaybePromise<string> {
  return mapMaybe(row(page), (info) => {
    const { markdown } = JSON.parse(Buffer.from(info).toString()) as { readonly markdown: string };
    return markdown.startsWith('/') ? markdown.slice(settings.origin.length) : markdown;
  });
}

function representJson({ questions, represent }: HandlerContext, page: PageId): MaybePromise<Representation> {
  return mapMaybe(addressOfMarkdown(questions, page), (address) =>
    mapMaybe(questions.page(page), (body) =>
      represent({
        contentType: json,
        body,
        varyBy: 'Accept',
        fields: ['Link', renderLink(address, { rel: 'alternate', type: 'text/markdown' })],
      }),
    ),
  );
}

/** Which Markdown of a page is asked for: as it is published, or as its author wrote it. */
type MarkdownForm = 'published' | 'source';

/** The form that a query string asks for. Anything but one `form=source` means the published one. */
function formOf(search: string | null): MarkdownForm {
  if (search === null || !search.includes('form=')) return 'published';
  const forms = new URLSearchParams(search).getAll('form');
  return forms.length === 1 && forms[0] === 'source' ? 'source' : 'published';
}

/** The head of a twin: an agent that was given one page finds the others. As in `Link`, the address is root-relative. */
const indexLine = Buffer.from('> All pages are listed in [llms.txt](/llms.txt).\n\n');

/** Front matter, which a site may publish, stays at the head of its file. */
function below(head: Uint8Array, body: Uint8Array): Uint8Array {
  const beginning = Buffer.from(body.buffer, body.byteOffset, Math.min(4, body.length)).toString('latin1');
  return /^(?:---|\+\+\+)[\r\n]/.test(beginning) ? body : Buffer.concat([head, body]);
}

/**
 * What a page answers at an address of its own, its twin: its Markdown below a line that names the list of all pages, if there is one. The
 * Markdown as written has no such line.
 * @param varyBy request field that selected the Markdown
 */
export function representTwin(
  context: HandlerContext,
  page: PageId,
  form: MarkdownForm,
  varyBy?: string,
): MaybePromise<Representation> {
  if (form === 'source') return representMarkdown(context, page, form, varyBy);
  return representMarkdown(context, page, form, varyBy, context.features['llms.txt'] ? indexLine : null);
}

/**
 * The Markdown of a page, with links to its own address and to its other forms.
 * @param varyBy request field that selected the Markdown
 * @param head what comes before it; null: nothing, where others have a head; absent: nothing
 */
function representMarkdown(
  { questions, validator, represent, features }: HandlerContext,
  page: PageId,
  form: MarkdownForm,
  varyBy?: string,
  head?: Uint8Array | null,
): MaybePromise<Representation> {
  const isSource = form === 'source';
  const kind = isSource ? '.source' : head === null ? '.alone' : '';
  return mapMaybe(addressOfMarkdown(questions, page), (address) =>
    mapMaybe(isSource ? questions.source(page) : questions.markdown(page), (body) =>
      represent({
        contentType: markdown,
        body: head ? below(head, body) : body,
        validator: validator === null ? null : `${validator}${kind}.md`,
        ...(varyBy === undefined ? {} : { varyBy }),
        fields: ['Link', pageLinks(linksOf(address, isSource, questions), features)],
      }),
    ),
  );
}

/** @param address of the page's Markdown, on the site or root-relative */
function linksOf(address: string, isSource: boolean, { settings }: HandlerContext['questions']): readonly string[] {
  const own = address.startsWith('/') ? address : address.slice(settings.origin.length);
  const html = renderLink(`/explore/page${own.replace(/\.md$/, '')}`, { rel: 'alternate', type: 'text/html' });
  const written = { rel: 'alternate', type: 'text/markdown', title: 'The Markdown as written' };
  return [
    renderLink(address, { rel: 'canonical' }),
    html,
    ...(isSource ? [] : [renderLink(`${address}?form=source`, written)]),
  ];
}

interface CachedSearch {
  readonly representation: Representation;
  readonly missed: string | null;
}

/** Called with the typed text when a finished search found no exact match. Must not throw. */
export type OnMiss = (typed: string) => void;

/** `/api/search`: search as people type. @param onMiss null: misses are not counted */
export function handleSearch(context: HandlerContext, onMiss: OnMiss | null): HandlerOf<'search'> {
  const { questions, budget } = context;
  const bySearch = budget.createCache<CachedSearch>('typed');
  return {
    GET({ request, search }) {
      const asked = search ?? '';
      const known = bySearch.get(asked);
      if (known !== undefined) return finish(request, asked, known);
      const reply = questions.search(() => readSearch(asked, questions.grammar), request);
      return mapMaybe(reply, (found) => {
        if (isRefusal(found)) return found;
        const representation = representSearch(context, found);
        const made = { representation, missed: found.exactTotal === 0 ? found.plan.q : null };
        if (found.cached && asked.length <= longestCachedSearch)
          bySearch.set(asked, made, representation.weightBesideBody);
        return finish(request, asked, made);
      });
    },
  };

  /** Reports a miss that its sender has finished typing. The answer never depends on `final`. */
  function finish({ method }: ApiRequest, asked: string, { representation, missed }: CachedSearch): Representation {
    if (onMiss !== null && missed !== null && method === 'GET' && isFinal.test(asked)) onMiss(missed);
    return representation;
  }
}

const isFinal = /(?:^|&)final=1(?:&|$)/;

function representSearch({ represent }: HandlerContext, { body, next }: SearchReply): Representation {
  const fields = next === null ? [] : ['Link', renderLink(`/api/search?${formatSearch(next)}`, { rel: 'next' })];
  return represent({ contentType: json, body, fields });
}

/** Longer query strings are not cached. */
const longestCachedList = 256;

/** `/api/collections`, `/api/tags` and `/api/site-pages`: a whole list, or its first rows (specification 4.5 to 4.7). */
export function handleLists(context: HandlerContext) {
  return {
    collections: { GET: handleList(context, 'collections') },
    tags: { GET: handleList(context, 'tags') },
    sitePages: { GET: handleList(context, 'sitePages') },
  };
}

function handleList(
  { questions, budget, represent }: HandlerContext,
  name: 'collections' | 'tags' | 'sitePages',
): MethodHandler {
  // Three lists share the budget.
  const bySearch = budget.createCache<Representation>('lists', 1 / 3);
  /** Never evicted: most requests are for the whole list, and a large one would not fit the cache. */
  let whole: Representation | null = null;
  let total = Number.POSITIVE_INFINITY;

  return ({ request, search }) => {
    const asked = search ?? '';
    const known = asked === '' ? whole : bySearch.get(asked);
    if (known != null) return known;
    const bound = readBound(asked);
    if (whole !== null && bound >= total) return whole;
    return mapMaybe(questions.list(name, bound, request), (reply) => {
      if (isRefusal(reply)) return reply;
      total = reply.total;
      if (whole !== null && reply.count === total) return whole;
      const representation = represent({ contentType: json, body: renderEnvelope(reply) });
      if (reply.count === total) whole = representation;
      else if (asked.length <= longestCachedList) bySearch.set(asked, representation, representation.weight);
      return representation;
    });
  };
}

/** The envelope that all lists share (specification 2.5). */
function renderEnvelope({ rows, count, total }: ListReply): Uint8Array {
  return Buffer.concat([Buffer.from('{"items":['), rows, Buffer.from(`],"count":${count},"total":${total}}`)]);
}

/** Specification 4.5: a `limit` that is repeated, or not a whole number of at least 1, is ignored. */
function readBound(search: string): number {
  if (search === '') return Number.POSITIVE_INFINITY;
  const [limit, ...more] = new URLSearchParams(search).getAll('limit');
  if (limit === undefined || more.length > 0 || !/^\d+$/.test(limit) || Number(limit) < 1) {
    return Number.POSITIVE_INFINITY;
  }
  return Number(limit);
}
