/**
 * Takes the place of Node's `Buffer` in a browser: the methods that searches use, over the browser's own coders. The bundler puts it
 * wherever `Buffer` stands.
 */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

class ByteBuffer extends Uint8Array {
  copy(target: Uint8Array, at: number, from: number, to: number): number {
    target.set(this.subarray(from, to), at);
    return to - from;
  }

  override indexOf(wanted: number | Uint8Array, from = 0): number {
    if (typeof wanted === 'number') return super.indexOf(wanted, from);
    for (let at = super.indexOf(wanted[0]!, from); at >= 0; at = super.indexOf(wanted[0]!, at + 1)) {
      let same = 1;
      while (same < wanted.length && this[at + same] === wanted[same]) same++;
      if (same === wanted.length) return at;
    }
    return -1;
  }

  utf8Slice(start: number, end: number): string {
    return decoder.decode(this.subarray(start, end));
  }

  latin1Slice(start: number, end: number): string {
    let text = '';
    for (let i = start; i < end; i++) text += String.fromCharCode(this[i]!);
    return text;
  }

  utf8Write(text: string, offset: number): number {
    return encoder.encodeInto(text, this.subarray(offset)).written;
  }

  override toString(_encoding?: string, start?: number, end?: number): string {
    return decoder.decode(this.subarray(start, end));
  }

  /** Compares a part of this with a part of another. */
  compare(other: Uint8Array, otherStart: number, otherEnd: number, start: number, end: number): number {
    const length = Math.min(otherEnd - otherStart, end - start);
    for (let i = 0; i < length; i++) {
      const order = this[start + i]! - other[otherStart + i]!;
      if (order !== 0) return order;
    }
    return end - start - (otherEnd - otherStart);
  }
}

function from(source: string | ArrayBuffer | ArrayLike<number>, start?: number, length?: number): ByteBuffer {
  if (typeof source === 'string') {
    const { buffer, byteOffset, byteLength } = encoder.encode(source);
    return new ByteBuffer(buffer, byteOffset, byteLength);
  }
  return source instanceof ArrayBuffer ? new ByteBuffer(source, start, length) : new ByteBuffer(source);
}

const ofLength = (length: number): ByteBuffer => new ByteBuffer(length);

export const Buffer = Object.assign(ByteBuffer, {
  from,
  alloc: ofLength,
  allocUnsafe: ofLength,
  allocUnsafeSlow: ofLength,
  byteLength: (text: string): number => encoder.encode(text).length,
});
