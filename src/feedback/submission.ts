import { hash } from 'node:crypto';
import { jsonPointer } from '../problems/json_pointer.ts';
import { type Place, type Refusal, refuse } from '../problems/refusal.ts';
import { countCharacters } from '../text/count_characters.ts';

export const KINDS = ['missing', 'broken', 'confusing', 'inaccurate', 'other'] as const;
export const SEVERITIES = ['high', 'medium', 'low'] as const;

export type Kind = (typeof KINDS)[number];
export type Severity = (typeof SEVERITIES)[number];

/** What a sender says, checked (specification 2.6). */
export interface Submission {
  readonly kind: Kind;
  readonly severity: Severity;
  /** For the owner alone: no answer, header, log line or error holds it. */
  readonly message: string;
  /** As sent; null when nothing was. */
  readonly about: string | null;
}

/** Unicode code points, save `body`, which is bytes. */
export const submissionCaps = { message: 2000, about: 128, body: 65_536 } as const;

/** Characters that `about` may not hold: they would move the text around them wherever it is shown. */
const UNSHOWABLE = /[\p{Cc}\p{Bidi_Control}]/u;

/** The same for schemas, whose readers in other languages may not know classes by name. */
const SHOWABLE = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$';

/** The submission as JSON Schema 2020-12. It cannot say that a string with a lone surrogate is refused. */
export const submissionSchema = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: KINDS },
    severity: { type: 'string', enum: SEVERITIES },
    message: { type: 'string', minLength: 1, maxLength: submissionCaps.message },
    about: { type: 'string', maxLength: submissionCaps.about, pattern: SHOWABLE },
  },
  required: ['kind', 'severity', 'message'],
  additionalProperties: false,
} as const;

const MEMBERS = Object.keys(submissionSchema.properties);

/** A key that is longer or stranger is no misspelling of ours, and may be a message in the wrong place. */
const TELLABLE_KEY = /^[\w-]{1,24}$/;
const MOST_ERRORS = 50;

type Dimension = 'shape' | 'length';

interface Finding {
  readonly dimension: Dimension;
  readonly place: Place;
  readonly measure?: { readonly maximum: number; readonly actual: number };
}

/**
 * Any JSON value as a submission, or an `invalid-submission` refusal that names each place. Details never quote what
 * was sent, since a message may stand in any member by mistake.
 */
export function validateSubmission(value: unknown): Submission | Refusal {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuseFor([finding('shape', [], 'Cannot read the submission: an object is expected.')]);
  }
  const members = value as Readonly<Record<string, unknown>>;
  const findings = [
    ...unknownMembers(members),
    ...checkChoice(members, 'kind', KINDS),
    ...checkChoice(members, 'severity', SEVERITIES),
    ...checkText(members, 'message', 1),
    ...checkText(members, 'about', 0),
  ];
  if (findings.length > 0) return refuseFor(findings);
  const { kind, severity, message } = members as unknown as Submission;
  return { kind, severity, message, about: Object.hasOwn(members, 'about') ? (members.about as string) : null };
}

/** SHA-256 over the validated submission: equal for two bodies that say the same, however they are written. */
export function fingerprintOf({ kind, severity, message, about }: Submission): Uint8Array {
  return hash('sha256', JSON.stringify([kind, severity, message, about]), 'buffer');
}

function unknownMembers(members: object): readonly Finding[] {
  return Object.keys(members)
    .filter((key) => !MEMBERS.includes(key))
    .slice(0, MOST_ERRORS)
    .map((key) => {
      const detail = 'Cannot record an unknown member: a submission has kind, severity, message and about.';
      return finding('shape', TELLABLE_KEY.test(key) ? [key] : [], detail);
    });
}

function checkChoice(
  members: Readonly<Record<string, unknown>>,
  key: 'kind' | 'severity',
  choices: readonly string[],
): readonly Finding[] {
  const right = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)} is expected.`;
  if (!Object.hasOwn(members, key))
    return [finding('shape', [], `Cannot record a submission without ${key}: ${right}`)];
  const value = members[key];
  if (typeof value === 'string' && choices.includes(value)) return [];
  return [finding('shape', [key], `Cannot read ${key}: ${right}`)];
}

function checkText(
  members: Readonly<Record<string, unknown>>,
  key: 'message' | 'about',
  minimum: number,
): readonly Finding[] {
  const maximum = submissionCaps[key];
  const right = `a string of ${minimum} to ${maximum} characters is expected.`;
  if (!Object.hasOwn(members, key)) {
    return minimum === 0 ? [] : [finding('shape', [], `Cannot record a submission without ${key}: ${right}`)];
  }
  const value = members[key];
  if (typeof value !== 'string') return [finding('shape', [key], `Cannot read ${key}: ${right}`)];
  if (!value.isWellFormed()) return [finding('shape', [key], `Cannot record ${key}: it holds a lone surrogate.`)];
  if (key === 'about' && UNSHOWABLE.test(value)) {
    return [finding('shape', [key], 'Cannot record about: it holds a control or bidirectional formatting character.')];
  }
  const actual = countCharacters(value);
  if (actual >= minimum && actual <= maximum) return [];
  const found = finding('length', [key], `Cannot record ${key} of ${actual} characters: ${right}`);
  return [{ ...found, measure: { maximum, actual } }];
}

function finding(dimension: Dimension, path: readonly string[], detail: string): Finding {
  return { dimension, place: { detail, pointer: jsonPointer(path) } };
}

/** Shape comes before length, as in refusals of queries. */
function refuseFor(findings: readonly Finding[]): Refusal {
  const ordered = (['shape', 'length'] as const).flatMap((dimension) =>
    findings.filter((found) => found.dimension === dimension),
  );
  const first = ordered[0]!;
  return refuse('invalid-submission', first.place.detail, {
    dimension: first.dimension,
    ...first.measure,
    errors: ordered.slice(0, MOST_ERRORS).map(({ place }) => place),
  });
}
