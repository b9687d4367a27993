import { parseItem } from 'structured-headers';

/** Visible ASCII without the quote, which could only be half of a pair. */
const BARE = /^[\x21\x23-\x7e]+$/;
const VISIBLE = /^[\x21-\x7e]+$/;

/**
 * The key that an Idempotency-Key field names, or null when it names none: a bare word or an RFC 9651 string, in either
 * spelling of one or more visible ASCII characters.
 *
 * @param lines values of the field, one a line; a field that is repeated names no one key
 */
export function parseIdempotencyKey(lines: readonly string[]): string | null {
  const text = lines.length === 1 ? (lines[0] ?? '').replaceAll(/^[ \t]+|[ \t]+$/g, '') : '';
  if (!text.startsWith('"')) return BARE.test(text) ? text : null;
  const key = unwrap(text);
  return key !== null && VISIBLE.test(key) ? key : null;
}

function unwrap(text: string): string | null {
  try {
    const [key, parameters] = parseItem(text);
    return typeof key === 'string' && parameters.size === 0 ? key : null;
  } catch {
    return null;
  }
}
