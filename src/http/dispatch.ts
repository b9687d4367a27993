import { type MaybePromise, mapMaybe } from '../async/maybe_promise.ts';
import { purposeOf, type Resource, type ResourceMethod } from '../discovery/resource.ts';
import { markdown, overrideHeader } from '../discovery/resources.ts';
import { isRefusal, type Refusal, refuse } from '../problems/refusal.ts';
import { negotiateMediaType, wantsMarkdown } from '../protocol/accept.ts';
import { parseRequestTarget, searchOf, unescapeSlashes } from '../protocol/request_target.ts';
import { type Answer, leadTo, withoutBodyForHead } from './answers/answer.ts';
import { answerOptions, serverMethods } from './answers/answer_options.ts';
import { confirmationType, type ScriptFields } from './answers/submission_fields.ts';
import { findExploredTwin, findReadingPage, findTwin } from './find_twin.ts';
import type { Locate, Located } from './locate.ts';
import type { createRefusing } from './refusing.ts';
import type { ApiRequest } from './requests/api_request.ts';
import type { Outcome } from './resources/handler_context.ts';

/**
 * Makes the function that answers a located request: method, negotiation, handler, condition.
 * @param unavailablePaths those that need the address of the site, which is unknown
 * @param basePath path of the site's origin, without a slash at its end
 */
export function createDispatcher(
  locate: Locate,
  { refuse: refuseWith }: Pick<ReturnType<typeof createRefusing>, 'refuse'>,
  fieldsOf: ScriptFields,
  nativeQuery: boolean,
  unavailablePaths: ReadonlySet<string>,
  basePath: string,
): (request: ApiRequest, located: Located | null) => MaybePromise<Answer> {
  /**
   * Nothing is at the address itself. A page's own address has its Markdown for callers that name this type, and leads browsers to the
   * reading page.
   */
  function answerNowhere(request: ApiRequest, otherwise = refuseNowhere): MaybePromise<Answer> {
    const { method, target } = request;
    if (method !== 'GET' && method !== 'HEAD') return otherwise(request);
    const accept = request.header('accept');
    const isByAccept = wantsMarkdown(accept);
    const twin = isByAccept ? findTwin(target, basePath, locate) : findExploredTwin(target, locate);
    return mapMaybe(twin, (found) => {
      if (found !== null) return answerTwin(request, found, isByAccept);
      if (confirmationType(accept) !== 'html') return otherwise(request);
      return mapMaybe(findReadingPage(target, basePath, locate), (page) =>
        page === null ? otherwise(request) : leadTo(page, 'Accept'),
      );
    });
  }

  function answerTwin(request: ApiRequest, located: Located, isByAccept: boolean): MaybePromise<Answer> {
    const { resource, handler, found } = located;
    request.resource = resource.name;
    const search = searchOf(request.target);
    const outcome = handler.GET!({ request, search, found, mediaType: markdown, isByAccept });
    return mapMaybe(outcome, (settled) => finish(request, resource, settled));
  }

  function refuseNowhere(request: ApiRequest): MaybePromise<Answer> {
    if (request.target === '*' && request.method === 'OPTIONS') return answerOptions(null, request, fieldsOf);
    if (request.method === 'CONNECT') {
      return mapMaybe(refuseWith(request, null, noTunnels), (answer) => ({
        ...answer,
        headers: [...answer.headers, 'Allow', serverMethods],
      }));
    }
    const path = parseRequestTarget(request.target)?.path ?? '';
    if (unavailablePaths.has(path)) return refuseWith(request, null, needsAddress);
    // `a%2Fb` names one segment (specification 4.4), so nothing is there; its caller most likely meant `a/b`.
    const meant = unescapeSlashes(path);
    return mapMaybe(meant === null ? null : locate(meant), (there) =>
      refuseWith(request, null, there === null ? nothingHere : refuseEscapedSlash(meant!)),
    );
  }

  function finish(request: ApiRequest, resource: Resource, outcome: Outcome): MaybePromise<Answer> {
    if (isRefusal(outcome)) return refuseWith(request, resource, outcome);
    return mapMaybe(outcome.answer(request), (answer) => withoutBodyForHead(request, answer));
  }

  function answerLocated(request: ApiRequest, { resource, handler, found }: Located): MaybePromise<Answer> {
    request.resource = resource.name;
    if (request.method === 'OPTIONS') return answerOptions(resource, request, fieldsOf);
    const method = effectiveMethod(request, nativeQuery);
    const handle = method === null ? undefined : handler[method];
    if (handle === undefined) return refuseWith(request, resource, refuseMethod(request, resource));
    const accept = negotiatesItself(resource, method!) ? undefined : request.header('accept');
    const mediaType = negotiateMediaType(accept, resource.mediaTypes);
    if (mediaType === null) return refuseWith(request, resource, refuseMediaTypes(resource));
    const outcome = handle({ request, search: searchOf(request.target), found, mediaType });
    return mapMaybe(outcome, (settled) => finish(request, resource, settled));
  }

  return (request, located) => {
    if (located === null) return answerNowhere(request);
    if (located.resource.onlyForHtml !== true) return answerLocated(request, located);
    // The explorer and a page share the address of the root.
    const accept = request.header('accept');
    if (confirmationType(accept) !== 'html') return answerNowhere(request);
    return answerNowhere(request, () => answerLocated(request, located));
  };
}

