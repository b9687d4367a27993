/** What values of fields are made of (RFC 9110 5.6): lists, parameters, tokens and quoted strings. */

/**
 * Splits a field value at a separator, but not within quoted strings (RFC 9110 5.6.4). Parts are trimmed, empty ones dropped.
 */
export function splitOutsideQuotes(field: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at <= field.length; at++) {
    const character = field[at];
    if (quoted && character === '\\') at++;
    else if (character === '"') quoted = !quoted;
    else if (at === field.length || (character === separator && !quoted)) {
      const part = field.slice(start, at).trim();
      if (part !== '') parts.push(part);
      start = at + 1;
    }
  }
  if (quoted && start < field.length) parts.push(field.slice(start).trim());
  return parts;
}

/** RFC 9110 5.6.2 */
export const tokenPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The value of a parameter, a token or a quoted string (RFC 9110 5.6.6), or null when the text is neither. */
export function readTokenOrString(text: string): string | null {
  if (!text.startsWith('"')) return tokenPattern.test(text) ? text : null;
  const inner = /^"((?:[^"\\]|\\.)*)"$/s.exec(text)?.[1];
  return inner === undefined ? null : inner.replaceAll(/\\(.)/gs, '$1');
}
