import { allowedMethods, purposeOf, type Resource } from '../../discovery/resource.ts';
import { overrideHeader } from '../../discovery/resources.ts';
import { renderLink } from '../../protocol/link.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { type Answer, commonHeaders } from './answer.ts';
import { queryFields } from './answer_refusal.ts';
import type { ScriptFields } from './submission_fields.ts';

const description = renderLink('/api/openapi.json', { rel: 'service-desc', type: 'application/json' });

/** Value of `Allow` for the server as a whole. */
export const serverMethods = 'GET, HEAD, OPTIONS';

/** Request fields that scripts of other origins may send. */
const allowedFields = `Accept, Content-Type, Idempotency-Key, If-None-Match, ${overrideHeader}`;
/** Permission to send a query must not be permission to submit, which needs a key and no override. */
const queryRequestFields = `Accept, Content-Type, If-None-Match, ${overrideHeader}`;
/** Request fields of a POST that only scripts of some origins may send, by purpose. Clients of 2025 send a session id, which is ignored. */
const scriptRequestFields = {
  submit: 'Accept, Content-Type, Idempotency-Key',
  rpc: 'Accept, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id',
};

/**
 * The answer to OPTIONS (specification 1), with the CORS fields when the request is a preflight.
 *
 * @param resource null for `OPTIONS *`, which is about the server as a whole
 * @param fieldsOf makes the fields of answers that only scripts of some origins may read
 */
export function answerOptions(resource: Resource | null, request: ApiRequest, fieldsOf: ScriptFields): Answer {
  const allow = resource === null ? serverMethods : allowedMethods(resource);
  const headers = ['Allow', allow, 'Link', description, ...(resource === null ? [] : queryFields(resource))];
  const purpose = resource === null ? null : askedPurpose(request, resource);
  const common = purpose === null ? undefined : fieldsOf[purpose]?.(request);
  if (purpose !== null && common !== undefined) {
    headers.push(...common);
    if (common.includes('Access-Control-Allow-Origin'))
      headers.push(...permission('POST', scriptRequestFields[purpose]));
    return { status: 204, headers, body: null };
  }
  headers.push(...commonHeaders);
  if (request.header('origin') !== undefined && request.header('access-control-request-method') !== undefined) {
    const posts = resource?.methods.includes('POST') === true;
    const submits = resource !== null && purposeOf(resource, 'POST') === 'submit';
    // A QUERY is sent as POST, so browsers ask permission for POST.
    const methods = resource?.queryFormats.length && !posts ? `${allow}, POST` : allow;
    headers.push(...permission(methods, submits ? queryRequestFields : allowedFields));
  }
  return { status: 204, headers, body: null };
}

/** The CORS fields that permit a request, for a day. */
function permission(methods: string, fields: string): string[] {
  const allowed = ['Access-Control-Allow-Methods', methods, 'Access-Control-Allow-Headers', fields];
  return [...allowed, 'Access-Control-Max-Age', '86400'];
}

/** What a preflight asks for, when it is a POST that submits or calls, rather than a QUERY that is sent as POST; else null. */
function askedPurpose(request: ApiRequest, resource: Resource): 'submit' | 'rpc' | null {
  const purpose = purposeOf(resource, 'POST');
  if ((purpose !== 'submit' && purpose !== 'rpc') || request.header('origin') === undefined) return null;
  const fields = (request.header('access-control-request-headers') ?? '').toLowerCase().split(',');
  const isPost =
    request.header('access-control-request-method') === 'POST' &&
    !fields.some((field) => field.trim() === overrideHeader);
  return isPost ? purpose : null;
}
