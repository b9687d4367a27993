import { jsonPointer } from '../problems/json_pointer.ts';
import { type Refusal, refuse } from '../problems/refusal.ts';
import { type Submission, validateSubmission } from './submission.ts';

/** The hidden field that carries the Idempotency-Key of a form; it is no member of the submission. */
export const KEY_FIELD = 'idempotency-key';

/**
 * A submission from the fields of an urlencoded form. An empty `about` counts as not sent, as a form always sends its
 * fields, and line ends are those that were typed: HTML sends each as CR LF.
 */
export function submissionFromForm(fields: Iterable<readonly [string, string]>): Submission | Refusal {
  const members = new Map<string, string>();
  for (const [name, value] of fields) {
    if (name === KEY_FIELD || (name === 'about' && value === '')) continue;
    if (members.has(name)) return refuseRepeated();
    members.set(name, value.replaceAll('\r\n', '\n'));
  }
  return validateSubmission(Object.fromEntries(members));
}

function refuseRepeated(): Refusal {
  const detail = 'Cannot read the form: a field is given twice.';
  return refuse('invalid-submission', detail, { dimension: 'shape', errors: [{ detail, pointer: jsonPointer([]) }] });
}
