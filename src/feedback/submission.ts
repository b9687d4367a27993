import { hash } from 'node:crypto';
import * as z from 'zod';
import { type ErrorPlace, jsonPointer, type Refusal, refuse } from '../problems/refusal.ts';
import { countCharacters } from '../text/count_characters.ts';
import { KINDS, type Kind } from '../text/submission_kinds.ts';

export { KIND_LABELS, KINDS, type Kind } from '../text/submission_kinds.ts';

export const SEVERITIES = ['high', 'medium', 'low'] as const;

export type Severity = (typeof SEVERITIES)[number];

export interface Submission {
  readonly kind: Kind;
  readonly severity: Severity;
  /** For the owner only: never in an answer, header, log line or error. */
  readonly message: string;
  readonly about: string | null;
}

/** In Unicode code points, except `body`, which is in bytes. */
export const submissionCaps = { message: 2000, about: 128, body: 65_536 } as const;

/**
 * `about` must not contain control and bidirectional formatting characters, which would distort the text around them.
 * The pattern lists them, because it is published in the schema and other regex engines may not support class names.
 */
const SHOWABLE = /^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/;

/** The form of a submission, used by the validator and for the published schema. */
const submissionForm = z.strictObject({
  kind: z.enum(KINDS),
  severity: z.enum(SEVERITIES),
  message: wellFormed().min(1).max(submissionCaps.message),
  about: wellFormed().max(submissionCaps.about).regex(SHOWABLE).optional(),
});

const readSubmission = z.compile(submissionForm);

/** A string without lone surrogates. Its length is in code points, as in JSON Schema. */
function wellFormed() {
  return z.string().refine((value) => value.isWellFormed());
}

const { $schema: _, ...publishedSchema } = z.toJSONSchema(submissionForm, { target: 'draft-2020-12', io: 'input' });
/** The submission as JSON Schema 2020-12, which cannot express that lone surrogates are refused. */
export const submissionSchema: Readonly<Record<string, unknown>> = publishedSchema;

type Member = keyof typeof submissionForm.shape;
const MEMBERS = Object.keys(submissionForm.shape) as readonly Member[];

/** Only such unknown keys are quoted in a refusal: any other key may be a message in the wrong place. */
const REPEATABLE_KEY = /^[\w-]{1,24}$/;
const MOST_ERRORS = 50;

type Dimension = 'shape' | 'length';
type Issue = z.core.$ZodIssue;

interface SubmissionFault {
  readonly dimension: Dimension;
  readonly place: ErrorPlace;
  readonly measure?: { readonly maximum: number; readonly actual: number };
}

/**
 * Validates any JSON value, or returns an `invalid-submission` refusal that names each invalid member. Details never quote
 * values, because any member may contain the message by mistake.
 */
export function validateSubmission(value: unknown): Submission | Refusal {
  const read = readSubmission.safeParse(value);
  if (read.success) {
    const { kind, severity, message, about = null } = read.data;
    return { kind, severity, message, about };
  }
  const { issues } = read.error;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuseFor([faultAt('shape', [], 'Cannot read the submission: expected an object.')]);
  }
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  return refuseFor([
    ...unknown.slice(0, MOST_ERRORS).map(unknownMember),
    ...MEMBERS.flatMap((member) => explainMember(member, value as Readonly<Record<string, unknown>>, issues)),
  ]);
}

/** SHA-256 over the validated submission: equal for two bodies with the same values, however they are formatted. */
export function fingerprintOf({ kind, severity, message, about }: Submission): Uint8Array {
  return hash('sha256', JSON.stringify([kind, severity, message, about]), 'buffer');
}

/** Hidden form field with the Idempotency-Key; it is not a member of the submission. */
export const KEY_FIELD = 'idempotency-key';

/**
 * Reads a submission from the fields of an urlencoded form. An empty `about` counts as not sent, because a form sends all
 * its fields. CR LF becomes LF, because HTML forms send every line end as CR LF.
 */
export function submissionFromForm(fields: Iterable<readonly [string, string]>): Submission | Refusal {
  const members = new Map<string, string>();
  for (const [name, value] of fields) {
    if (name === KEY_FIELD || (name === 'about' && value === '')) continue;
    if (members.has(name)) return refuseFor([faultAt('shape', [], 'Cannot read the form: a field appears twice.')]);
    members.set(name, value.replaceAll('\r\n', '\n'));
  }
  return validateSubmission(Object.fromEntries(members));
}

function unknownMember(key: string): SubmissionFault {
  const detail = 'Cannot record an unknown member: a submission can have only kind, severity, message and about.';
  return faultAt('shape', REPEATABLE_KEY.test(key) ? [key] : [], detail);
}

/** The first error of a member. Checks presence, type and characters, then length. */
function explainMember(
  member: Member,
  members: Readonly<Record<string, unknown>>,
  issues: readonly Issue[],
): readonly SubmissionFault[] {
  const own = issues.filter(({ path }) => path[0] === member);
  if (own.length === 0) return [];
  const right = `expected ${expected(member)}.`;
  if (!Object.hasOwn(members, member)) {
    return [faultAt('shape', [], `Cannot record a submission without ${member}: ${right}`)];
  }
  const codes = new Set(own.map(({ code }) => code));
  if (codes.has('invalid_type') || codes.has('invalid_value')) {
    return [faultAt('shape', [member], `Cannot read ${member}: ${right}`)];
  }
  if (codes.has('custom')) {
    return [faultAt('shape', [member], `Cannot record ${member}: it contains a lone surrogate.`)];
  }
  if (codes.has('invalid_format')) {
    const fault = 'it contains a control or bidirectional formatting character';
    return [faultAt('shape', [member], `Cannot record ${member}: ${fault}.`)];
  }
  const actual = countCharacters(members[member] as string);
  const found = faultAt('length', [member], `Cannot record ${member} of ${actual} characters: ${right}`);
  return [{ ...found, measure: { maximum: submissionCaps[member as 'message' | 'about'], actual } }];
}

function expected(member: Member): string {
  switch (member) {
    case 'kind':
      return listed(KINDS);
    case 'severity':
      return listed(SEVERITIES);
    case 'message':
      return `a string of 1 to ${submissionCaps.message} characters`;
    case 'about':
      return `a string of up to ${submissionCaps.about} characters`;
  }
}

function listed(words: readonly string[]): string {
  const quoted = words.map((word) => `"${word}"`);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

function faultAt(dimension: Dimension, path: readonly string[], detail: string): SubmissionFault {
  return { dimension, place: { detail, pointer: jsonPointer(path) } };
}

/** Reports errors of shape before errors of length, as refusals of queries do. */
function refuseFor(faults: readonly SubmissionFault[]): Refusal {
  const ordered = (['shape', 'length'] as const).flatMap((dimension) =>
    faults.filter((found) => found.dimension === dimension),
  );
  const first = ordered[0]!;
  return refuse('invalid-submission', first.place.detail, {
    dimension: first.dimension,
    ...first.measure,
    errors: ordered.slice(0, MOST_ERRORS).map(({ place }) => place),
  });
}
