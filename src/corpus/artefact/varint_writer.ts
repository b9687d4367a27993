/** A growing buffer of varints: seven bits per byte, low bits first, the high bit set on all bytes but the last. */
export class VarintWriter {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  /**
   * Writes `count`, then `count` ascending numbers of `values` from index `from` on, each as its difference from the previous one.
   * @returns the byte offset at which they start
   */
  writeSteps(values: Uint32Array, from: number, count: number): number {
    const start = this.#length;
    this.#reserve((count + 1) * 5);
    this.#write(count);
    let last = 0;
    for (let i = from; i < from + count; i++) {
      this.#write(values[i]! - last);
      last = values[i]!;
    }
    return start;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #write(value: number): void {
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
    this.#bytes[this.#length++] = rest;
  }

  #reserve(length: number): void {
    if (this.#length + length <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + length));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
