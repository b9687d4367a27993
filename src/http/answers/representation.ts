import { negotiateEncoding } from '../../protocol/accept.ts';
import { namesEntityTag } from '../../protocol/entity_tag.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { type Answer, commonHeaders } from './answer.ts';
import { type Coding, codingSuffix, codings, compress, leastCompressed } from './compress.ts';
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
  /** Bytes that it holds at most, for a cache to count by. */
  readonly weight: number;
}

interface Variant {
  readonly entityTag: string | null;
  readonly complete: Answer;
  readonly notModified: Answer;
}

export function createRepresentation(parts: RepresentationParts): Representation {
  const compressible = parts.body.length >= leastCompressed;
  const variants = new Map<Coding | null, Variant>();

  function variant(coding: Coding | null): Variant {
    let found = variants.get(coding);
    if (found === undefined) {
      found = prepareVariant(parts, coding);
      variants.set(coding, found);
    }
    return found;
  }

  return {
    // Compressed variants of text are at most about half of it each; short ones are kept as text too.
    weight: parts.body.length * (compressible ? 2.5 : 1) * (parts.body.length <= longestText ? 2 : 1) + 1024,
    answer(request) {
      const coding = compressible ? preferredCoding(request.header('accept-encoding')) : null;
      const { entityTag, complete, notModified } = variant(coding);
      if (entityTag === null) return complete;
      const condition = request.header('if-none-match');
      return condition !== undefined && namesEntityTag(condition, entityTag) ? notModified : complete;
    },
  };
}

/** Preferences by field value: there are about as many as kinds of client. */
const preferences = new Map<string, Coding | null>();
const mostPreferences = 256;

function preferredCoding(field: string | undefined): Coding | null {
  if (field === undefined) return null;
  let coding = preferences.get(field);
  if (coding === undefined) {
    coding = negotiateEncoding(field, codings);
    if (preferences.size < mostPreferences && field.length < mostPreferences) preferences.set(field, coding);
  }
  return coding;
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
