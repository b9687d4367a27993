import { allowedMethods, type Resource } from '../../discovery/resource.ts';
import { overrideHeader } from '../../discovery/resources.ts';
import type { Refusal } from '../../problems/refusal.ts';
import { renderProblem } from '../../problems/render_problem.ts';
import { renderAcceptQuery, renderMethodOverrideRequired } from '../../protocol/link.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { type Answer, commonHeaders } from './answer.ts';
import { unstored } from './caching.ts';

const encoder = new TextEncoder();

/**
 * The one place that turns a refusal into an answer.
 *
 * @param origin origin of the service
 * @param resource the resource that refuses; null when there is none at the address
 * @param request null when the request could not be parsed
 * @param common fields of every answer of this kind
 */
export function answerRefusal(
  refusal: Refusal,
  origin: string,
  resource: Resource | null,
  request: ApiRequest | null,
  common: readonly string[] = commonHeaders,
): Answer {
  const { status, body } = renderProblem(refusal, origin);
  const bytes = encoder.encode(body);
  const headers = ['Content-Type', 'application/problem+json', 'Content-Length', String(bytes.length)];
  headers.push(...common, ...unstored);
  if (resource !== null) {
    if (status === 405) headers.push('Allow', allowedMethods(resource));
    headers.push(...(status === 405 ? queryFields(resource) : acceptQuery(resource)));
    if (status === 406 && !common.includes('Vary')) headers.push('Vary', 'Accept');
  }
  // RFC 9110 12.5.3: only a 415 that the content coding caused names the accepted codings.
  if (status === 415 && request?.header('content-encoding') !== undefined) headers.push('Accept-Encoding', 'identity');
  // The overload may be over in a second.
  const retryAfter = refusal.retryAfter ?? (status === 503 ? 1 : undefined);
  if (retryAfter !== undefined) headers.push('Retry-After', String(retryAfter));
  return { status, headers, body: bytes, problem: refusal.slug ?? `status-${status}` };
}

/** Fields that say how to send a QUERY to the resource, as names and values; empty for a resource without QUERY. */
export function queryFields(resource: Resource): string[] {
  const accepted = acceptQuery(resource);
  if (accepted.length === 0) return accepted;
  return [...accepted, 'method-override-required', renderMethodOverrideRequired('QUERY', overrideHeader)];
}

function acceptQuery(resource: Resource): string[] {
  return resource.queryFormats.length === 0 ? [] : ['Accept-Query', renderAcceptQuery(resource.queryFormats)];
}
