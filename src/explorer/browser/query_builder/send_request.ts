import type { BuiltRequest } from './request_copies.ts';

export interface ReceivedAnswer {
  readonly status: number;
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Bytes of the body, decompressed. */
  readonly bytes: number;
  /** From sending to the last byte. */
  readonly milliseconds: number;
  /** The body, indented when it is JSON. */
  readonly text: string;
}

/** Maximum length, in characters, of a body that is indented. */
const longestIndented = 2_000_000;

/** @returns null when there was no answer */
export async function sendRequest(request: BuiltRequest): Promise<ReceivedAnswer | null> {
  const started = performance.now();
  try {
    const response = await fetch(
      request.target,
      request.method === 'GET'
        ? {}
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-http-method-override': 'QUERY' },
            body: request.body,
          },
    );
    const bytes = await response.arrayBuffer();
    const milliseconds = performance.now() - started;
    const text = new TextDecoder().decode(bytes);
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text.length <= longestIndented;
    return {
      status: response.status,
      fields: [...response.headers],
      bytes: bytes.byteLength,
      milliseconds,
      text: isJson ? JSON.stringify(JSON.parse(text), null, 2) : text,
    };
  } catch {
    return null;
  }
}
