import { allowedMethods, overrideHeader, type Resource } from '../discovery/resources.ts';
import { renderLink } from '../protocol/link.ts';
import { type Answer, commonHeaders } from './answer.ts';
import { queryFields } from './answer_refusal.ts';
import type { ApiRequest } from './api_request.ts';

const description = renderLink('/api/openapi.json', { rel: 'service-desc', type: 'application/json' });

/** What a script of another origin may send: the fields that requests of this API are made of. */
const allowedFields = `Accept, Content-Type, Idempotency-Key, If-None-Match, ${overrideHeader}`;

/**
 * The answer to OPTIONS (specification 1), with the CORS fields when the request is a preflight.
 *
 * @param resource null for `OPTIONS *`, which asks about the server as a whole
 */
export function answerOptions(resource: Resource | null, request: ApiRequest): Answer {
  const allow = resource === null ? 'GET, HEAD, OPTIONS' : allowedMethods(resource);
  const headers = ['Allow', allow, 'Link', description, ...(resource === null ? [] : queryFields(resource))];
  headers.push(...commonHeaders);
  if (request.header('origin') !== undefined && request.header('access-control-request-method') !== undefined) {
    // A QUERY travels as POST, so that is what a browser asks leave for.
    const methods = resource?.queryFormats.length ? `${allow}, POST` : allow;
    headers.push('Access-Control-Allow-Methods', methods, 'Access-Control-Allow-Headers', allowedFields);
    headers.push('Access-Control-Max-Age', '86400');
  }
  return { status: 204, headers, body: null };
}
