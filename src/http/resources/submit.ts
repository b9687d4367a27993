import { renderFeedbackPage } from '../../discovery/html_page.ts';
import { overrideHeader } from '../../discovery/resources.ts';
import { listFeedback, listLimits } from '../../feedback/list_feedback.ts';
import { submissionOfAnswer } from '../../feedback/page_answers.ts';
import { emptyAggregate, type PublicAbout } from '../../feedback/public_feedback.ts';
import {
  KEY_FIELD,
  type Submission,
  submissionCaps,
  submissionFromForm,
  validateSubmission,
} from '../../feedback/submission.ts';
import { submitFeedback, uuidV7 } from '../../feedback/submit_feedback.ts';
import { isRefusal, type Refusal, refuse } from '../../problems/refusal.ts';
import { parseFormFields } from '../../protocol/form_fields.ts';
import { parseIdempotencyKey } from '../../protocol/idempotency_key.ts';
import { renderAcceptQuery, renderLink } from '../../protocol/link.ts';
import { isJsonMediaType, parseMediaType } from '../../protocol/media_type.ts';
import type { Answer } from '../answers/answer.ts';
import { unstored } from '../answers/caching.ts';
import { pagePolicy } from '../answers/page_policy.ts';
import { Representation, type RepresentationParts } from '../answers/representation.ts';
import { confirmationType, type SubmissionFields } from '../answers/submission_fields.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { parseJsonBody, readBody, readJsonBody } from '../requests/read_body.ts';
import { boundsOf, type FeedbackOptions, type FromStore } from './from_store.ts';
import type { HandlerContext, HandlerOf, MethodHandler } from './handler_context.ts';

/** The address that a browser is redirected to after its form was recorded. */
const thanks = '/feedback?submitted=1';

interface Keyed {
  readonly key: string;
  readonly submission: Submission;
}

/**
 * `POST /api/feedback` (specification 4.13). Refuses in the order 406, 400 missing-media-type, 415, 413, 400 for the key,
 * 400 malformed-body, 422, 409. The key of a form may be in the form, so a form is parsed before its key is read.
 */
function handleSubmission(feedback: FeedbackOptions, fields: SubmissionFields, fromStore: FromStore): MethodHandler {
  return async ({ request }) => {
    const type = confirmationType(request.header('accept'));
    if (type === null) return unacceptable;
    const keyed = await readSubmission(request, type === 'html');
    if (isRefusal(keyed)) return keyed;
    const bounds = boundsOf(request, performance.now());
    const confirmation = await fromStore(() => submitFeedback(keyed.submission, keyed.key, feedback, bounds));
    if (isRefusal(confirmation)) return confirmation;
    const { item, replayed } = confirmation;
    const body = new TextEncoder().encode(JSON.stringify(item));
    const shared = [...fields(request), ...unstored, ...(replayed ? ['Idempotency-Replayed', 'true'] : [])];
    const answer: Answer =
      type === 'html'
        ? { status: 303, headers: ['Location', thanks, 'Content-Length', '0', ...shared], body: null }
        : {
            status: 201,
            headers: ['Content-Type', 'application/json', 'Content-Length', String(body.length), ...shared],
            body,
          };
    return { answer: () => answer };
  };
}

/** @param acceptsForms whether a form is read as well as JSON */
async function readSubmission(request: ApiRequest, acceptsForms: boolean): Promise<Keyed | Refusal> {
  const bytes = await readBody(request, {
    cap: submissionCaps.body,
    isRead: (mediaType) => isJsonMediaType(mediaType) || (acceptsForms && isForm(mediaType)),
    wanted: acceptsForms
      ? 'its media type is neither JSON nor application/x-www-form-urlencoded. Send one of them in UTF-8'
      : 'its media type is not JSON. Send application/json, or a type that ends in +json, in UTF-8',
  });
  if (isRefusal(bytes)) return bytes;
  return acceptsForms && isForm(request.header('content-type') ?? '')
    ? fromForm(request, bytes)
    : fromJson(request, bytes);
}

function fromJson(request: ApiRequest, bytes: Uint8Array): Keyed | Refusal {
  const key = readKey(request.headerLines('idempotency-key'));
  if (isRefusal(key)) return key;
  const json = parseJsonBody(bytes);
  if (isRefusal(json)) return json;
  return keyedBy(key, validateSubmission(json.value));
}

function fromForm(request: ApiRequest, bytes: Uint8Array): Keyed | Refusal {
  const form = parseFormFields(bytes);
  if (form === null) return refuse('malformed-body', 'Cannot read the body as a form: it is not valid UTF-8.');
  const lines = request.headerLines('idempotency-key');
  const hidden = form.filter(([name]) => name === KEY_FIELD).map(([, value]) => value);
  const key = readKey(lines.length > 0 ? lines : hidden);
  return isRefusal(key) ? key : keyedBy(key, submissionFromForm(form));
}

function keyedBy(key: string, submission: Submission | Refusal): Keyed | Refusal {
  return isRefusal(submission) ? submission : { key, submission };
}

function readKey(lines: readonly string[]): string | Refusal {
  if (lines.length === 0) return missingKey;
  return parseIdempotencyKey(lines) ?? invalidKey;
}

function isForm(text: string): boolean {
  const type = parseMediaType(text);
  if (type === null || type.essence !== 'application/x-www-form-urlencoded') return false;
  return (type.parameters.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8';
}

const unacceptable = refuse(
  'not-acceptable',
  'Cannot return a media type that Accept allows: this resource offers application/json and, for a form, text/html.',
);
const missingKey = refuse(
  'missing-idempotency-key',
  'Cannot record the submission: it has no Idempotency-Key. Send a new value, and the same value whenever you send this submission again.',
);
const invalidKey = refuse(
  'invalid-idempotency-key',
  'Cannot read Idempotency-Key: expected one value of visible ASCII characters, bare or in double quotes.',
);

const json = 'application/json';
const acceptQuery = ['Accept-Query', renderAcceptQuery([json])];

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
  return new Representation({ contentType: json, body, validator: null, caching: unstored, ...more });
}

/** A query for the aggregate has no keys: any key is refused rather than ignored, and the refusal quotes none. */
function refuseNonEmptyObject(value: unknown): Refusal | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject && Object.keys(value).length === 0) return null;
  const fault = isObject ? 'it is not empty' : 'it is not an object';
  const detail = `Cannot answer the query: ${fault}. Send an empty object to get the totals.`;
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
      const said = submissionOfAnswer(parameters.get('helpful'));
      const html = renderFeedbackPage(questions.settings, uuidV7(now(), randomBytes(10)), isThanks, about, said);
      return new Representation({
        contentType: 'text/html; charset=utf-8',
        body: new TextEncoder().encode(html),
        validator: null,
        caching: unstored,
        fields: pagePolicy('self'),
      });
    },
  };
}
