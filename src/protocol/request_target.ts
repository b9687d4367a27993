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
