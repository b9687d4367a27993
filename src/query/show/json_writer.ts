import { continues, unitsOf } from '../../text/utf8.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BLANK = 0x20;
const LINE_END = 0x0a;
const ZERO = 0x30;
const DOT = 0x2e;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
/** Most bytes of a range: two numbers of `integer`, two brackets and two commas. */
const LONGEST_PAIR = 24;

/** The byte to write for each ASCII byte that needs no escape (line ends become spaces); else 0. */
const PLAIN = new Uint8Array(256);
/** The letter after the backslash for characters with a short escape such as `\n`; else 0. */
const ESCAPE = new Uint8Array(256);
/** Output length of each input byte. */
const WRITTEN = new Uint8Array(256).fill(1);
for (let byte = 0; byte < 0x80; byte++) {
  const written = byte === LINE_END ? ' ' : JSON.stringify(String.fromCharCode(byte)).slice(1, -1);
  WRITTEN[byte] = written.length;
  if (written.length === 1) PLAIN[byte] = written.charCodeAt(0);
  if (written.length === 2) ESCAPE[byte] = written.charCodeAt(1);
}

/** By exponent: a power of ten. */
const POWERS = Array.from({ length: 10 }, (_, exponent) => 10 ** exponent);

/** Up to this length, a loop copies faster than a call of the runtime. */
const SHORT = 64;

/** Rows alternate between the memory of the artefact and that of unpacked texts, and creating a Buffer costs more than copying a text. */
const WHOLE_BUFFERS = new WeakMap<ArrayBufferLike, Buffer>();

function wholeBuffer(memory: ArrayBufferLike): Buffer {
  let whole = WHOLE_BUFFERS.get(memory);
  if (whole === undefined) {
    whole = Buffer.from(memory);
    WHOLE_BUFFERS.set(memory, whole);
  }
  return whole;
}

/** Builds JSON from strings and bytes that are already JSON, in one growing, reusable buffer. */
export class JsonWriter {
  #buffer = Buffer.allocUnsafeSlow(1 << 16);
  #length = 0;
  /** The whole buffer behind the last `bytes` call, usually the artefact. */
  #source: Buffer = Buffer.alloc(0);
  #wroteAscii = true;

  /** Whether the text of the last `line` is ASCII: then each of its bytes is one UTF-16 unit. */
  get wroteAscii(): boolean {
    return this.#wroteAscii;
  }

  /** @param json a string of JSON, well-formed as `JSON.stringify` makes it */
  text(json: string): this {
    // A UTF-16 unit takes at most three bytes.
    this.#reserve(json.length * 3);
    if (json.length <= SHORT && this.#shortText(json)) return this;
    this.#length += this.#buffer.utf8Write(json, this.#length, this.#buffer.length - this.#length);
    return this;
  }

  /** @returns false when the text is not ASCII; nothing is written then */
  #shortText(json: string): boolean {
    const buffer = this.#buffer;
    const start = this.#length;
    for (let i = 0; i < json.length; i++) {
      const unit = json.charCodeAt(i);
      if (unit > 0x7f) return false;
      buffer[start + i] = unit;
    }
    this.#length = start + json.length;
    return true;
  }

  /** @param value a whole number from 0 to 2 ** 31 */
  integer(value: number): this {
    this.#reserve(10);
    let end = this.#length + 1;
    for (let rest = value; rest >= 10; rest = (rest / 10) | 0) end++;
    this.#length = end;
    for (let rest = value; ; rest = (rest / 10) | 0) {
      this.#buffer[--end] = ZERO + (rest % 10);
      if (rest < 10) return this;
    }
  }

