import type { MaybePromise } from '../../async/maybe_promise.ts';
import { openBudget } from '../../cache/cache_budget.ts';
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
  createContentCodings,
  leastCompressed,
  mostCompressed,
  mostCompressedAtOnce,
  type Variant,
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

/** Default for callers that pass no codings. */
const sharedCodings = createContentCodings(openBudget(16 * 1024 * 1024));

/** Measured memory of a variant in bytes besides its body: objects, lists of fields and their strings. */
const variantBytes = 2048;

/** The answers for one state of a resource. Each is made on first use and then reused for every request. */
export class Representation {
  readonly #parts: RepresentationParts;
  readonly #codings: ContentCodings;
  #plain: Variant | null = null;
  #name: string | null = null;

  /** @param codings those of the service, which cache compressed variants within its memory budget */
  constructor(parts: RepresentationParts, codings = sharedCodings) {
    this.#parts = parts;
    this.#codings = codings;
  }

  /** Memory in bytes without the compressed variants: its weight in a cache. */
  get weight(): number {
    return weigh(this.#parts.body);
  }

  /** The same where another cache has counted the bytes of the body: of a short body, its text. A long one is counted again. */
  get weightBesideBody(): number {
    return variantBytes + this.#parts.body.length;
  }

  /** 200 or 304 in the coding that the request prefers. Only for GET, HEAD and QUERY. A promise while a long body is compressed. */
  answer(request: ApiRequest): MaybePromise<Answer> {
    const parts = this.#parts;
    const { length } = parts.body;
    const accepted = request.header('accept-encoding');
    if (parts.made !== undefined) {
      const coding = negotiateEncoding(accepted, ['br', 'gzip'] as const);
      return choose(parts, prepare(parts, coding, coding === null ? parts.body : parts.made[coding]), request);
    }
    const isCompressible = length >= leastCompressed && length <= mostCompressed;
    const coding = isCompressible ? this.#codings.preferred(accepted) : null;
    if (coding !== null) return this.#answerCoded(coding, request);
    this.#plain ??= prepare(parts, null, parts.body);
    return choose(parts, this.#plain, request);
  }

  #answerCoded(coding: Coding, request: ApiRequest): MaybePromise<Answer> {
    const parts = this.#parts;
    this.#name ??= this.#codings.newName();
    const name = this.#name;
    const known = this.#codings.find(name, coding);
    if (known !== undefined) return choose(parts, known, request);
    if (parts.body.length <= mostCompressedAtOnce) {
      return choose(parts, this.#keep(name, coding, compress(parts.body, coding)), request);
    }
    const entityTag = entityTagOf(parts, coding);
    if (isKnownTo(request, entityTag)) return notModified(parts, entityTag);
    const variant = this.#codings.makeLater(name, coding, async () =>
      this.#keep(name, coding, await compressLater(parts.body, coding)),
    );
    return variant.then(({ complete }) => complete);
  }

  #keep(name: string, coding: Coding, body: Uint8Array): Variant {
    const variant = prepare(this.#parts, coding, body);
    this.#codings.keep(name, coding, variant, weigh(body));
    return variant;
  }
}

function choose(parts: RepresentationParts, variant: Variant, request: ApiRequest): Answer {
  if (!isKnownTo(request, variant.entityTag)) return variant.complete;
  variant.notModified ??= notModified(parts, variant.entityTag);
  return variant.notModified;
}

/** Whether the client already has this representation (RFC 9110 13.1.2). */
export function isKnownTo(request: ApiRequest, entityTag: string | null): boolean {
  if (entityTag === null) return false;
  const condition = request.header('if-none-match');
  return condition !== undefined && namesEntityTag(condition, entityTag);
}

/** A short body is stored twice: as bytes, and as text with one byte for each character. */
function weigh({ length }: Uint8Array): number {
  return variantBytes + (length <= longestText ? 2 : 1) * length;
}

function entityTagOf({ validator }: RepresentationParts, coding: Coding | null): string | null {
  return validator === null ? null : `"${validator}${coding === null ? '' : codingSuffix[coding]}"`;
}

/** RFC 9110 15.4.5: the fields that a cache needs to update its copy, and none about the content. */
function notModified(parts: RepresentationParts, entityTag: string | null): Answer {
  return { status: 304, headers: sharedFields(parts, entityTag), body: null };
}

/** The fields of the 200 and the 304 alike. */
function sharedFields({ caching, varyBy }: RepresentationParts, entityTag: string | null): string[] {
  const vary = varyBy === undefined ? 'Accept-Encoding' : `${varyBy}, Accept-Encoding`;
  const fields = [...commonHeaders];
  if (entityTag !== null) fields.push('ETag', entityTag);
  fields.push(...caching, 'Vary', vary);
  return fields;
}

/** @param body the parts' body in the coding */
function prepare(parts: RepresentationParts, coding: Coding | null, body: Uint8Array): Variant {
  const { fields = [] } = parts;
  const entityTag = entityTagOf(parts, coding);
  const headers = ['Content-Type', parts.contentType, 'Content-Length', String(body.length)];
  if (coding !== null) headers.push('Content-Encoding', coding);
  headers.push(...sharedFields(parts, entityTag), ...fields);
  const own = entityTag === null ? fields : [entityTag, ...fields];
  return { entityTag, complete: new CachedAnswer(headers, body, own), notModified: null };
}
