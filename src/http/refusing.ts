import { type MaybePromise, mapMaybe } from '../async/maybe_promise.ts';
import { Missed } from '../async/missed.ts';
import { ArtefactError } from '../corpus/artefact/artefact_format.ts';
import type { SiteSettings } from '../corpus/corpus.ts';
import type { Resource } from '../discovery/resource.ts';
import { EngineUnavailable } from '../engine/engine_unavailable.ts';
import { describeFailure, type Observe } from '../observation/observation.ts';
import { type Refusal, refuse } from '../problems/refusal.ts';
import { type Answer, checkFields, commonHeaders, withoutBodyForHead } from './answers/answer.ts';
import { answerRefusal } from './answers/answer_refusal.ts';
import { type ScriptFields, scriptFields } from './answers/submission_fields.ts';
import type { ApiRequest } from './requests/api_request.ts';
import { originOf } from './requests/origin_of.ts';
import type { ShowRefusal } from './resources/explorer.ts';

const failed = refuse('unexpected-failure', 'Cannot answer: the resource failed. The request was not at fault.');

/** Turns refusals and failures into answers. @param showRefusal makes a page of a refusal, for browsers */
export function createRefusing(
  settings: SiteSettings,
  fieldsOf: ScriptFields,
  showRefusal: ShowRefusal,
  observe: Observe,
) {
  /** @param resource null when there is none at the address */
  function refuseWith(request: ApiRequest, resource: Resource | null, refusal: Refusal): MaybePromise<Answer> {
    const common = scriptFields(request, resource, fieldsOf) ?? commonHeaders;
    const plain = answerRefusal(refusal, originOf(request, settings), resource, request, common);
    return mapMaybe(showRefusal(request, refusal, plain) ?? plain, (answer) => withoutBodyForHead(request, answer));
  }
  return {
    refuse: refuseWith,
    /** Reports the failure to the observer and answers 500. */
    fail(request: ApiRequest, resource: Resource | null, error: unknown): MaybePromise<Answer> {
      observe({ kind: 'request-failed', method: request.method, failure: failureOf(error) });
      const refusal = error instanceof EngineUnavailable ? { ...failed, retryAfter: error.retryAfter } : failed;
      return refuseWith(request, resource, refusal);
    },
  };
}

/**
 * The one boundary for errors of every layer: of `answer`, thrown or rejected, and of fields that no server can send.
 * @param fail answers instead; must not fail itself
 * @returns a function that throws or rejects only with `Missed`, which is no failure: what is missing is fetched, and the request runs again
 */
export function withoutFailing(
  answer: (request: ApiRequest) => MaybePromise<Answer>,
  fail: (request: ApiRequest, error: unknown) => MaybePromise<Answer>,
): (request: ApiRequest) => MaybePromise<Answer> {
  const answerFailure = (request: ApiRequest, error: unknown): MaybePromise<Answer> => {
    if (error instanceof Missed) throw error;
    return fail(request, error);
  };
  return (request) => {
    try {
      const answered = mapMaybe(answer(request), checkFields);
      return answered instanceof Promise ? answered.catch((error: unknown) => answerFailure(request, error)) : answered;
    } catch (error) {
      return answerFailure(request, error);
    }
  };
}

/**
 * The text of an error for the log. The message of a damaged artefact names the file and section, that of an
 * unreachable engine the reason; neither contains caller input.
 */
function failureOf(error: unknown): string {
  return error instanceof ArtefactError || error instanceof EngineUnavailable ? error.message : describeFailure(error);
}
