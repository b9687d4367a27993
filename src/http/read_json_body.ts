import { type Refusal, refuse, refuseTransport } from '../problems/refusal.ts';
import { isJsonMediaType } from '../protocol/media_type.ts';
import { parseStrictJson } from '../protocol/strict_json.ts';
import type { ApiRequest } from './api_request.ts';

/**
 * The JSON value that a request carries, boxed so that no value can be taken for a refusal. Refuses in the order
 * 400 missing-media-type, 415, 413, 400 malformed-body.
 *
 * @param cap the greatest size in bytes
 */
export async function readJsonBody(request: ApiRequest, cap: number): Promise<{ readonly value: unknown } | Refusal> {
  const refusal = refuseContent(request);
  if (refusal !== null) return refusal;
  const bytes = await request.body(cap);
  if (bytes === 'too-large') {
    const detail = `Cannot read the body: it is larger than ${cap} bytes.`;
    return refuseTransport(413, detail, { dimension: 'body', maximum: cap });
  }
  if (bytes === 'aborted') return refuse('malformed-body', 'Cannot read the body: the connection ended within it.');
  const json = parseStrictJson(bytes);
  return json.ok ? json : refuse('malformed-body', `Cannot read the body as JSON: ${json.detail}.`);
}

function refuseContent(request: ApiRequest): Refusal | null {
  const mediaType = request.header('content-type');
  if (mediaType === undefined) {
    if (!request.hasBody) return refuse('malformed-body', 'Cannot read the body: there is none. Send a JSON value.');
    return refuse('missing-media-type', 'Cannot read the body: it has no Content-Type. Send application/json.');
  }
  if (!isJsonMediaType(mediaType)) {
    const right = 'Send application/json, or a type that ends in +json, in UTF-8';
    return refuse('unsupported-media-type', `Cannot read the body: its media type is not JSON. ${right}.`);
  }
  const coding = request.header('content-encoding');
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    return refuse(
      'unsupported-media-type',
      'Cannot read the body: it is compressed. Send it without Content-Encoding.',
    );
  }
  return null;
}
