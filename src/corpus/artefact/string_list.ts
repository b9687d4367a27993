import type { NamedSection } from './artefact_format.ts';
import { firstWhere, startsOf } from './number_lists.ts';
import type { SectionReader } from './sections.ts';

const BLANK = 0x20;

/** UTF-8 strings: all bytes in section `name`, the start of each string in `name.starts`. */
export class StringList {
  readonly bytes: Buffer;
  /** String s is `bytes[starts[s], starts[s + 1])`. */
  readonly starts: Uint32Array;

  constructor(sections: Pick<SectionReader, 'bytes' | 'numbers'>, name: string) {
    const bytes = sections.bytes(name);
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.starts = sections.numbers(`${name}.starts`);
  }

  get count(): number {
    return this.starts.length - 1;
  }

  get(number: number): string {
    return this.bytes.utf8Slice(this.starts[number]!, this.starts[number + 1]!);
  }

  equals(number: number, text: string): boolean {
    const length = this.starts[number + 1]! - this.starts[number]!;
    return length >= text.length && length <= 3 * text.length && this.get(number) === text;
  }

  /** `beginningShare` of a string and a text in UTF-8. */
  beginningShare(number: number, text: Uint8Array, inside: boolean): number {
    return beginningShare(this.bytes, this.starts[number]!, this.starts[number + 1]!, text, inside);
  }

  /** Binary search in `[from, to)` of a list sorted by code point. @returns the string's number, or -1 */
  search(text: string, from = 0, to = this.count): number {
    const wanted = Buffer.from(text);
    const orderOf = (at: number) => compareBytes(this.bytes, this.starts[at]!, this.starts[at + 1]!, wanted);
    const number = firstWhere(from, to, (at) => orderOf(at) >= 0);
    return number < to && orderOf(number) === 0 ? number : -1;
  }
}

/** Compares `[from, to)` with a key by bytes: a call of the runtime costs more for strings as short as words. */
export function compareBytes(bytes: Uint8Array, from: number, to: number, key: Uint8Array): number {
  const shared = Math.min(to - from, key.length);
  for (let i = 0; i < shared; i++) {
    const order = bytes[from + i]! - key[i]!;
    if (order !== 0) return order;
  }
  return to - from - key.length;
}

/** Packs strings into one piece: a site may have a million terms. */
export function packStrings(name: string, strings: readonly string[]): NamedSection[] {
  const starts = startsOf(
    strings.map((string) => Buffer.byteLength(string)),
    name,
  );
  const bytes = Buffer.allocUnsafeSlow(starts.at(-1)!);
  strings.forEach((string, i) => {
    bytes.utf8Write(string, starts[i]!, starts[i + 1]! - starts[i]!);
  });
  return [
    [name, bytes],
    [`${name}.starts`, starts],
  ];
}

/**
 * How much of a string a text is, when one of them begins with the other. Both are words in UTF-8 with single blanks.
 * @param from, to the string, in `bytes`
 * @param inside whether the text may end inside a word of the string
 * @returns words of the text by words of the string: up to 1 when the string begins with the text, above 1 when the text begins with the
 * string; 0: neither does
 */
function beginningShare(bytes: Uint8Array, from: number, to: number, text: Uint8Array, inside: boolean): number {
  const length = to - from;
  const shared = Math.min(length, text.length);
  if (shared === 0) return 0;
  for (let i = 0; i < shared; i++) if (bytes[from + i] !== text[i]) return 0;
  if (length > shared && !inside && bytes[from + shared] !== BLANK) return 0;
  if (text.length > shared && text[shared] !== BLANK) return 0;
  return countWords(text, 0, text.length) / countWords(bytes, from, to);
}

function countWords(bytes: Uint8Array, from: number, to: number): number {
  let words = 1;
  for (let i = from; i < to; i++) if (bytes[i] === BLANK) words++;
  return words;
}
