import { type MaybePromise, whenThere } from '../async/maybe_promise.ts';
import { type CacheBudget, openBudget } from '../cache/cache_budget.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { servedResources } from '../discovery/resources.ts';
import { createRouter } from '../discovery/route.ts';
import { filesWithoutAddress, SITE_FILES, type SiteFile, siteFileFeatures } from '../discovery/site_file.ts';
import { createEmbeddedEngine } from '../engine/embedded/embedded_engine.ts';
import type { SiteEngine } from '../engine/site_engine.ts';
import { submitFeedback } from '../feedback/submit_feedback.ts';
import type { Observe, ServiceLoad } from '../observation/observation.ts';
import { createPageQuestions } from '../questions/page_questions.ts';
import type { Submit } from '../questions/rpc_door.ts';
import { createTurns } from '../questions/turns.ts';
import { type Answer, withoutBodyForHead } from './answers/answer.ts';
import { createSubmissionFields, type ScriptFields } from './answers/submission_fields.ts';
import { createDispatcher } from './dispatch.ts';
import { createLocator } from './locate.ts';
import { createRefusing } from './refusing.ts';
import type { ApiRequest } from './requests/api_request.ts';
import { answerLocked, createGate } from './requests/gate.ts';
import { originOf } from './requests/origin_of.ts';
import type { FeedbackOptions } from './resources/feedback_options.ts';
import { createFromStore } from './resources/from_store.ts';
import { createHandlerContext } from './resources/handler_context.ts';
import { createHandlers } from './resources/handlers.ts';
import { createRefusedPage } from './resources/refused_page.ts';
import { answerRollUp, answerUnscheduled, createSchedulerCheck, isRollUpAddress } from './resources/roll_up_job.ts';
import { handleRpc, type RpcOptions } from './resources/rpc.ts';
import { createRpcGuard } from './resources/rpc_guard.ts';
import type { OnMiss } from './resources/search.ts';
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

const defaultCacheBytes = 64 * 1024 * 1024;
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
  const context = createHandlerContext(questions, features, budget);
  const handlers = createHandlers(
    context,
    feedback === null ? null : { feedback, publicAbout, submissionFields, fromStore },
    mcp === null || guard === null ? null : handleRpc(mcp.open({ questions, submit, isGated, budget }), guard),
    options.onMiss ?? null,
  );
  const locate = createLocator(createRouter(servedResources(features)), handlers, budget);
  const refusing = createRefusing(settings, fieldsOf, createRefusedPage(context), observe);
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
      const answered = whenThere(locate(request.target), (located) => answerAt(request, located));
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
