/** Entity tags in conditional requests (RFC 9110 8.8.3, 13.1.2). */

// One element of the list: an entity tag, whose quotes may hold commas, or anything else up to the next comma.
const elementPattern = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?:,|$)|[^,]*(?:,|$)/gy;

/**
 * Whether the field matches the current representation, so that the answer to a GET is 304.
 * The comparison is weak; `*` matches any representation; elements that are not entity tags are ignored.
 *
 * @param field value of `If-None-Match`
 * @param validator the current entity tag with its quotes, strong
 */
export function namesEntityTag(field: string, validator: string): boolean {
  if (field === validator) return true;
  const list = field.trim();
  if (list === '*') return true;
  const opaque = validator.slice(1, -1);
  elementPattern.lastIndex = 0;
  while (elementPattern.lastIndex < list.length) {
    const before = elementPattern.lastIndex;
    if (elementPattern.exec(list)?.[1] === opaque) return true;
    elementPattern.lastIndex = skipBlanks(list, Math.max(elementPattern.lastIndex, before + 1));
  }
  return false;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}
