import { allowedMethods, overrideHeader, type Resource } from '../../discovery/resources.ts';
import type { Refusal } from '../../problems/refusal.ts';
import { renderProblem } from '../../problems/render_problem.ts';
import { renderAcceptQuery, renderMethodOverrideRequired } from '../../protocol/query_fields.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { type Answer, commonHeaders } from './answer.ts';
import { unstored } from './caching.ts';

const encoder = new TextEncoder();

/**
 * The one place where a refusal becomes an answer.
 *
 * @param origin the origin that answers
 * @param resource the resource that refuses; null when there is none at the address
 * @param request null when none could be read
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
  // RFC 9110 12.5.3: only a 415 on account of the coding names the codings that are read.
  if (status === 415 && request?.header('content-encoding') !== undefined) headers.push('Accept-Encoding', 'identity');
  // A connection may be free again at once.
  const retryAfter = refusal.retryAfter ?? (status === 503 ? 1 : undefined);
  if (retryAfter !== undefined) headers.push('Retry-After', String(retryAfter));
  return { status, headers, body: bytes };
}

/** How to send a QUERY to the resource, as names and values; nothing for one that reads no query format. */
export function queryFields(resource: Resource): string[] {
  const accepted = acceptQuery(resource);
  if (accepted.length === 0) return accepted;
  return [...accepted, 'method-override-required', renderMethodOverrideRequired('QUERY', overrideHeader)];
}

function acceptQuery(resource: Resource): string[] {
  return resource.queryFormats.length === 0 ? [] : ['Accept-Query', renderAcceptQuery(resource.queryFormats)];
}
