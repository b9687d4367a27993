import type { MaybePromise } from '../../async/maybe_promise.ts';
import { negotiateEncoding } from '../../protocol/accept.ts';
import { namesEntityTag } from '../../protocol/entity_tag.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { type Answer, CachedAnswer, commonHeaders, longestText } from './answer.ts';
import {
  type Coding,
  type ContentCodings,
  codingSuffix,
  compress,
  compressLater,
  defaultContentCodings,
  leastCompressed,
  mostCompressed,
  mostCompressedAtOnce,
} from './content_codings.ts';

/** The parts of a successful answer, before content coding and conditions apply. */
export interface RepresentationParts {
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Opaque part of the entity tag, without quotes; null: no `ETag`, and conditions are ignored. */
  readonly validator: string | null;
  /** Alternating names and values of `Cache-Control` and related fields; the 304 carries them too. */
  readonly caching: readonly string[];
  /** Request fields besides `Accept-Encoding` that selected this representation, for `Vary`. */
  readonly varyBy?: string;
  /** Further names and values for the 200. */
  readonly fields?: readonly string[];
  /** The body in these codings, made beforehand; then there are no others. */
  readonly made?: Readonly<Record<'br' | 'gzip', Uint8Array>>;
}

/** The answers for one state of a resource. Each is made on first use and then reused for every request. */
export interface Representation {
  /** 200 or 304 in the coding that the request prefers. Only for GET, HEAD and QUERY. A promise while a long body is compressed. */
  answer(request: ApiRequest): MaybePromise<Answer>;
  /** Memory in bytes without the compressed variants: its weight in a cache. */
  readonly weight: number;
  /** The same where another cache has counted the bytes of the body: of a short body, its text. A long one is counted again. */
  readonly weightBesideBody: number;
}

export interface Variant {
  readonly entityTag: string | null;
  readonly complete: Answer;
  readonly notModified: Answer;
}

export type AnswerCodings = ContentCodings<Variant>;

/** Default for callers that pass no codings. */
const sharedCodings: AnswerCodings = defaultContentCodings();

/** Measured memory of a variant in bytes besides its body: objects, lists of fields and their strings. */
const variantBytes = 2048;

/** @param codings those of the service, which cache compressed variants within its memory budget */
export function createRepresentation(parts: RepresentationParts, codings = sharedCodings): Representation {
  const { length } = parts.body;
  const compressible = length >= leastCompressed && length <= mostCompressed;
  let plain: Variant | null = null;
  let name: string | null = null;

  function answerCoded(coding: Coding, request: ApiRequest): MaybePromise<Answer> {
    name ??= codings.newName();
    const known = codings.find(name, coding);
    if (known !== undefined) return choose(known, request);
    if (length <= mostCompressedAtOnce) return choose(keep(name, coding, compress(parts.body, coding)), request);
    const { entityTag, notModified } = prepareHead(parts, coding);
    if (isKnownTo(request, entityTag)) return notModified;
    const own = name;
    const variant = codings.makeLater(own, coding, async () =>
      keep(own, coding, await compressLater(parts.body, coding)),
    );
    return variant.then(({ complete }) => complete);
  }

  function answerMade(bodies: NonNullable<RepresentationParts['made']>, request: ApiRequest): Answer {
    const coding = negotiateEncoding(request.header('accept-encoding'), ['br', 'gzip'] as const);
    const body = coding === null ? parts.body : bodies[coding];
    return choose(prepareVariant(parts, coding, body), request);
  }

  function keep(own: string, coding: Coding, body: Uint8Array): Variant {
    const variant = prepareVariant(parts, coding, body);
    codings.keep(own, coding, variant, weigh(body));
    return variant;
  }

  return {
    weight: weigh(parts.body),
    weightBesideBody: variantBytes + length,
    answer(request) {
      if (parts.made !== undefined) return answerMade(parts.made, request);
      const coding = compressible ? codings.preferred(request.header('accept-encoding')) : null;
      if (coding !== null) return answerCoded(coding, request);
      plain ??= prepareVariant(parts, null, parts.body);
      return choose(plain, request);
    },
  };
}

function choose({ entityTag, complete, notModified }: Variant, request: ApiRequest): Answer {
  return isKnownTo(request, entityTag) ? notModified : complete;
}

/** Whether the client already has this representation (RFC 9110 13.1.2). */
function isKnownTo(request: ApiRequest, entityTag: string | null): boolean {
  if (entityTag === null) return false;
  const condition = request.header('if-none-match');
  return condition !== undefined && namesEntityTag(condition, entityTag);
}

/** A short body is stored twice: as bytes, and as text with one byte for each character. */
function weigh({ length }: Uint8Array): number {
  return variantBytes + (length <= longestText ? 2 : 1) * length;
}

/** The parts of a variant that do not depend on its body. */
function prepareHead(parts: RepresentationParts, coding: Coding | null): Omit<Variant, 'complete'> {
  const entityTag =
    parts.validator === null ? null : `"${parts.validator}${coding === null ? '' : codingSuffix[coding]}"`;
  const shared = [
    ...commonHeaders,
    ...(entityTag === null ? [] : ['ETag', entityTag]),
    ...parts.caching,
    'Vary',
    parts.varyBy === undefined ? 'Accept-Encoding' : `${parts.varyBy}, Accept-Encoding`,
  ];
  // RFC 9110 15.4.5: the fields that a cache needs to update its copy, and none about the content.
  return { entityTag, notModified: { status: 304, headers: shared, body: null } };
}

/** @param body the parts' body in the coding */
function prepareVariant(parts: RepresentationParts, coding: Coding | null, body: Uint8Array): Variant {
  const head = prepareHead(parts, coding);
  const own = ['Content-Type', parts.contentType, 'Content-Length', String(body.length)];
  if (coding !== null) own.push('Content-Encoding', coding);
  const headers = [...own, ...head.notModified.headers, ...(parts.fields ?? [])];
  return { ...head, complete: new CachedAnswer(headers, body) };
}
