/** Puts JSON together from strings and bytes that are JSON already, in one buffer that grows and is used again. */
export class JsonWriter {
  #buffer = Buffer.allocUnsafeSlow(1 << 16);
  #length = 0;
  /** All of the memory that the last bytes came from: an artefact's, mostly. */
  #source: Buffer = Buffer.alloc(0);

  /** @param json a string of JSON, well-formed as `JSON.stringify` makes it */
  text(json: string): this {
    // A UTF-16 unit takes at most three bytes.
    this.#reserve(json.length * 3);
    this.#length += this.#buffer.utf8Write(json, this.#length);
    return this;
  }

  bytes(json: Uint8Array): this {
    this.#reserve(json.length);
    // Setting from shared memory copies byte by byte; copying from within a Buffer does not.
    if (this.#source.buffer !== json.buffer) this.#source = Buffer.from(json.buffer);
    this.#source.copy(this.#buffer, this.#length, json.byteOffset, json.byteOffset + json.length);
    this.#length += json.length;
    return this;
  }

  /** Drops what was written. */
  clear(): void {
    this.#length = 0;
  }

  /** @returns a copy of what was written; the writer is empty again */
  take(): Uint8Array {
    // Node's pool spares short copies the memory of their own that a new array would have to clear first.
    const copy = Buffer.from(this.#buffer.subarray(0, this.#length));
    this.#length = 0;
    return copy;
  }

  #reserve(length: number): void {
    if (this.#length + length <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, this.#length + length));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}
