import {
  KEY_FIELD,
  type Submission,
  submissionCaps,
  submissionFromForm,
  validateSubmission,
} from '../../feedback/submission.ts';
import { submitFeedback } from '../../feedback/submit_feedback.ts';
import { isRefusal, type Refusal, refuse } from '../../problems/refusal.ts';
import { parseFormFields } from '../../protocol/form_fields.ts';
import { parseIdempotencyKey } from '../../protocol/idempotency_key.ts';
import { isJsonMediaType, parseMediaType } from '../../protocol/media_type.ts';
import type { Answer } from '../answers/answer.ts';
import { unstored } from '../answers/caching.ts';
import { confirmationType, type SubmissionFields } from '../answers/submission_fields.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { parseJsonBody, readBody } from '../requests/read_body.ts';
import { boundsOf, type FeedbackOptions, type FromStore } from './from_store.ts';
import type { MethodHandler } from './handler_context.ts';

/** The address that a browser is redirected to after its form was recorded. */
const thanks = '/feedback?submitted=1';

/** A submission with its idempotency key. */
interface Keyed {
  readonly key: string;
  readonly submission: Submission;
}

/**
 * `POST /api/feedback` (specification 4.13). Refuses in the order 406, 400 missing-media-type, 415, 413, 400 for the key,
 * 400 malformed-body, 422, 409. The key of a form may be in the form, so a form is parsed before its key is read.
 */
export function handleSubmission(
  feedback: FeedbackOptions,
  fields: SubmissionFields,
  fromStore: FromStore,
): MethodHandler {
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
  if (form === null) return refuse('malformed-body', 'Cannot read the body as a form: it is not UTF-8 throughout.');
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
  'Cannot confirm in a type that Accept admits: there is application/json and, for a form, text/html.',
);
const missingKey = refuse(
  'missing-idempotency-key',
  'Cannot record the submission: it has no Idempotency-Key. Send a fresh value, and the same one when you send it again.',
);
const invalidKey = refuse(
  'invalid-idempotency-key',
  'Cannot read Idempotency-Key: one value of visible ASCII characters is expected, bare or in double quotes.',
);
