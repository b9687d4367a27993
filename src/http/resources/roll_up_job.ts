import { rollUpPath } from '../../discovery/resources.ts';
import type { PublicAbout } from '../../feedback/public_feedback.ts';
import { rollUp } from '../../feedback/roll_up.ts';
import { isRefusal, refuse, refuseTransport } from '../../problems/refusal.ts';
import { parseRequestTarget } from '../../protocol/request_target.ts';
import { type Answer, commonHeaders } from '../answers/answer.ts';
import { answerRefusal } from '../answers/answer_refusal.ts';
import { unstored } from '../answers/caching.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { createSecretCheck } from '../requests/gate.ts';
import type { FeedbackOptions, FromStore } from './from_store.ts';

/** Whether a target is the scheduler's address, which is not a resource (specification 4.16). */
export function isRollUpAddress(target: string): boolean {
  return target.includes(rollUpPath) && parseRequestTarget(target)?.path === rollUpPath;
}

/** Makes a check whether a request carries the scheduler's secret. @param secret null or empty: no request does */
export function createSchedulerCheck(secret: string | null): (request: ApiRequest) => boolean {
  if (secret === null || secret === '') return () => false;
  const isSecret = createSecretCheck(secret);
  return (request) => {
    // The scheme is case-insensitive (RFC 9110 11.1).
    const sent = /^bearer (.*)$/is.exec(request.header('authorization') ?? '')?.[1];
    return sent !== undefined && isSecret(sent);
  };
}

export function answerUnscheduled(request: ApiRequest): Answer {
  const refusal = refuseTransport(
    401,
    'Cannot run the job: this address is for the scheduler; send its secret as a Bearer token.',
  );
  const answer = answerRefusal(refusal, '', null, request);
  return { ...answer, headers: [...answer.headers, 'WWW-Authenticate', 'Bearer'] };
}

/** Replaces the aggregate. `rolledUp` is false when another roll-up is running. */
export async function answerRollUp(
  request: ApiRequest,
  origin: string,
  options: FeedbackOptions & { readonly publicAbout: PublicAbout },
  fromStore: FromStore,
): Promise<Answer> {
  if (request.method !== 'GET' && request.method !== 'POST') {
    const refusal = refuse('method-not-allowed', 'Cannot answer this method: use GET or POST to run the job.');
    const answer = answerRefusal(refusal, origin, null, request);
    return { ...answer, headers: [...answer.headers, 'Allow', 'GET, POST'] };
  }
  const written = await fromStore(() => rollUp(options));
  if (isRefusal(written)) return answerRefusal(written, origin, null, request);
  const body = new TextEncoder().encode(JSON.stringify({ rolledUp: written !== null }));
  const headers = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];
  return { status: 200, headers: [...headers, ...commonHeaders, ...unstored], body };
}
