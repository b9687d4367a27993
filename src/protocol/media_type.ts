import { readTokenOrString, splitOutsideQuotes, tokenPattern } from './field_values.ts';

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
