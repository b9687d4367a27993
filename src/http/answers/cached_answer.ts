import type { Answer } from './answer.ts';

/** Longer bodies are written as bytes: copying them into one buffer with the fields costs more than a second buffer. */
export const longestText = 16 * 1024;

/**
 * A complete answer, usually sent many times. node:http writes fields and a text together, but bytes
 * separately, which costs up to a tenth of the time of a short answer. So a short body is stored as text too.
 */
export class CachedAnswer implements Answer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Uint8Array;
  #text: string | undefined;

  constructor(headers: readonly string[], body: Uint8Array, status = 200) {
    this.status = status;
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
