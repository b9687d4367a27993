const empty = new Uint8Array();

/** More than any honest sender of a megabyte makes; each costs the parser as much as a small request. */
const mostChunks = 16_384;

/**
 * Gathers the content of a message. A single chunk, as nearly every body is, stays as it is; more are copied together as
 * they come, because a chunk may be a single byte and costs a hundred to keep.
 */
export class ContentBuffer {
  length = 0;
  /** How many more chunks are taken from one sender. */
  chunksLeft = mostChunks;
  #bytes: Uint8Array = empty;

  append(chunk: Uint8Array): void {
    if (this.length === 0) this.#bytes = chunk;
    else {
      if (this.length + chunk.length > this.#bytes.length) {
        const larger = new Uint8Array(2 * (this.length + chunk.length));
        larger.set(this.bytes());
        this.#bytes = larger;
      }
      this.#bytes.set(chunk, this.length);
    }
    this.length += chunk.length;
    this.chunksLeft--;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}
