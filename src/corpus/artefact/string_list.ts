import type { NamedSection } from './artefact_format.ts';
import type { Sections } from './sections.ts';

const BLANK = 0x20;

/** UTF-8 strings: all bytes in section `name`, the start of each string in `name.starts`. */
export class StringList {
  readonly #bytes: Buffer;
  readonly #starts: Uint32Array;

  constructor(sections: Sections, name: string) {
    const bytes = sections.bytes(name);
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#starts = sections.numbers(`${name}.starts`);
  }

  get count(): number {
    return this.#starts.length - 1;
  }

  get(number: number): string {
    return this.#bytes.utf8Slice(this.#starts[number]!, this.#starts[number + 1]!);
  }

  equals(number: number, text: string): boolean {
    const start = this.#starts[number]!;
    const length = this.#starts[number + 1]! - start;
    if (length < text.length) return false;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7f) return this.get(number) === text;
      if (this.#bytes[start + i] !== unit) return false;
    }
    return length === text.length;
  }

  /**
   * Whether a string begins with a text, in UTF-8.
   * @param inside whether the text may end inside a word; else a blank or the string's end follows
   */
  beginsWith(number: number, text: Uint8Array, inside: boolean): boolean {
    const start = this.#starts[number]!;
    const length = this.#starts[number + 1]! - start;
    if (length < text.length) return false;
    for (let i = 0; i < text.length; i++) if (this.#bytes[start + i] !== text[i]) return false;
    return inside || length === text.length || this.#bytes[start + text.length] === BLANK;
  }

  /** Binary search, for a list sorted by code point. @returns the string's number, or -1 */
  search(text: string): number {
    const wanted = Buffer.from(text);
    let low = 0;
    let high = this.count - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const order = this.#bytes.compare(wanted, 0, wanted.length, this.#starts[middle]!, this.#starts[middle + 1]!);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

/** Packs strings into one piece: a site may have a million terms. */
export function packStrings(name: string, strings: readonly string[]): NamedSection[] {
  const starts = new Uint32Array(strings.length + 1);
  let longest = 0;
  for (const { length } of strings) longest += 3 * length;
  const bytes = Buffer.allocUnsafeSlow(longest);
  let end = 0;
  for (let i = 0; i < strings.length; i++) {
    end += bytes.utf8Write(strings[i]!, end);
    if (end > 0xffffffff) throw new RangeError(`Cannot bake "${name}": it has more than 4 GiB`);
    starts[i + 1] = end;
  }
  // Not a view, which would keep all of the memory.
  return [
    [name, new Uint8Array(bytes.subarray(0, end))],
    [`${name}.starts`, starts],
  ];
}
