import { type Coding, encodeNumbers, lengthOf, type PartHead, type Ranges } from './part_format.ts';
import { encodeStrings, pick, type Strings } from './string_coding.ts';

/** A part to write: its name and its content, not compressed. */
export interface PackedPart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Writes the slices of one part. */
export class PartWriter {
  readonly #build: string;
  readonly #name: string;
  readonly #slices: [string, Coding, number, number][] = [];
  readonly #data: Uint8Array[] = [];
  readonly #included: string[] = [];

  constructor(build: string, name: string) {
    this.#build = build;
    this.#name = name;
  }

  bytes(section: string, bytes: Uint8Array, from = 0, to = bytes.length): void {
    this.#add(section, 'bytes', from, to - from, bytes.subarray(from, to));
  }

  /** Bytes that have their place at `from`. */
  bytesAt(section: string, bytes: Uint8Array, from: number): void {
    this.#add(section, 'bytes', from, bytes.length, bytes);
  }

  numbers(section: string, numbers: Uint32Array, from = 0, to = numbers.length): void {
    this.#add(section, 'steps', from, to - from, encodeNumbers(numbers.subarray(from, to), 'steps'));
  }

  /** The places of postings from `from` on. */
  places(section: string, places: Uint32Array, from: number): void {
    this.#add(section, 'places', from, places.length, encodeNumbers(places, 'places'));
  }

  /** A whole list of strings. */
  strings(section: string, strings: Strings): void {
    this.#add(section, 'strings', 0, strings.starts.length - 1, encodeStrings(strings));
  }

  /** Some ranges of a list of numbers. */
  spans(section: string, numbers: Uint32Array, ranges: Ranges): void {
    const all = Uint32Array.from(ranges.flatMap(([from, to]) => [...numbers.subarray(from, to)]));
    const data = [encodeNumbers(Uint32Array.from(ranges.flat()), 'steps'), encodeNumbers(all, 'steps')];
    this.#add(section, 'spans', ranges.length, all.length, Buffer.concat(data));
  }

  /** Some ranges of a list of strings. */
  stringSpans(section: string, strings: Strings, ranges: Ranges): void {
    const { starts } = strings;
    const heads = [ranges.flat(), ranges.map(([from]) => starts[from]!)];
    const data = [
      ...heads.map((head) => encodeNumbers(Uint32Array.from(head), 'steps')),
      encodeStrings(pick(strings, ranges)),
    ];
    this.#add(section, 'string-spans', ranges.length, lengthOf(ranges), Buffer.concat(data));
  }

  /** Numbers without order, such as hashes: as their bytes. */
  raw(section: string, { buffer, byteOffset, byteLength }: Uint32Array): void {
    this.#add(section, 'bytes', 0, byteLength, new Uint8Array(buffer, byteOffset, byteLength));
  }

  /** Bytes of the slices. */
  get length(): number {
    return this.#data.reduce((sum, { length }) => sum + length, 0);
  }

  /** Takes over the slices of another part, which is then no file of its own. */
  include(part: PartWriter): void {
    this.#slices.push(...part.#slices);
    this.#data.push(...part.#data);
    this.#included.push(part.#name);
  }

  includes(part: string): boolean {
    return this.#included.includes(part);
  }

  part(lengths?: Record<string, number>): PackedPart {
    const facts: PartHead = {
      ...{ build: this.#build, part: this.#name, slices: this.#slices },
      ...(lengths && { lengths, included: this.#included }),
    };
    const head = Buffer.from(JSON.stringify(facts));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(head.length);
    return { name: this.#name, bytes: Buffer.concat([length, head, ...this.#data]) };
  }

  #add(section: string, coding: Coding, from: number, count: number, data: Uint8Array): void {
    if (count === 0 && coding !== 'strings') return;
    this.#slices.push([section, coding, from, count]);
    this.#data.push(data);
  }
}

/** The first of the items of each part: a part ends where it has as many bytes. */
export function cutBy(count: number, most: number, bytesOf: (item: number) => number): number[] {
  const cuts: number[] = [];
  let bytes = most;
  for (let item = 0; item < count; item++) {
    const own = bytesOf(item);
    if (bytes + own > most) {
      cuts.push(item);
      bytes = 0;
    }
    bytes += own;
  }
  return cuts;
}
