import { isRefusal, type Refusal, refuse, refuseTransport } from '../../problems/refusal.ts';
import { isJsonMediaType } from '../../protocol/media_type.ts';
import { parseStrictJson } from '../../protocol/strict_json.ts';
import type { ApiRequest } from './api_request.ts';

interface BodyOptions {
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
    return refuse(
      'unsupported-media-type',
      'Cannot read the body: encoded bodies are not supported. Send it without Content-Encoding.',
    );
  }
  const bytes = await request.body(cap);
  if (bytes === 'too-large') {
    const detail = `Cannot read the body: it is larger than ${cap} bytes.`;
    return refuseTransport(413, detail, { dimension: 'body', maximum: cap });
  }
  if (bytes === 'aborted')
    return refuse('malformed-body', 'Cannot read the body: the connection closed before it was complete.');
  return bytes;
}

/** The JSON value of a body, and the text that it was parsed from. */
interface JsonBody {
  readonly value: unknown;
  readonly text: string;
}

/** Options of `readBody` for JSON. @param cap maximum size in bytes */
export function jsonBody(cap: number): BodyOptions {
  const wanted = 'its media type is not JSON. Send application/json, or a type that ends in +json, in UTF-8';
  return { cap, isRead: isJsonMediaType, wanted };
}

/**
 * Reads the JSON value of a request, wrapped so that no value can be mistaken for a refusal. Refuses in the order
 * 400 missing-media-type, 415, 413, 400 malformed-body.
 *
 * @param cap maximum size in bytes
 */
export async function readJsonBody(request: ApiRequest, cap: number): Promise<JsonBody | Refusal> {
  const bytes = await readBody(request, jsonBody(cap));
  return isRefusal(bytes) ? bytes : parseJsonBody(bytes);
}

/** Parses a body as JSON. The refusal names the fault and its place, and never quotes the body. */
export function parseJsonBody(bytes: Uint8Array): JsonBody | Refusal {
  if (bytes.length === 0) return refuse('malformed-body', 'Cannot read the body: it is empty. Send a JSON value.');
  const json = parseStrictJson(bytes);
  return json.ok ? json : refuse('malformed-body', `Cannot read the body as JSON: ${json.detail}.`);
}
