/** Structured fields (RFC 9651) that tell a client how to send a QUERY. */
import { serializeList, Token } from 'structured-headers';

/** Value of `Accept-Query` (RFC 10008): the media types of query formats that a resource reads. */
export function renderAcceptQuery(mediaTypes: readonly string[]): string {
  return serializeList(mediaTypes.map((mediaType) => [new Token(mediaType), new Map()]));
}

/** Value of `method-override-required`: the method to send and the header to send it under. */
export function renderMethodOverrideRequired(method: string, header: string): string {
  return serializeList([[new Token(method), new Map([['header', header]])]]);
}
