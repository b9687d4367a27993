/**
 * Splits a field value at a separator, but not within quoted strings (RFC 9110 5.6.4). Parts are trimmed, empty ones dropped.
 */
export function splitOutsideQuotes(field: string, separator: ',' | ';'): string[] {
  if (!field.includes('"')) {
    return field
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }
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