  /**
   * Writes `parts / 10 ** places` as JavaScript writes it. Formatting a number costs more than the rest of a row's short members.
   * @param parts a whole number from 0; @param places at most 9
   */
  decimal(parts: number, places: number): this {
    const unit = POWERS[places]!;
    // JavaScript writes numbers below 0.000001 with an exponent.
    if (parts > 2 ** 31 - 1 || (parts > 0 && parts * 1_000_000 < unit)) return this.text(`${parts / unit}`);
    // The compiler replaces divisions of 32-bit integers by multiplications.
    const whole = (parts / unit) | 0;
    this.integer(whole);
    let rest = (parts - whole * unit) | 0;
    if (rest === 0) return this;
    this.#reserve(1 + places);
    const buffer = this.#buffer;
    const first = this.#length + 1;
    buffer[this.#length] = DOT;
    let end = first;
    for (let at = first + places - 1; at >= first; at--) {
      const before = (rest / 10) | 0;
      const digit = rest - before * 10;
      rest = before;
      buffer[at] = ZERO + digit;
      if (digit !== 0 && end === first) end = at + 1;
    }
    this.#length = end;
    return this;
  }

  /** Writes flattened ranges as pairs: `[[0,3],[5,9]]`. */
  ranges(ranges: readonly number[]): this {
    this.#reserve(LONGEST_PAIR * (ranges.length / 2) + 2);
    // Nothing below needs a larger buffer.
    const buffer = this.#buffer;
    buffer[this.#length++] = OPEN;
    for (let i = 0; i < ranges.length; i += 2) {
      if (i > 0) buffer[this.#length++] = COMMA;
      buffer[this.#length++] = OPEN;
      this.integer(ranges[i]!);
      buffer[this.#length++] = COMMA;
      this.integer(ranges[i + 1]!);
      buffer[this.#length++] = CLOSE;
    }
    buffer[this.#length++] = CLOSE;
    return this;
  }

  bytes(json: Uint8Array): this {
    this.#reserve(json.length);
    if (json.length <= SHORT) {
      const buffer = this.#buffer;
      for (let i = 0; i < json.length; i++) buffer[this.#length + i] = json[i]!;
      this.#length += json.length;
      return this;
    }
    // TypedArray.set copies shared memory byte by byte; Buffer.copy does not.
    if (this.#source.buffer !== json.buffer) this.#source = wholeBuffer(json.buffer);
    this.#source.copy(this.#buffer, this.#length, json.byteOffset, json.byteOffset + json.length);
    this.#length += json.length;
    return this;
  }

  /**
   * Writes the beginning of a UTF-8 text as a JSON string, with line ends as spaces and its end trimmed. A text longer than `most`
   * is cut after its last whole word, unless that would drop more than half.
   *
   * @param from start of the text in `source`
   * @param to its end, at a character boundary
   * @param most most UTF-16 units to write
   * @returns the end of the written text in `source`
   */
  line(source: Uint8Array, from: number, to: number, most: number): number {
    this.#reserve(6 * Math.min(to - from, 3 * most) + 2);
    const buffer = this.#buffer;
    let at = this.#length;
    let isAscii = true;
    buffer[at++] = QUOTE;
    let read = from;
    let left = most;
    while (read < to) {
      // Fast path: nearly all characters are ASCII and need no escape.
      const end = Math.min(to, read + left);
      const before = read;
      const ahead = at - read;
      for (; read < end; read++) {
        const plain = PLAIN[source[read]!]!;
        if (plain === 0) break;
        buffer[read + ahead] = plain;
      }
      at = read + ahead;
      left -= read - before;
      if (read === to || left === 0) break;
      const byte = source[read]!;
      if (byte < 0x80) {
        if (ESCAPE[byte] === 0) at += buffer.utf8Write(`\\u${byte.toString(16).padStart(4, '0')}`, at, 6);
        else {
          buffer[at++] = BACKSLASH;
          buffer[at++] = ESCAPE[byte]!;
        }
        left--;
        read++;
      } else {
        isAscii = false;
        const units = unitsOf(byte);
        if (units > left) break;
        left -= units;
        do buffer[at++] = source[read++]!;
        while (read < to && continues(source[read]!));
      }
    }
    const end = read < to ? wordEnd(source, from, read, most) : blanksBefore(source, from, read);
    for (; read > end; read--) at -= WRITTEN[source[read - 1]!]!;
    buffer[at++] = QUOTE;
    this.#length = at;
    this.#wroteAscii = isAscii;
    return read;
  }

  /** How many bytes are written. */
  get length(): number {
    return this.#length;
  }

  /** @returns what was written from a `length` on */
  textFrom(start: number): string {
    return this.#buffer.utf8Slice(start, this.#length);
  }

  /** Discards the content. */
  clear(): void {
    this.#length = 0;
  }

  /** @returns a copy of the content; the writer is empty afterwards */
  take(): Uint8Array {
    // Buffer.from takes short copies from Node's pool, which avoids allocating and zeroing memory.
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

/** @returns the end of the last whole word before `to`, or `to` when that word ends in the first half */
function wordEnd(bytes: Uint8Array, from: number, to: number, most: number): number {
  let end = to;
  for (let left = most / 2; left > 0 && end > from; end--) {
    if (isBlank(bytes[end]!)) return blanksBefore(bytes, from, end);
    left -= unitsOf(bytes[end - 1]!);
  }
  return to;
}

/** @returns the start of the run of spaces that ends at `to` */
function blanksBefore(bytes: Uint8Array, from: number, to: number): number {
  let start = to;
  while (start > from && isBlank(bytes[start - 1]!)) start--;
  return start;
}

function isBlank(byte: number): boolean {
  return byte === BLANK || byte === LINE_END;
}
