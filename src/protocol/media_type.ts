export interface MediaType {
  /** `type/subtype` in lower case. */
  readonly essence: string;
  /** Names in lower case; values unquoted, as written. The first of a repeated name counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

const essencePattern = /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/;

/** Reads a media type or media range (RFC 9110 8.3.1). Returns null when the text is neither. */
export function parseMediaType(text: string): MediaType | null {
  const [head, ...rest] = splitOutsideQuotes(text, ';');
  const essence = head?.toLowerCase() ?? '';
  if (!essencePattern.test(essence)) return null;
  const parameters = new Map<string, string>();
  for (const part of rest) {
    const equals = part.indexOf('=');
    const name = part.slice(0, equals).toLowerCase();
    const value = readTokenOrString(part.slice(equals + 1));
    if (equals < 1 || !tokenPattern.test(name) || value === null) return null;
    if (!parameters.has(name)) parameters.set(name, value);
  }
  return { essence, parameters };
}

/** Whether a body of this media type is read as JSON: `application/json` or `application/*+json`, in UTF-8. */
export function isJsonMediaType(text: string): boolean {
  // As nearly all clients write it.
  if (text === 'application/json') return true;
  const type = parseMediaType(text);
  if (type === null) return false;
  const charset = type.parameters.get('charset');
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') return false;
  return type.essence === 'application/json' || /^application\/[^*]+\+json$/.test(type.essence);
}

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
