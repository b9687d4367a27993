const empty = new Uint8Array();

/** More than an honest client needs for a megabyte. Each chunk costs the parser as much as a small request. */
const mostChunks = 16_384;

/**
 * Collects the content of a message. A single chunk is used without a copy, and nearly every body has only one. Further chunks
 * are copied into one buffer on arrival, because a chunk may have one byte and take a hundred in memory.
 */
export class ContentBuffer {
  length = 0;
  /** How many more chunks may be appended. */
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
