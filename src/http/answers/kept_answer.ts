import type { Answer } from './answer.ts';

/** Longer bodies are written as bytes: copying them behind the fields costs more than a second buffer. */
export const longestText = 16 * 1024;

/**
 * A complete answer, mostly given again and again. node:http writes fields and a text in one piece, and bytes apart from the
 * fields, which costs up to a tenth of a short answer; so a short body is kept as text too.
 */
export class KeptAnswer implements Answer {
  readonly status = 200;
  readonly headers: readonly string[];
  readonly body: Uint8Array;
  #text: string | undefined;

  constructor(headers: readonly string[], body: Uint8Array) {
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
