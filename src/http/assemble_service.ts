import { type MaybePromise, mapMaybe } from '../async/maybe_promise.ts';
import type { CacheBudget } from '../cache/cache_budget.ts';
import { filesWithoutAddress, SITE_FILES, type SiteFile, siteFileFeatures } from '../discovery/resource.ts';
import { servedResources } from '../discovery/resources.ts';
import { createRouter } from '../discovery/route.ts';
import type { SiteEngine } from '../engine/site_engine.ts';
import { createExplorer, type ExplorerParts } from '../explorer/explorer.ts';
import type { PageImages } from '../explorer/page_images.ts';
import { createPublicAbout } from '../feedback/public_feedback.ts';
import { submitFeedback } from '../feedback/submit_feedback.ts';
import { neverThrowing, type Observe, type ServiceLoad } from '../observation/observation.ts';
import { createPageQuestions } from '../questions/page_questions.ts';
import type { Submit } from '../questions/rpc_endpoint.ts';
import type { Turns } from '../questions/turns.ts';
import { type Answer, withoutBodyForHead } from './answers/answer.ts';
import { createOriginCheck, createScriptFields, type ScriptFields } from './answers/submission_fields.ts';
import { createDispatcher } from './dispatch.ts';
import { basePathOf } from './find_twin.ts';
import { createLocator } from './locate.ts';
import { createRefusing, withoutFailing } from './refusing.ts';
import type { ApiRequest } from './requests/api_request.ts';
import { answerLocked, createGate } from './requests/gate.ts';
import { originOf } from './requests/origin_of.ts';
import { createRefusedPage } from './resources/explorer.ts';
import { createFromStore, type FeedbackOptions } from './resources/from_store.ts';
import { createHandlerContext } from './resources/handler_context.ts';
import { createHandlers } from './resources/handlers.ts';
import type { OnMiss } from './resources/pages.ts';
import { answerRollUp, answerUnscheduled, createSchedulerCheck, isRollUpAddress } from './resources/roll_up_job.ts';
import { createRpcGuard, handleRpc, type RpcOptions } from './resources/rpc.ts';

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
  /** Called with the text of a search with `final=1` that found no exact match; null: such searches are not reported. */
  readonly onMiss?: OnMiss | null;
  /** The images of the pages; null: only the live site has them. */
  readonly images?: PageImages | null;
  /** Called for every failure behind a 500, and when the feedback store is unavailable. */
  readonly observe?: Observe;
}

export interface EngineServiceOptions extends AnswerOptions {
  readonly engine: SiteEngine;
  /** Memory for all caches together, those of the engine included. */
  readonly budget: CacheBudget;
}

/** Answers requests about one build of a site. Throws or rejects only with `Missed`, where the corpus is fetched in parts. */
export interface Service {
  answer(request: ApiRequest): MaybePromise<Answer>;
  /** What it holds now, to be counted. */
  load(): ServiceLoad;
}

/** What a service gets from the runtime. */
interface ServiceParts {
  readonly explorerParts: ExplorerParts;
  readonly turns: Turns;
}

/** Refusals come in the order 404, 405, 406, then those of the handler, then 304. */
export function assembleService(options: EngineServiceOptions, { explorerParts, turns }: ServiceParts): Service {
  const { engine, budget, nativeQuery = false, home = true, siteFiles = SITE_FILES } = options;
  const observe = neverThrowing(options.observe);
  const { feedback = null, mcp = null, images = null } = options;
  const { settings } = engine;
  const gatePassword = options.gatePassword || null;
  const isAuthorized = gatePassword === null ? () => true : createGate(gatePassword);
  const isScheduler = createSchedulerCheck(feedback?.cronSecret ?? null);
  const publicAbout = createPublicAbout(engine);
  const submissionFields = createScriptFields('Accept, Origin', createOriginCheck(settings, feedback?.origins ?? []));
  const guard = mcp === null ? null : createRpcGuard(settings, mcp);
  const fieldsOf: ScriptFields = { submit: submissionFields, rpc: guard?.fields ?? null };
  const fromStore = createFromStore((error) => observe({ kind: 'store-unavailable', reason: error.message }));
  const isGated = gatePassword !== null;
  const features = {
    ...{ nativeQuery, gated: isGated, feedback: feedback !== null, mcp: mcp !== null, home, images: images !== null },
    ...siteFileFeatures(siteFiles, settings),
  };
  const questions = createPageQuestions({ engine, inTurn: turns, budget });
  const submit: Submit | null =
    feedback === null || mcp?.takesFeedback !== true
      ? null
      : (submission, key, bounds) => fromStore(() => submitFeedback(submission, key, feedback, bounds));
  const context = createHandlerContext(questions, features, budget);
  const explorer = createExplorer(questions, features, explorerParts, images);
  const handlers = createHandlers(
    context,
    explorer,
    feedback === null ? null : { feedback, publicAbout, submissionFields, fromStore },
    mcp === null || guard === null
      ? null
      : handleRpc(mcp.open({ questions, submit, isGated, budget }), guard, settings),
    images,
    options.onMiss ?? null,
  );
  const resources = servedResources(features);
  const locate = createLocator(createRouter(resources), handlers, budget);
  const refusing = createRefusing(settings, fieldsOf, createRefusedPage(context, explorer), observe);
  const unavailablePaths = new Set(filesWithoutAddress(siteFiles, settings).map((file) => `/${file}`));
  const answerAt = createDispatcher(
    locate,
    refusing,
    fieldsOf,
    nativeQuery,
    unavailablePaths,
    basePathOf(settings.origin),
  );

  function answer(request: ApiRequest): MaybePromise<Answer> {
    const isJob = isRollUpAddress(request.target);
    if (isJob && feedback !== null && isScheduler(request)) {
      return answerRollUp(request, originOf(request, settings), { ...feedback, publicAbout }, fromStore);
    }
    if (!isAuthorized(request)) return withoutBodyForHead(request, answerLocked(request));
    if (isJob) return withoutBodyForHead(request, answerUnscheduled(request));
    return mapMaybe(locate(request.target), (located) => answerAt(request, located));
  }

  return {
    answer: withoutFailing(answer, (request, error) => {
      const resource = resources.find(({ name }) => name === request.resource) ?? null;
      return refusing.fail(request, resource, error);
    }),
    load: () => ({
      kind: 'service-load',
      waiting: turns.load.waiting,
      paused: turns.load.paused,
      caches: budget.uses(),
    }),
  };
}
