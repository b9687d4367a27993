import { type Refusal, refuse, refuseTransport } from '../../problems/refusal.ts';
import type { ApiRequest } from './api_request.ts';

export interface BodyOptions {
  /** Maximum size in bytes. */
  readonly cap: number;
  readonly isRead: (mediaType: string) => boolean;
  /** For the detail of a 415, what is wrong with the media type and what to send instead: "its media type is not ... Send ...". */
  readonly wanted: string;
}

/**
 * Reads the body of a request; empty for a request without one. Refuses in the order 400 missing-media-type,
 * 415, 413.
 */
export async function readBody(
  request: ApiRequest,
  { cap, isRead, wanted }: BodyOptions,
): Promise<Uint8Array | Refusal> {
  const mediaType = request.header('content-type') ?? '';
  if (mediaType === '') {
    if (!request.hasBody) return new Uint8Array();
    return refuse('missing-media-type', 'Cannot read the body: it has no Content-Type. Send application/json.');
  }
  if (!isRead(mediaType)) return refuse('unsupported-media-type', `Cannot read the body: ${wanted}.`);
  // `identity` is refused too: it is only for Accept-Encoding (RFC 9110 8.4.1).
  if (request.header('content-encoding') !== undefined) {
    return refuse('unsupported-media-type', 'Cannot read the body: it has a coding. Send it without Content-Encoding.');
  }
  const bytes = await request.body(cap);
  if (bytes === 'too-large') {
    const detail = `Cannot read the body: it is larger than ${cap} bytes.`;
    return refuseTransport(413, detail, { dimension: 'body', maximum: cap });
  }
  if (bytes === 'aborted') return refuse('malformed-body', 'Cannot read the body: the connection ended within it.');
  return bytes;
}