/** Answers that report a result, rather than represent the resource, have media types of their own; files have one whatever is asked. */
function negotiatesItself(resource: Resource, method: ResourceMethod): boolean {
  const purpose = purposeOf(resource, method);
  return purpose === 'submit' || purpose === 'rpc' || purpose === 'asset' || purpose === 'file';
}

/** The intended method, or null when no resource can have it. HEAD is answered as GET without the body. */
function effectiveMethod(request: ApiRequest, nativeQuery: boolean): ResourceMethod | null {
  const { method } = request;
  if (method === 'GET' || method === 'HEAD') return 'GET';
  // Only a POST may carry the override: on a GET it could change an answer that a cache stores. Methods are case-sensitive.
  if (method === 'POST') {
    const override = request.header(overrideHeader);
    return override === undefined ? 'POST' : override === 'QUERY' ? 'QUERY' : null;
  }
  return method === 'QUERY' && nativeQuery ? 'QUERY' : null;
}

const nothingHere = refuse('no-such-resource', 'Cannot find a resource: there is nothing at this address.');

const needsAddress = refuse(
  'no-such-resource',
  'Cannot list the addresses of pages: the site has no public address. Set "origin" in catchword.config.json or CATCHWORD_ORIGIN, and build again.',
);

function refuseEscapedSlash(meant: string): Refusal {
  const detail = `Cannot find a resource: there is nothing at this address. Send the slashes in the path unescaped: ${meant}.`;
  return refuse('no-such-resource', detail);
}

const noTunnels = refuse('method-not-allowed', 'Cannot answer CONNECT: this server does not open tunnels.');

const bareQuery = refuse(
  'method-not-allowed',
  `Cannot answer a bare QUERY: send it as POST with the header ${overrideHeader}: QUERY, or send a GET with parameters, such as ?q=words.`,
);

function refuseMethod(request: ApiRequest, resource: Resource): Refusal {
  if (request.method === 'QUERY' && resource.queryFormats.length > 0) return bareQuery;
  const what = explainPost(request, resource) ?? 'this method';
  const how = resource.queryFormats.length > 0 ? ` Send QUERY as POST with the header ${overrideHeader}: QUERY.` : '';
  const supported = new Intl.ListFormat('en-GB').format(resource.methods);
  return refuse('method-not-allowed', `Cannot answer ${what}: the resource supports ${supported}.${how}`);
}

function explainPost({ method }: ApiRequest, resource: Resource): string | null {
  if (method !== 'POST' || resource.queryFormats.length === 0) return null;
  return resource.methods.includes('POST') ? 'POST with an unknown override' : 'POST without an override';
}

function refuseMediaTypes({ mediaTypes }: Resource): Refusal {
  const offered = new Intl.ListFormat('en-GB').format(mediaTypes);
  return refuse('not-acceptable', `Cannot return a media type that Accept allows: this resource offers ${offered}.`);
}
