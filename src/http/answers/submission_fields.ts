import type { SiteSettings } from '../../corpus/corpus.ts';
import { purposeOf, type Resource } from '../../discovery/resource.ts';
import { overrideHeader } from '../../discovery/resources.ts';
import { negotiateMediaType, weighMediaType } from '../../protocol/accept.ts';
import { canonicalOrigin } from '../../protocol/host.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { exposedFields } from './answer.ts';

/** Makes the fields of every answer to a submission. All other answers carry `commonHeaders`. */
export type SubmissionFields = (request: ApiRequest) => readonly string[];

/** Makes the fields of answers that only scripts of some origins may read (CORS). @param vary request fields that choose the answer */
export function createScriptFields(vary: string, isAllowed: (origin: string) => boolean): SubmissionFields {
  return (request) => {
    const origin = request.header('origin');
    const fields = ['X-Content-Type-Options', 'nosniff', 'Vary', vary];
    if (origin === undefined || !isAllowed(origin)) return fields;
    return [...fields, 'Access-Control-Allow-Origin', origin, ...exposedFields];
  };
}

/** Makes a check whether an `Origin` is the site's own or a configured one, in any spelling. */
export function createOriginCheck(settings: SiteSettings, configured: readonly string[]): (origin: string) => boolean {
  // A site without a known origin adds none.
  const own = [URL.parse(settings.origin)?.origin ?? '', settings.publicOrigin ?? '', ...configured];
  const allowed = new Set(own.map(canonicalOrigin).filter((origin) => origin !== null));
  return (origin) => allowed.has(canonicalOrigin(origin) ?? '');
}

/** The fields of answers that only scripts of some origins may read, by the purpose of the request; null: there are no such answers. */
export interface ScriptFields {
  readonly submit: SubmissionFields;
  readonly rpc: SubmissionFields | null;
}

/**
 * The fields of the answer to a POST that submits or calls, valid or not, rather than one that stands for a QUERY.
 * @returns null for any other request: its answer carries `commonHeaders`
 */
export function scriptFields(
  request: ApiRequest,
  resource: Resource | null,
  fieldsOf: ScriptFields,
): readonly string[] | null {
  if (request.method !== 'POST' || request.header(overrideHeader) === 'QUERY' || resource === null) return null;
  const purpose = purposeOf(resource, 'POST');
  return purpose === 'submit' || purpose === 'rpc' ? (fieldsOf[purpose]?.(request) ?? null) : null;
}

/**
 * How a submission is confirmed: in JSON, or with a redirect for a browser that sent a form (decisions 4, form post). A browser
 * names `text/html` or `text/*` with at least the weight of JSON. A program may accept HTML only by a full wildcard and gets JSON.
 *
 * @returns null when neither is accepted
 */
export function confirmationType(accept: string | undefined): 'json' | 'html' | null {
  const html = weighMediaType(accept, 'text/html');
  const json = weighMediaType(accept, 'application/json');
  if (html.isNamed && html.weight > 0 && html.weight >= json.weight) return 'html';
  return negotiateMediaType(accept, ['application/json']) === null ? null : 'json';
}
