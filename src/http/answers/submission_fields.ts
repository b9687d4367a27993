import type { SiteSettings } from '../../corpus/corpus.ts';
import { overrideHeader, purposeOf, type Resource } from '../../discovery/resources.ts';
import { canonicalOrigin } from '../../protocol/canonical_origin.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { exposedFields } from './answer.ts';

/** Fields of every answer to a submission, where `commonHeaders` are of all others. */
export type SubmissionFields = (request: ApiRequest) => readonly string[];

/**
 * A submission may come from scripts of the site's own origin and of those configured (CORS); a script of another one
 * does not see what became of it.
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

/** Whether a request is a submission, good or bad, rather than a question that travels as POST. */
export function isSubmission(request: ApiRequest, resource: Resource): boolean {
  const isPost = request.method === 'POST' && request.header(overrideHeader) !== 'QUERY';
  return isPost && purposeOf(resource, 'POST') === 'submit';
}
