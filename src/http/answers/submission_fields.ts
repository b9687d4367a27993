import type { SiteSettings } from '../../corpus/corpus.ts';
import { overrideHeader, purposeOf, type Resource } from '../../discovery/resources.ts';
import { canonicalOrigin } from '../../protocol/canonical_origin.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { exposedFields } from './answer.ts';

/** Makes the fields of every answer to a submission. All other answers carry `commonHeaders`. */
export type SubmissionFields = (request: ApiRequest) => readonly string[];

/**
 * Scripts of the site's own origin and of the configured origins may read answers to submissions (CORS). Scripts of other
 * origins may not.
 */
export function createSubmissionFields(settings: SiteSettings, configured: readonly string[]): SubmissionFields {
  const own = [new URL(settings.origin).origin, settings.publicOrigin ?? '', ...configured];
  const allowed = new Set(own.map(canonicalOrigin).filter((origin) => origin !== null));
  return (request) => {
    const origin = request.header('origin');
    const fields = ['X-Content-Type-Options', 'nosniff', 'Vary', 'Accept, Origin'];
    if (origin === undefined || !allowed.has(canonicalOrigin(origin) ?? '')) return fields;
    return [...fields, 'Access-Control-Allow-Origin', origin, ...exposedFields];
  };
}

/** Whether a request is a submission, valid or not, rather than a QUERY that is sent as POST. */
export function isSubmission(request: ApiRequest, resource: Resource): boolean {
  const isPost = request.method === 'POST' && request.header(overrideHeader) !== 'QUERY';
  return isPost && purposeOf(resource, 'POST') === 'submit';
}
