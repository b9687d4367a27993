import { parseItem } from 'structured-headers';

/** An unquoted key: visible ASCII without quotation marks. */
const BARE = /^[\x21\x23-\x7e]+$/;
const VISIBLE = /^[\x21-\x7e]+$/;

/**
 * The key in an Idempotency-Key field, or null when the field has none. A key is a bare word or an RFC 9651 string of one or more
 * visible ASCII characters.
 *
 * @param lines values of the field, one for each line; a repeated field has no key
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
