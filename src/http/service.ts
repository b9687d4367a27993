import { type CacheBudget, openBudget } from '../cache/cache_budget.ts';
import { ArtefactError } from '../corpus/artefact/artefact_format.ts';
import type { Corpus, SiteSettings } from '../corpus/corpus.ts';
import { purposeOf, type Resource, type ResourceMethod } from '../discovery/resource.ts';
import { overrideHeader, servedResources } from '../discovery/resources.ts';
import { createRouter, type Route } from '../discovery/route.ts';
import { filesWithoutAddress, SITE_FILES, type SiteFile, siteFileFeatures } from '../discovery/site_file.ts';
import { createEmbeddedEngine } from '../engine/embedded_engine.ts';
import { EngineUnavailable } from '../engine/engine_unavailable.ts';
import { type MaybePromise, whenThere } from '../engine/maybe_promise.ts';
import type { SiteEngine } from '../engine/site_engine.ts';
import { submitFeedback } from '../feedback/submit_feedback.ts';
import { describeFailure } from '../observation/describe_failure.ts';
import type { Observe, ServiceLoad } from '../observation/observation.ts';
import { isRefusal, type Refusal, refuse } from '../problems/refusal.ts';
import { negotiateMediaType } from '../protocol/accept.ts';
import { unescapeSlashes } from '../protocol/path_segments.ts';
import { parseRequestTarget, searchOf } from '../protocol/request_target.ts';
import { createPageQuestions } from '../questions/page_questions.ts';
import type { Submit } from '../questions/rpc_door.ts';
import { createTurns } from '../questions/turns.ts';
import { type Answer, commonHeaders } from './answers/answer.ts';
import { answerOptions, serverMethods } from './answers/answer_options.ts';
import { answerRefusal } from './answers/answer_refusal.ts';
import { confirmationType } from './answers/confirmation_type.ts';
import { createSubmissionFields, type ScriptFields, scriptFields } from './answers/submission_fields.ts';
import type { ApiRequest } from './requests/api_request.ts';
import { answerLocked, createGate } from './requests/gate.ts';
import { originOf } from './requests/origin_of.ts';
import type { FeedbackOptions } from './resources/feedback_options.ts';
import { createFromStore } from './resources/from_store.ts';
import { createHandlers } from './resources/handlers.ts';
import { createRefusedPage, type ShowRefusal } from './resources/refused_page.ts';
import type { Outcome, ResourceHandler } from './resources/resource_handler.ts';
import { answerRollUp, answerUnscheduled, createSchedulerCheck, isRollUpAddress } from './resources/roll_up_job.ts';
import { handleRpc, type RpcOptions } from './resources/rpc.ts';
import { createRpcGuard } from './resources/rpc_guard.ts';
import type { OnMiss } from './resources/search.ts';
import { createSite } from './resources/site.ts';
import { siteSubjects } from './resources/site_subjects.ts';

/** How a service answers, whichever engine it answers from. */
export interface AnswerOptions {
  /** Accept the method QUERY itself (RFC 10008), besides POST with the override; default false, because CDNs refuse it. */
  readonly nativeQuery?: boolean;
  /** Shared password of a soft launch, required on every route; null or empty: none is required (specification 5.3). */
  readonly gatePassword?: string | null;
  /** Whether the explorer is at the root too, for callers that name HTML in `Accept`; default true. */
  readonly home?: boolean;
  /** The files for crawlers, feed readers and language models that it has; default: all. */
  readonly siteFiles?: readonly SiteFile[];
  /** Where feedback is stored; null: nowhere, and the feedback resources do not exist. */
  readonly feedback?: FeedbackOptions | null;
  /** Model Context Protocol at `/mcp`; null: there is none. */
  readonly mcp?: RpcOptions | null;
  /** Called with the text of a search with `final=1` that found nothing as typed; null: such searches are not told. */
  readonly onMiss?: OnMiss | null;
  /** Called for every failure behind a 500, and when the feedback store is unavailable. */
  readonly observe?: Observe;
}

