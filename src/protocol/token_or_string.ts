/** RFC 9110 5.6.2 */
export const tokenPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The value of a parameter, a token or a quoted string (RFC 9110 5.6.6), or null when the text is neither. */
export function readTokenOrString(text: string): string | null {
  if (!text.startsWith('"')) return tokenPattern.test(text) ? text : null;
  const inner = /^"((?:[^"\\]|\\.)*)"$/s.exec(text)?.[1];
  return inner === undefined ? null : inner.replaceAll(/\\(.)/gs, '$1');
}
