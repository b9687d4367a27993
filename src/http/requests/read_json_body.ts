import { isRefusal, type Refusal, refuse } from '../../problems/refusal.ts';
import { isJsonMediaType } from '../../protocol/media_type.ts';
import { parseStrictJson } from '../../protocol/strict_json.ts';
import type { ApiRequest } from './api_request.ts';
import { type BodyOptions, readBody } from './read_body.ts';

/** The JSON value of a body, and the text that it was parsed from. */
export interface JsonBody {
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
  if (bytes.length === 0) return refuse('malformed-body', 'Cannot read the body: there is none. Send a JSON value.');
  const json = parseStrictJson(bytes);
  return json.ok ? json : refuse('malformed-body', `Cannot read the body as JSON: ${json.detail}.`);
}
