import { renderFeedbackPage } from '../../discovery/feedback_page.ts';
import { overrideHeader } from '../../discovery/resources.ts';
import { emptyAggregate } from '../../feedback/aggregate.ts';
import { listFeedback, listLimits } from '../../feedback/list_feedback.ts';
import type { PublicAbout } from '../../feedback/public_about.ts';
import { submissionCaps } from '../../feedback/submission.ts';
import { uuidV7 } from '../../feedback/submit_feedback.ts';
import { isRefusal, type Refusal, refuse } from '../../problems/refusal.ts';
import { renderLink } from '../../protocol/link.ts';
import { renderAcceptQuery } from '../../protocol/query_fields.ts';
import { unstored } from '../answers/caching.ts';
import { pagePolicy } from '../answers/page_policy.ts';
import { createRepresentation, type RepresentationParts } from '../answers/representation.ts';
import type { SubmissionFields } from '../answers/submission_fields.ts';
import { readJsonBody } from '../requests/read_body.ts';
import { boundsOf, type FeedbackOptions, type FromStore } from './from_store.ts';
import type { HandlerContext, HandlerOf } from './handler_context.ts';
import { handleSubmission } from './submit.ts';

const json = 'application/json';
const acceptQuery = ['Accept-Query', renderAcceptQuery([json])];

/** Shared by the feedback resources. */
export interface FeedbackParts {
  readonly feedback: FeedbackOptions;
  readonly publicAbout: PublicAbout;
  readonly submissionFields: SubmissionFields;
  readonly fromStore: FromStore;
}

/** `/api/feedback`: the list (GET), one submission (POST) and the aggregate (QUERY) (specification 4.12 to 4.14). */
export function handleFeedback(parts: FeedbackParts): HandlerOf<'feedback'> {
  const { feedback, publicAbout, submissionFields, fromStore } = parts;
  const { store, countBudget } = feedback;
  const options = { store, publicAbout, ...(countBudget === undefined ? {} : { countBudget }) };
  return {
    async GET({ request, search }) {
      const parameters = new URLSearchParams(search ?? '');
      const cursors = parameters.getAll('cursor');
      const limit = readListLimit(parameters.getAll('limit'));
      const cursor = cursors.length === 1 ? cursors[0]! : null;
      const list = await fromStore(() => listFeedback({ cursor, limit }, options, boundsOf(request)));
      if (isRefusal(list)) return list;
      const next = list.next === null ? [] : ['Link', renderLink(nextAddress(list.next, limit), { rel: 'next' })];
      return represent(list.envelope, { fields: [...next, ...acceptQuery] });
    },

    POST: handleSubmission(feedback, submissionFields, fromStore),

    async QUERY({ request }) {
      const body = await readJsonBody(request, submissionCaps.body);
      if (isRefusal(body)) return body;
      const refusal = refuseNonEmptyObject(body.value);
      if (refusal !== null) return refusal;
      const bounds = boundsOf(request, performance.now());
      const aggregate = await fromStore(() => store.readAggregate(bounds));
      if (isRefusal(aggregate)) return aggregate;
      // The answer to POST depends on the override header.
      return represent(aggregate ?? emptyAggregate, { varyBy: overrideHeader });
    },
  };
}

/**
 * The number of rows in the list (specification 4.12). Never refused: anything but one whole number means the default, and a
 * number out of range is clamped.
 * @param values decoded values of the parameter `limit`
 */
export function readListLimit(values: readonly string[]): number {
  const [text = ''] = values;
  if (values.length !== 1 || !/^-?[0-9]+$/.test(text)) return listLimits.default;
  // Very many digits give Infinity, which is clamped too. Adding 0 turns -0 into 0.
  return Math.min(Math.max(Number(text), 0), listLimits.maximum) + 0;
}

/** The page after an empty one (limit 0) has the default size; otherwise its reader would never advance. */
function nextAddress(cursor: string, limit: number): string {
  const kept = limit === 0 || limit === listLimits.default ? '' : `&limit=${limit}`;
  return `/api/feedback?cursor=${cursor}${kept}`;
}

function represent(value: unknown, more: Partial<RepresentationParts>) {
  const body = new TextEncoder().encode(JSON.stringify(value));
  return createRepresentation({ contentType: json, body, validator: null, caching: unstored, ...more });
}

/** A query for the aggregate has no keys: any key is refused rather than ignored, and the refusal quotes none. */
function refuseNonEmptyObject(value: unknown): Refusal | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject && Object.keys(value).length === 0) return null;
  const fault = isObject ? 'it has a key' : 'it is no object';
  const detail = `Cannot answer the query: ${fault}; send an empty object to get the totals.`;
  return refuse('invalid-query', detail, { dimension: 'shape', errors: [{ detail, pointer: '#' }] });
}

/** `/feedback`: the form, with a new idempotency key in each answer. */
export function handleFeedbackForm(
  { questions }: HandlerContext,
  { now, randomBytes }: FeedbackOptions,
): HandlerOf<'feedbackForm'> {
  return {
    GET({ search }) {
      const parameters = new URLSearchParams(search ?? '');
      const isThanks = parameters.get('submitted') === '1';
      const about = (parameters.get('about') ?? '').slice(0, submissionCaps.about);
      const html = renderFeedbackPage(questions.settings, uuidV7(now(), randomBytes(10)), isThanks, about);
      return createRepresentation({
        contentType: 'text/html; charset=utf-8',
        body: new TextEncoder().encode(html),
        validator: null,
        caching: unstored,
        fields: pagePolicy('self'),
      });
    },
  };
}
