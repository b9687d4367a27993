/** Structured fields (RFC 9651) that tell a client how to send a QUERY. */
import { serializeList, Token } from 'structured-headers';

/**
 * One link of a `Link` field (RFC 8288 3), its parameters quoted: `</a>; rel="next"; type="text/html"`.
 *
 * @param target a URI reference; characters that are not allowed in one, or would end it early, are percent-encoded
 */
export function renderLink(
  target: string,
  parameters: { readonly rel: string; readonly type?: string; readonly title?: string },
): string {
  const reference = target.toWellFormed().replaceAll(/[^\x21-\x7e]|[<>"]/gu, encodeURIComponent);
  const spelled = Object.entries(parameters).map(([name, value]) => `; ${name}="${value}"`);
  return `<${reference}>${spelled.join('')}`;
}

/** Value of `Accept-Query` (RFC 10008): the media types of query formats that a resource reads. */
export function renderAcceptQuery(mediaTypes: readonly string[]): string {
  return serializeList(mediaTypes.map((mediaType) => [new Token(mediaType), new Map()]));
}

/** Value of `method-override-required`: the method to send and the header to send it under. */
export function renderMethodOverrideRequired(method: string, header: string): string {
  return serializeList([[new Token(method), new Map([['header', header]])]]);
}
