import type { Slug } from './catalogue.ts';
import type { TransportStatus } from './transport_status.ts';

/** One place that is not as it should be: in a body (a JSON Pointer as URI fragment, RFC 6901 section 6) or in a URL parameter. */
export type Place =
  | { readonly detail: string; readonly pointer: string }
  | { readonly detail: string; readonly parameter: string };

/** A JSON number that a double does not hold, or would spell otherwise: `{ written: '9007199254740993' }`. */
export interface NumberAsWritten {
  readonly written: string;
}

/** What a refusal may say besides its detail. */
export interface Particulars {
  readonly errors?: readonly Place[];
  /** The cap or rule that was broken first. */
  readonly dimension?: string;
  /** The cap's value and what the request came to, in the cap's unit. */
  readonly maximum?: number;
  readonly actual?: number | NumberAsWritten;
  /** Seconds after which it may go otherwise: a field of the answer, no member of the document. */
  readonly retryAfter?: number;
}

/**
 * Why a request is not answered, as a value: rooms below HTTP return it, one file renders it (`render_problem.ts`).
 * `slug` is null for what is refused below the resources, where the catalogue has no row and the status says it all.
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
