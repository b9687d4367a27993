import type { Slug, TransportStatus } from './catalogue.ts';

/** The place of one fault: in a body (a JSON Pointer as URI fragment, RFC 6901 section 6) or in a URL parameter. */
export type ErrorPlace =
  | { readonly detail: string; readonly pointer: string }
  | { readonly detail: string; readonly parameter: string };

/** A JSON number as the request has it, where a double would change its digits or spelling: `{ written: '9007199254740993' }`. */
export interface NumberAsWritten {
  readonly written: string;
}

/** Optional members of a refusal. */
export interface Particulars {
  readonly errors?: readonly ErrorPlace[];
  /** The cap or rule that was broken first. */
  readonly dimension?: string;
  /** The cap's value and the request's value, in the cap's unit. */
  readonly maximum?: number;
  readonly actual?: number | NumberAsWritten;
  /** Seconds to wait before a retry. Sent in the field Retry-After, not in the problem document. */
  readonly retryAfter?: number;
}

/**
 * Why a request is refused, as a value: functions return it instead of throwing, and `render_problem.ts` renders it.
 * `slug` is null for refusals that belong to no resource: the catalogue has no row for them, and the status is enough.
 */
export type Refusal = CataloguedRefusal | TransportRefusal;

export interface CataloguedRefusal extends Particulars {
  readonly kind: 'refusal';
  readonly slug: Slug;
  readonly detail: string;
}

export interface TransportRefusal extends Particulars {
  readonly kind: 'refusal';
  readonly slug: null;
  readonly status: TransportStatus;
  readonly detail: string;
}

/** @param detail what was wrong in this request and what would be right: "Cannot <do X>: <what is the case>." */
export function refuse(slug: Slug, detail: string, particulars?: Particulars): CataloguedRefusal {
  return { kind: 'refusal', slug, detail, ...particulars };
}

/** As `refuse`, for a status that has no slug. */
export function refuseTransport(status: TransportStatus, detail: string, particulars?: Particulars): TransportRefusal {
  return { kind: 'refusal', slug: null, status, detail, ...particulars };
}

export function isRefusal<Value>(value: Value | Refusal): value is Refusal {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'refusal';
}

/**
 * A JSON Pointer in its URI fragment form (RFC 6901 section 6): `#` for the whole document, `#/batch/2/match/all/0/text`.
 * @param tokens member names and array indices, outermost first
 */
export function jsonPointer(tokens: readonly (string | number)[]): string {
  return `#${tokens.map((token) => `/${fragment(String(token))}`).join('')}`;
}

function fragment(token: string): string {
  // A lone surrogate has no UTF-8 form, so U+FFFD replaces it.
  return encodeURIComponent(token.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));
}
