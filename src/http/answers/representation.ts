import { namesEntityTag } from '../../protocol/entity_tag.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { type Answer, commonHeaders } from './answer.ts';
import { type Coding, codingSuffix, compress, leastCompressed } from './compress.ts';
import { type ContentCodings, defaultContentCodings } from './content_codings.ts';
import { KeptAnswer, longestText } from './kept_answer.ts';

/** What a successful answer is made of, before coding and conditions are looked at. */
export interface RepresentationParts {
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Opaque part of the entity tag, without quotes; null: no `ETag`, and conditions are not looked at. */
  readonly validator: string | null;
  /** Names and values of `Cache-Control` and its kin; they go on the 304 too. */
  readonly caching: readonly string[];
  /** Request fields besides `Accept-Encoding` that chose this representation. */
  readonly varyBy?: string;
  /** Further names and values for the 200. */
  readonly fields?: readonly string[];
}

/** The answers of one resource state, each made on first use and then the same object for every request. */
export interface Representation {
  /** 200 or 304, coded as the request prefers. Only for GET, HEAD and QUERY. */
  answer(request: ApiRequest): Answer;
  /** Bytes of memory that it takes without its compressed variants, for a cache to count by. */
  readonly weight: number;
}

export interface Variant {
  readonly entityTag: string | null;
  readonly complete: Answer;
  readonly notModified: Answer;
}

export type AnswerCodings = ContentCodings<Variant>;

/** Where a caller names no codings, all its answers share these. */
const sharedCodings: AnswerCodings = defaultContentCodings();

/** Bytes of a variant beside its body: objects, lists of fields and their strings, as measured. */
const variantBytes = 2048;

/** @param codings those of the service, which keep the compressed variants within its budget */
export function createRepresentation(parts: RepresentationParts, codings = sharedCodings): Representation {
  const compressible = parts.body.length >= leastCompressed;
  let plain: Variant | null = null;
  let name: string | null = null;

  function coded(coding: Coding): Variant {
    name ??= codings.newName();
    let variant = codings.find(name, coding);
    if (variant === undefined) {
      variant = prepareVariant(parts, coding);
      codings.keep(name, coding, variant, weigh(variant.complete.body!));
    }
    return variant;
  }

  return {
    weight: weigh(parts.body),
    answer(request) {
      const coding = compressible ? codings.preferred(request.header('accept-encoding')) : null;
      if (coding === null) plain ??= prepareVariant(parts, null);
      const { entityTag, complete, notModified } = coding === null ? plain! : coded(coding);
      if (entityTag === null) return complete;
      const condition = request.header('if-none-match');
      return condition !== undefined && namesEntityTag(condition, entityTag) ? notModified : complete;
    },
  };
}

/** A short body is kept as text too, a byte a character. */
function weigh({ length }: Uint8Array): number {
  return variantBytes + (length <= longestText ? 2 : 1) * length;
}

function prepareVariant(parts: RepresentationParts, coding: Coding | null): Variant {
  const body = coding === null ? parts.body : compress(parts.body, coding);
  const entityTag =
    parts.validator === null ? null : `"${parts.validator}${coding === null ? '' : codingSuffix[coding]}"`;
  const shared = [
    ...commonHeaders,
    ...(entityTag === null ? [] : ['ETag', entityTag]),
    ...parts.caching,
    'Vary',
    parts.varyBy === undefined ? 'Accept-Encoding' : `${parts.varyBy}, Accept-Encoding`,
  ];
  const own = ['Content-Type', parts.contentType, 'Content-Length', String(body.length)];
  if (coding !== null) own.push('Content-Encoding', coding);
  return {
    entityTag,
    complete: new KeptAnswer([...own, ...shared, ...(parts.fields ?? [])], body),
    // RFC 9110 15.4.5: what a cache needs to freshen its copy, and nothing about the content.
    notModified: { status: 304, headers: shared, body: null },
  };
}
