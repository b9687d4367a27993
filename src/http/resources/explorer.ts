import { type MaybePromise, mapMaybe } from '../../async/maybe_promise.ts';
import { Missed } from '../../async/missed.ts';
import { createBoundedCache } from '../../cache/bounded_cache.ts';
import { htmlType, markdown } from '../../discovery/resources.ts';
import type { Explorer } from '../../explorer/explorer.ts';
import type { Asset } from '../../explorer/explorer_assets.ts';
import { icon } from '../../explorer/icon.ts';
import { isRefusal, type Refusal } from '../../problems/refusal.ts';
import { acceptedLanguages, wantsMarkdown } from '../../protocol/accept.ts';
import { renderLink } from '../../protocol/link.ts';
import { parseRequestTarget } from '../../protocol/request_target.ts';
import type { Caller } from '../../questions/caller.ts';
import { type Answer, leadTo } from '../answers/answer.ts';
import { briefCaching, immutableCaching } from '../answers/caching.ts';
import { pageLinks } from '../answers/discovery_links.ts';
import { explorerPolicy } from '../answers/page_policy.ts';
import { Representation } from '../answers/representation.ts';
import { confirmationType } from '../answers/submission_fields.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { originOf } from '../requests/origin_of.ts';
import { type Exchange, type HandlerContext, type HandlerOf, withDigest } from './handler_context.ts';
import { addressOfMarkdown, representTwin } from './pages.ts';

type ExplorerResource =
  | 'home'
  | 'explore'
  | 'explorePage'
  | 'exploreQuery'
  | 'exploreMap'
  | 'exploreApi'
  | 'exploreEmbed'
  | 'exploreBox'
  | 'exploreFeedback'
  | 'exploreGraph'
  | 'exploreAsset'
  | 'icon';

export function handleExplorer(
  context: HandlerContext,
  explorer: Explorer,
): { readonly [Name in ExplorerResource]: HandlerOf<Name> } {
  const { questions, features, budget } = context;
  const iconAnswer = representIcon(features.gated);
  let graph: MaybePromise<Representation> | null = null;
  const pages = createBoundedCache<Representation>(budget.boundOf('explored'));

  const results = async ({ request, search }: Exchange, varyBy?: string) => {
    const own = explorer.ownLanguageAddress(search ?? '', acceptedLanguages(request.header('accept-language')));
    // Each address has one answer, but this one leads to that of the reader's language.
    if (own !== null) return { answer: () => leadTo(own, 'Accept-Language') };
    const origin = originOf(request, questions.settings);
    return represent(context, await explorer.results(search ?? '', origin, request), [], varyBy);
  };

  /** Pages that are being made, with the callers that wait for each. */
  const making = new Map<string, { readonly page: Promise<Representation | Refusal>; readonly callers: Caller[] }>();

  function page(found: number, caller: Caller): MaybePromise<Representation | Refusal> {
    const key = String(found);
    const known = pages.get(key);
    if (known !== undefined) return known;
    const begun = making.get(key);
    if (begun !== undefined) {
      begun.callers.push(caller);
      return begun.page;
    }
    const callers = [caller];
    const made = make(found, key, () => callers.some(({ signal }) => !signal.aborted));
    making.set(key, { page: made, callers });
    return made.finally(() => making.delete(key));
  }

  async function make(found: number, key: string, isWanted: () => boolean): Promise<Representation | Refusal> {
    const document = await explorer.page(found, isWanted);
    if (isRefusal(document)) return document;
    const address = await addressOfMarkdown(questions, found);
    const own = [renderLink(address, { rel: 'alternate', type: 'text/markdown' })];
    const made = represent(context, document, own, 'Accept');
    pages.set(key, made, made.weight);
    return made;
  }

  return {
    home: { GET: (exchange) => results(exchange, 'Accept') },
    explore: { GET: (exchange) => results(exchange) },
    explorePage: {
      find: (path) => questions.find(path),
      GET: ({ found, request, mediaType }) =>
        mediaType === markdown || wantsMarkdown(request.header('accept'))
          ? representTwin(context, found, 'published', 'Accept')
          : page(found, request),
    },
    exploreQuery: { GET: async ({ request }) => represent(context, await explorer.query(request)) },
    exploreMap: { GET: async () => represent(context, await explorer.map()) },
    exploreApi: {
      GET: async ({ request }) => represent(context, await explorer.api(originOf(request, questions.settings))),
    },
    exploreEmbed: {
      GET: async ({ request }) => represent(context, await explorer.embed(originOf(request, questions.settings))),
    },
    exploreBox: { GET: () => mapMaybe(explorer.assets(), ({ box }) => representBox(context, box, explorer)) },
    exploreFeedback: { GET: () => mapMaybe(explorer.assets(), ({ feedback }) => representElement(context, feedback)) },
    exploreGraph: {
      GET() {
        graph ??= mapMaybe(questions.map(), (body) =>
          context.represent({ contentType: 'application/octet-stream', body }),
        );
        return graph;
      },
    },
    exploreAsset: {
      find: (name) => mapMaybe(explorer.assets(), ({ files }) => files.findIndex((file) => file.name === name)),
      GET: ({ found }) => mapMaybe(explorer.assets(), ({ files }) => representAsset(files[found]!, features.gated)),
    },
    icon: { GET: () => iconAnswer },
  };
}

