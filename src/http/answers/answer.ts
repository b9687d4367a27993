/** An answer as plain data, ready to be written by any runtime. Requests may share one, so never change it. */
export interface Answer {
  readonly status: number;
  /** Alternating names and values. The code that makes the answer sets `Content-Length`. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
  /** The body as text with one character for each byte (latin1), if it is already in memory. */
  readonly text?: string | undefined;
  /** What a refusal is counted by: its slug, or `status-NNN` without one. */
  readonly problem?: string | undefined;
}

/** Fields of answers that scripts of other origins may read (CORS). */
const exposedHeaders = 'ETag, Link, Location, Allow, Accept-Query, method-override-required';

/** The field that lets scripts of other origins read fields of an answer, as name and value. */
export const exposedFields: readonly string[] = ['Access-Control-Expose-Headers', exposedHeaders];

/**
 * Fields of every answer, except answers to submissions. Reads are public and carry no credentials, so any origin may read
 * them (CORS).
 */
export const commonHeaders: readonly string[] = [
  'X-Content-Type-Options',
  'nosniff',
  'Access-Control-Allow-Origin',
  '*',
  ...exposedFields,
];

/** The answer to a HEAD: that to GET without its body. Others stay as they are. */
export function withoutBodyForHead(request: { readonly method: string }, answer: Answer): Answer {
  if (request.method !== 'HEAD') return answer;
  const { status, headers, problem } = answer;
  return { status, headers, body: null, problem };
}
