/**
 * A JSON Pointer in its URI fragment form (RFC 6901 section 6): `#` for the whole document, `#/batch/2/match/all/0/text`.
 * @param tokens member names and array indices, outermost first
 */
export function jsonPointer(tokens: readonly (string | number)[]): string {
  return `#${tokens.map((token) => `/${fragment(String(token))}`).join('')}`;
}

function fragment(token: string): string {
  // A lone surrogate has no UTF-8 form, so U+FFFD replaces it.
  return encodeURIComponent(token.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));
}