/** The validator has a digest of the document: the files that it loads depend on more than the stamps. */
function represent(
  { validator, caching, features, ...context }: HandlerContext,
  document: string,
  links: readonly string[] = [],
  varyBy?: string,
): Representation {
  const body = new TextEncoder().encode(document);
  return context.represent({
    contentType: htmlType,
    body,
    validator: withDigest(validator, body),
    caching: caching.unvalidated,
    ...(varyBy === undefined ? {} : { varyBy }),
    fields: [...explorerPolicy, 'Link', pageLinks(links, features)],
  });
}

const crossOrigin = ['Cross-Origin-Resource-Policy', 'cross-origin'] as const;

/** The module of the search box, which it tells the languages and the collections of the site where there are several. */
function representBox(
  context: HandlerContext,
  box: string | null,
  { languages, collections }: Pick<Explorer, 'languages' | 'collections'>,
): Representation {
  const told = [languages.map(({ code, name }) => [code, name]), collections.map(({ name, title }) => [name, title])];
  const several = told.map((each) => (each.length < 2 ? [] : each));
  if (box === null || several.flat().length === 0) return representElement(context, box);
  const values = several.map((each) => JSON.stringify(each)).join(', ');
  return representElement(context, box, `import { describeSite } from './assets/${box}';\ndescribeSite(${values});\n`);
}

/**
 * A module with a stable address, which imports the built file of an element. Without a built file, the form inside the element stays.
 * @param own text that does more than to import the file
 */
function representElement(
  { caching, features, ...context }: HandlerContext,
  file: string | null,
  own?: string,
): Representation {
  const body = new TextEncoder().encode(own ?? (file === null ? 'export {};\n' : `import './assets/${file}';\n`));
  return context.represent({
    contentType: 'text/javascript; charset=utf-8',
    body,
    // The built file's name has a digest of its content.
    validator: own === undefined ? (file ?? 'no-script') : withDigest(file, body),
    caching: file === null ? caching.unvalidated : briefCaching(features.gated),
    fields: crossOrigin,
  });
}

function representAsset({ name, contentType, body, br, gzip }: Asset, isGated: boolean): Representation {
  return new Representation({
    contentType,
    body,
    made: { br, gzip },
    validator: name,
    caching: immutableCaching(isGated),
    fields: crossOrigin,
  });
}

function representIcon(isGated: boolean): Representation {
  const body = new TextEncoder().encode(icon);
  const validator = withDigest('icon', body);
  return new Representation({ contentType: 'image/svg+xml', body, validator, caching: briefCaching(isGated) });
}

/**
 * Shows a refusal as a page of the explorer, with the status and the fields of the problem document.
 * @param plain the problem document
 * @returns null when the request gets the problem document
 */
export type ShowRefusal = (request: ApiRequest, refusal: Refusal, plain: Answer) => Promise<Answer> | null;

/** In the explorer, people get a page; programs, which do not prefer HTML, get the problem document. */
export function createRefusedPage({ questions, features }: HandlerContext, explorer: Explorer): ShowRefusal {
  async function show(request: ApiRequest, refusal: Refusal, plain: Answer, path: string): Promise<Answer> {
    const document = await explorer.refused(path, refusal, originOf(request, questions.settings), request);
    const body = new TextEncoder().encode(document);
    const own = ['Content-Type', htmlType, 'Content-Length', String(body.length)];
    const headers = [...own, ...withoutContent(plain.headers), ...explorerPolicy, 'Vary', 'Accept'];
    return { ...plain, headers, body };
  }

  return (request, refusal, plain) => {
    const path = parseRequestTarget(request.target)?.path ?? '';
    const isExplorer = path === '/explore' || path.startsWith('/explore/') || (path === '/' && features.home);
    if (!isExplorer || confirmationType(request.header('accept')) !== 'html') return null;
    // The page may fail for the same reason as the request.
    return show(request, refusal, plain, path).catch((error: unknown) => {
      if (error instanceof Missed) throw error;
      return plain;
    });
  };
}

/** Fields without those of the content, and without `Vary`, which is `Accept` at most. */
function withoutContent(headers: readonly string[]): string[] {
  const names = ['Content-Type', 'Content-Length', 'Vary'];
  return headers.filter((_, at) => !names.includes(headers[at - (at % 2)]!));
}
