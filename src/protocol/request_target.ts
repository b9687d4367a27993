import { normalForm } from '../text/normal_form.ts';

/** The parts of a raw request target (RFC 9112 3.2). Nothing is collapsed or decoded. */
export interface RequestTarget {
  /** Raw path; `*` for the asterisk form. */
  readonly path: string;
  /** What follows the first `?`; null when there is none. */
  readonly search: string | null;
  /** Authority of an absolute-form target, which replaces `Host`; else null. */
  readonly authority: string | null;
}

/** @returns the search part of a raw request target, as in `RequestTarget` */
export function searchOf(target: string): string | null {
  const mark = target.indexOf('?');
  return mark === -1 ? null : escapeRawBytes(target.slice(mark + 1));
}

/** Reads a request target. Returns null when it has none of the forms that an origin server answers. */
export function parseRequestTarget(target: string): RequestTarget | null {
  if (target === '*') return { path: '*', search: null, authority: null };
  if (target.startsWith('/')) return { ...cutSearch(escapeRawBytes(target)), authority: null };
  const absolute = /^https?:\/\/([^/?#]*)(.*)$/is.exec(target);
  if (absolute === null) return null;
  const [, authority = '', rest = ''] = absolute;
  return { ...cutSearch(escapeRawBytes(rest.startsWith('/') ? rest : `/${rest}`)), authority };
}

function cutSearch(target: string): { path: string; search: string | null } {
  const mark = target.indexOf('?');
  return mark === -1 ? { path: target, search: null } : { path: target.slice(0, mark), search: target.slice(mark + 1) };
}

const RAW_BYTES = /[\x80-\xff]/g;

/** Escapes bytes above 0x7F that the client sent unescaped (HTTP parsers give one character for each byte). */
function escapeRawBytes(target: string): string {
  return target.replace(RAW_BYTES, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * The segments of a raw path, decoded one by one after the split, so that `a%2Fb` stays one segment, and in normal form C:
 * `/caf%C3%A9` and `/cafe%CC%81` address the same. The first is the canonical address, which answers and links use.
 *
 * @param rawPath begins with `/`; `/` alone has no segments
 * @returns null for a path that no resource can have: empty and dot segments (encoded ones too), bad percent-encoding, bytes that are not
 *   UTF-8, NUL
 */
export function parsePathSegments(rawPath: string): string[] | null {
  if (rawPath === '/') return [];
  if (!rawPath.startsWith('/')) return null;
  const segments: string[] = [];
  for (const raw of rawPath.slice(1).split('/')) {
    const segment = decodeSegment(raw);
    if (segment === null || segment === '' || segment === '.' || segment === '..' || segment.includes('\0'))
      return null;
    segments.push(segment);
  }
  return segments;
}

/**
 * The path that a caller probably meant when it escaped the slashes between segments: `/api/pages/a/b` for `/api/pages/a%2Fb`.
 * @returns null when no slash was escaped, or when the path has no segments
 */
export function unescapeSlashes(rawPath: string): string | null {
  if (!/%2f/i.test(rawPath)) return null;
  const segments = parsePathSegments(rawPath);
  return segments === null ? null : `/${segments.join('/').split('/').map(encodeURIComponent).join('/')}`;
}

function decodeSegment(raw: string): string | null {
  if (!raw.includes('%')) return normalForm(raw);
  try {
    return normalForm(decodeURIComponent(raw));
  } catch {
    return null; // also overlong forms and encoded surrogates, which are not UTF-8
  }
}
