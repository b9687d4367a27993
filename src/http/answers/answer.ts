import { unstored } from './caching.ts';

/** An answer as plain data, ready to be written by any runtime. Requests may share one, so never change it. */
export interface Answer {
  readonly status: number;
  /** Alternating names and values. The code that makes the answer sets `Content-Length`. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
  /** The body as text with one character for each byte (latin1), if it is already in memory. */
  readonly text?: string | undefined;
  /** The key that a refusal is counted under: its slug, or `status-NNN` without one. */
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

/** Leads to an address by a field of the request. No cache stores it, as others are led elsewhere. */
export function leadTo(address: string, varyBy: string): Answer {
  const headers = ['Location', address, 'Content-Length', '0', ...commonHeaders, ...unstored, 'Vary', varyBy];
  return { status: 303, headers, body: null };
}

/** The answer to a HEAD: that to GET without its body. Others stay as they are. */
export function withoutBodyForHead(request: { readonly method: string }, answer: Answer): Answer {
  if (request.method !== 'HEAD') return answer;
  const { status, headers, problem } = answer;
  return { status, headers, body: null, problem };
}

/**
 * Checks that a server can send the fields of an answer: those made of content may have any characters.
 * @returns the answer
 * @throws TypeError
 */
export function checkFields(answer: Answer): Answer {
  if (!(answer instanceof CachedAnswer)) checkTexts(answer.headers);
  return answer;
}

function checkTexts(texts: readonly string[]): void {
  for (const text of texts) if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) throw new TypeError('a header cannot be sent');
}

/** Longer bodies are written as bytes: copying them into one buffer with the fields costs more than a second buffer. */
export const longestText = 16 * 1024;

/**
 * A complete answer, usually sent many times. node:http writes fields and a text together, but bytes
 * separately, which costs up to a tenth of the time of a short answer. So a short body is stored as text too. Its fields are checked once.
 */
export class CachedAnswer implements Answer {
  readonly status = 200;
  readonly headers: readonly string[];
  readonly body: Uint8Array;
  #text: string | undefined;

  /**
   * @param own those of the fields that are made of content; the others are constants
   * @throws TypeError when one of them cannot be sent
   */
  constructor(headers: readonly string[], body: Uint8Array, own: readonly string[] = headers) {
    checkTexts(own);
    this.headers = headers;
    this.body = body;
  }

  get text(): string | undefined {
    if (this.#text === undefined && this.body.length <= longestText) {
      const { buffer, byteOffset, length } = this.body;
      this.#text = Buffer.from(buffer, byteOffset, length).toString('latin1');
    }
    return this.#text;
  }
}