export interface ServiceOptions extends AnswerOptions {
  readonly corpus: Corpus;
  /** Memory for all caches together, in bytes, without the artefact; 0: no caching. Default 64 MiB. */
  readonly cacheBytes?: number;
}

export interface EngineServiceOptions extends AnswerOptions {
  readonly engine: SiteEngine;
  /** Memory for all caches together, those of the engine included. */
  readonly budget: CacheBudget;
}

/** Answers requests about one build of a site. Never throws or rejects. */
export interface Service {
  answer(request: ApiRequest): MaybePromise<Answer>;
  /** What it holds now, to be counted. */
  load(): ServiceLoad;
}

/** The resource that the path of a request target leads to. */
interface Place {
  readonly resource: Resource;
  readonly handler: ResourceHandler;
  /** The result of the handler's `find`. */
  readonly found: number;
}

const defaultCacheBytes = 64 * 1024 * 1024;
/** Memory of a cached place in bytes, besides its path. */
const placeBytes = 192;
const longestCachedPath = 512;

/** A service that answers from an open artefact, in this process. */
export function createService({ corpus, cacheBytes = defaultCacheBytes, ...options }: ServiceOptions): Service {
  const budget = openBudget(cacheBytes);
  return createEngineService({ ...options, engine: createEmbeddedEngine(corpus, budget), budget });
}

/** Refusals come in the order 404, 405, 406, then those of the handler, then 304. */
export function createEngineService(options: EngineServiceOptions): Service {
  const { engine, budget, nativeQuery = false, home = true, siteFiles = SITE_FILES, observe } = options;
  const { feedback = null, mcp = null } = options;
  const { settings } = engine;
  const gatePassword = options.gatePassword || null;
  const isLetIn = gatePassword === null ? () => true : createGate(gatePassword);
  const isScheduler = createSchedulerCheck(feedback?.cronSecret ?? null);
  const publicAbout = siteSubjects(engine);
  const submissionFields = createSubmissionFields(settings, feedback?.origins ?? []);
  const guard = mcp === null ? null : createRpcGuard(settings, mcp);
  const fieldsOf: ScriptFields = { submit: submissionFields, rpc: guard?.fields ?? null };
  const fromStore = createFromStore((error) => observe?.({ kind: 'store-unavailable', reason: error.message }));
  const isGated = gatePassword !== null;
  const features = {
    ...{ nativeQuery, gated: isGated, feedback: feedback !== null, mcp: mcp !== null, home },
    ...siteFileFeatures(siteFiles, settings),
  };
  const turns = createTurns();
  const questions = createPageQuestions({ engine, inTurn: turns, budget });
  const submit: Submit | null =
    feedback === null || mcp?.takesFeedback !== true
      ? null
      : (submission, key, bounds) => fromStore(() => submitFeedback(submission, key, feedback, bounds));
  const site = createSite(questions, features, budget);
  const handlers = createHandlers(
    site,
    feedback === null ? null : { feedback, publicAbout, submissionFields, fromStore },
    mcp === null || guard === null ? null : handleRpc(mcp.open({ questions, submit, isGated, budget }), guard),
    options.onMiss ?? null,
  );
  const locate = createLocator(createRouter(servedResources(features)), handlers, budget);
  const refusing = createRefusing(settings, fieldsOf, createRefusedPage(site), observe);
  const lacking = new Set(filesWithoutAddress(siteFiles, settings).map((file) => `/${file}`));
  const answerAt = createDispatcher(locate, refusing, fieldsOf, nativeQuery, lacking);

  return {
    answer(request) {
      const isJob = isRollUpAddress(request.target);
      if (isJob && feedback !== null && isScheduler(request)) {
        const origin = originOf(request, settings);
        return answerRollUp(request, origin, { ...feedback, publicAbout }, fromStore).catch((error: unknown) =>
          refusing.fail(request, null, error),
        );
      }
      if (!isLetIn(request)) return withoutBodyForHead(request, answerLocked(request));
      if (isJob) return withoutBodyForHead(request, answerUnscheduled(request));
      const answered = whenThere(locate(request.target), (place) => answerAt(request, place));
      if (!(answered instanceof Promise)) return answered;
      return answered.catch((error: unknown) => refusing.fail(request, null, error));
    },
    load: () => ({
      kind: 'service-load',
      waiting: turns.load.waiting,
      paused: turns.load.paused,
      caches: budget.uses(),
    }),
  };
}

/** Finds the place of a raw request target, or null when there is none. Places are cached by path: searches are all at one place. */
type Locate = (rawTarget: string) => MaybePromise<Place | null>;

function createLocator(
  route: (rawPath: string) => Route<Resource> | null,
  handlers: Readonly<Record<string, ResourceHandler | null>>,
  budget: CacheBudget,
): Locate {
  const places = budget.createCache<Place>('places');
  return (rawTarget) => {
    const mark = rawTarget.indexOf('?');
    const rawPath = mark === -1 ? rawTarget : rawTarget.slice(0, mark);
    const cached = places.get(rawPath);
    if (cached !== undefined) return cached;
    const target = parseRequestTarget(rawPath);
    const matched = target === null ? null : route(target.path);
    const handler = matched === null ? null : handlers[matched.resource.name];
    if (target === null || matched === null || handler == null) return null;
    return whenThere(handler.find === undefined ? 0 : handler.find(matched.parameter), (found) => {
      if (found === -1) return null;
      const place: Place = { resource: matched.resource, handler, found };
      // A slice would keep the whole target in memory.
      if (rawPath.length <= longestCachedPath) places.set(mark === -1 ? rawPath : copyOf(rawPath), place, placeBytes);
      return place;
    });
  };
}

function copyOf(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

/** Turns refusals and failures into answers. */
interface Refusing {
  /** @param resource null when there is none at the address */
  refuse(request: ApiRequest, resource: Resource | null, refusal: Refusal): MaybePromise<Answer>;
  /** Reports the failure to the observer and answers 500. */
  fail(request: ApiRequest, resource: Resource | null, error: unknown): MaybePromise<Answer>;
}

function createRefusing(
  settings: SiteSettings,
  fieldsOf: ScriptFields,
  showRefusal: ShowRefusal,
  observe: Observe | undefined,
): Refusing {
  function refuseWith(request: ApiRequest, resource: Resource | null, refusal: Refusal): MaybePromise<Answer> {
    const common = scriptFields(request, resource, fieldsOf) ?? commonHeaders;
    const plain = answerRefusal(refusal, originOf(request, settings), resource, request, common);
    return whenThere(showRefusal(request, refusal, plain) ?? plain, (answer) => withoutBodyForHead(request, answer));
  }
  return {
    refuse: refuseWith,
    fail(request, resource, error) {
      observe?.({ kind: 'request-failed', method: request.method, failure: failureOf(error) });
      const refusal = error instanceof EngineUnavailable ? { ...failed, retryAfter: error.retryAfter } : failed;
      return refuseWith(request, resource, refusal);
    },
  };
}

/**
 * What the log says of an error. The message of a damaged artefact names the file and section, that of an engine out of reach only why;
 * neither contains caller input.
 */
function failureOf(error: unknown): string {
  return error instanceof ArtefactError || error instanceof EngineUnavailable ? error.message : describeFailure(error);
}

/**
 * Makes the function that answers a request at a place: method, negotiation, handler, condition.
 * @param lacking paths at which nothing is because the address of the site is unknown
 */
function createDispatcher(
  locate: Locate,
  { refuse: refuseWith, fail }: Refusing,
  fieldsOf: ScriptFields,
  nativeQuery: boolean,
  lacking: ReadonlySet<string>,
): (request: ApiRequest, place: Place | null) => MaybePromise<Answer> {
  function answerNowhere(request: ApiRequest): MaybePromise<Answer> {
    if (request.target === '*' && request.method === 'OPTIONS') return answerOptions(null, request, fieldsOf);
    if (request.method === 'CONNECT') {
      return whenThere(refuseWith(request, null, noTunnels), (answer) => ({
        ...answer,
        headers: [...answer.headers, 'Allow', serverMethods],
      }));
    }
    const path = parseRequestTarget(request.target)?.path ?? '';
    if (lacking.has(path)) return refuseWith(request, null, needsAddress);
    // `a%2Fb` names one segment (specification 4.4), so nothing is there; its caller most likely meant `a/b`.
    const meant = unescapeSlashes(path);
    return whenThere(meant === null ? null : locate(meant), (place) =>
      refuseWith(request, null, place === null ? nothingHere : refuseEscapedSlash(meant!)),
    );
  }

  function finish(request: ApiRequest, resource: Resource, outcome: Outcome): MaybePromise<Answer> {
    if (isRefusal(outcome)) return refuseWith(request, resource, outcome);
    return whenThere(outcome.answer(request), (answer) => withoutBodyForHead(request, answer));
  }

  return (request, place) => {
    if (place === null) return answerNowhere(request);
    const { resource, handler } = place;
    if (resource.onlyForHtml === true && confirmationType(request.header('accept')) !== 'html')
      return answerNowhere(request);
    request.resource = resource.name;
    if (request.method === 'OPTIONS') return answerOptions(resource, request, fieldsOf);
    const method = effectiveMethod(request, nativeQuery);
    const handle = method === null ? undefined : handler[method];
    if (handle === undefined) return refuseWith(request, resource, refuseMethod(request, resource));
    const accept = negotiatesItself(resource, method!) ? undefined : request.header('accept');
    const mediaType = negotiateMediaType(accept, resource.mediaTypes);
    if (mediaType === null) return refuseWith(request, resource, refuseMediaTypes(resource));
    try {
      const outcome = handle({ request, search: searchOf(request.target), target: place.found, mediaType });
      const answer = whenThere(outcome, (settled) => finish(request, resource, settled));
      return answer instanceof Promise ? answer.catch((error: unknown) => fail(request, resource, error)) : answer;
    } catch (error) {
      return fail(request, resource, error);
    }
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
  'Cannot name the addresses of pages: the site has none that is public. Set "origin" in catchword.config.json or CATCHWORD_ORIGIN, and build again.',
);

function refuseEscapedSlash(meant: string): Refusal {
  const detail = `Cannot find a resource: there is nothing at this address. Send the slashes of a path unescaped: ${meant}.`;
  return refuse('no-such-resource', detail);
}

const noTunnels = refuse('method-not-allowed', 'Cannot answer CONNECT: this server opens no tunnels.');
const failed = refuse('unexpected-failure', 'Cannot answer: the resource failed. The request was not at fault.');

function refuseMethod(request: ApiRequest, resource: Resource): Refusal {
  const what = explainPost(request, resource) ?? 'this method';
  const how = resource.queryFormats.length > 0 ? `; QUERY is sent as POST with the field ${overrideHeader}: QUERY` : '';
  const answers = new Intl.ListFormat('en').format(resource.methods);
  return refuse('method-not-allowed', `Cannot answer ${what}: the resource answers ${answers}${how}.`);
}

function explainPost({ method }: ApiRequest, resource: Resource): string | null {
  if (method !== 'POST' || resource.queryFormats.length === 0) return null;
  return resource.methods.includes('POST') ? 'POST with another override' : 'POST without an override';
}

function refuseMediaTypes({ mediaTypes }: Resource): Refusal {
  const offered = mediaTypes.join(' and ');
  return refuse('not-acceptable', `Cannot answer in a type that Accept admits: there is ${offered}.`);
}

function withoutBodyForHead(request: ApiRequest, answer: Answer): Answer {
  if (request.method !== 'HEAD') return answer;
  const { status, headers, problem } = answer;
  return { status, headers, body: null, problem };
}
