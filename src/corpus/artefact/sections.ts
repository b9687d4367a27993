import { ArtefactError, CHUNK, DIGEST_LENGTH, headLength, readHead, type SectionLocation } from './artefact_format.ts';
import { PieceReader, type SharedBytes } from './shared_bytes.ts';

/** The values that the numbers of a section may have. */
export type Values =
  | { readonly kind: 'any' }
  /** Less than `limit`, or, with `orMarked`, with the highest bit. */
  | { readonly kind: 'below'; readonly limit: number; readonly orMarked?: true }
  /**
   * The starts of parts and the end of the last one: ascending, from 0. Several such lists are interleaved, with the end of each.
   * With `orLess` an end is only a bound.
   */
  | { readonly kind: 'starts'; readonly ends: readonly number[]; readonly orLess?: true };

/** The numbers that a section consists of. */
export interface SectionShape {
  /** Bytes of a number. */
  readonly unit: 1 | 2 | 4;
  readonly count: number;
  readonly values: Values;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** A section of blocks: bytes that are verified and unpacked block by block. */
export interface BlockSection {
  readonly count: number;
  /** Memory for unpacked blocks, shared by all threads; empty if the section does not keep them. */
  readonly kept: Uint8Array;
  /**
   * The verified bytes of a block.
   * @param block number; @param from, to: its place in the section; @param digest of its bytes
   */
  packed(block: number, from: number, to: number, digest: Uint8Array): Uint8Array;
  isKept(block: number): boolean;
  /** Marks a block whose bytes in `kept` are complete. */
  setKept(block: number): void;
}

/** Named sections: those of an artefact, or of the parts of one that were fetched. */
export type SectionReader = Pick<Sections, 'has' | 'bytes' | 'numbers' | 'json' | 'blocks'>;

/** The sections of a whole artefact, in memory or not. */
export type OpenSections = SectionReader & Pick<Sections, 'digest' | 'length' | 'place' | 'expect'>;

/**
 * The named sections of an open artefact, as views over its memory. Each method reads and verifies the section first, unless a thread has
 * done so already.
 */
export class Sections {
  /** The digest in the header, in hexadecimal. */
  readonly digest: string;
  /** Of the whole artefact, in bytes. */
  readonly length: number;
  readonly #shared: SharedBytes;
  readonly #reader: PieceReader;
  readonly #places: ReadonlyMap<string, SectionLocation>;
  #shapes: ReadonlyMap<string, SectionShape> = new Map();

  /** @throws ArtefactError when the header is damaged */
  constructor(shared: SharedBytes) {
    const { bytes } = shared;
    const head = readHead(new Uint8Array(bytes, 0, headLength(new Uint8Array(bytes), bytes.byteLength)));
    this.digest = head.digest;
    this.length = head.length;
    this.#places = head.places;
    this.#shared = shared;
    this.#reader = new PieceReader(shared);
  }

  has(name: string): boolean {
    return this.#places.has(name);
  }

  /** @throws ArtefactError when the section is missing */
  place(name: string): SectionLocation {
    const place = this.#places.get(name);
    if (place === undefined) throw new ArtefactError(`it has no section ${JSON.stringify(name)}`);
    return place;
  }

  /**
   * Checks the lengths of sections now, and their content when it is first read.
   * @param shapes of all sections that are used
   * @throws ArtefactError when a section is missing or has another length
   */
  expect(shapes: ReadonlyMap<string, SectionShape>): void {
    for (const [name, { unit, count }] of shapes) {
      if (this.place(name).length !== unit * count)
        throw new ArtefactError(`its section "${name}" does not fit the others`);
    }
    this.#shapes = shapes;
  }

  /** @throws ArtefactError when the section is missing or damaged */
  bytes(name: string): Uint8Array {
    const { offset, length } = this.#verified(name);
    return new Uint8Array(this.#shared.bytes, offset, length);
  }

  /** @throws ArtefactError when the section is missing or damaged */
  numbers(name: string): Uint32Array {
    const { offset, length } = this.#verified(name);
    return new Uint32Array(this.#shared.bytes, offset, length / Uint32Array.BYTES_PER_ELEMENT);
  }

  /** @throws ArtefactError when the section is missing or damaged */
  json(name: string): unknown {
    const text = Buffer.from(this.bytes(name)).toString('utf8');
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw new ArtefactError(`its section "${name}" is not JSON`);
    }
  }

  /** @throws ArtefactError when the section is missing */
  blocks(name: string): BlockSection {
    const { offset, firstPiece, firstKept, keptAt, totals } = this.place(name);
    if (totals === null) throw new ArtefactError(`its section "${name}" has no blocks`);
    const { blocks: count, kept: length } = totals;
    const { bytes, ready, kept } = this.#shared;
    return {
      count,
      kept: new Uint8Array(kept, keptAt, length),
      packed: (block, from, to, digest) => {
        const piece = { number: firstPiece + block, offset: offset + from, length: to - from };
        this.#reader.require({ ...piece, digest, section: name });
        return new Uint8Array(bytes, piece.offset, piece.length);
      },
      isKept: (block) => Atomics.load(ready, firstKept + block) === 1,
      setKept(block) {
        Atomics.store(ready, firstKept + block, 1);
      },
    };
  }

  /** Names of all sections. */
  names(): Iterable<string> {
    return this.#places.keys();
  }

  #verified(name: string): SectionLocation {
    for (const _ of this.chunks(name));
    return this.place(name);
  }

  /**
   * Reads and verifies a section without blocks, one chunk per step.
   * @throws ArtefactError when it is missing or damaged
   */
  *chunks(name: string): Generator<void> {
    const { offset, length, firstPiece, digests } = this.place(name);
    if (digests === null) throw new ArtefactError(`its section "${name}" has blocks`);
    const shape = this.#shapes.get(name);
    const numbers = shape === undefined ? null : numbersOf(this.#shared.bytes, offset, shape);
    for (let at = 0, chunk = 0; at < length; at += CHUNK, chunk++) {
      const end = Math.min(CHUNK, length - at);
      this.#reader.require({
        number: firstPiece + chunk,
        offset: offset + at,
        length: end,
        digest: digests.subarray(chunk * DIGEST_LENGTH, (chunk + 1) * DIGEST_LENGTH),
        section: name,
        ...(numbers !== null && {
          isSound: () => hasShape(numbers, at / shape!.unit, (at + end) / shape!.unit, shape!),
        }),
      });
      yield;
    }
  }
}

/** A section as the numbers of its shape. */
export function numbersOf(bytes: ArrayBufferLike, offset: number, { unit, count }: SectionShape): Numbers {
  if (unit === 1) return new Uint8Array(bytes, offset, count);
  return unit === 2 ? new Uint16Array(bytes, offset, count) : new Uint32Array(bytes, offset, count);
}

/** The highest bit of 32. */
const MARK = 0x80000000;

/**
 * Checks a part of a section as soon as its bytes are verified.
 * @param numbers the whole section, of which `[0, to)` is present
 * @returns whether the numbers `[from, to)` are what the shape says
 */
export function hasShape(numbers: Numbers, from: number, to: number, { count, values }: SectionShape): boolean {
  if (values.kind === 'any') return true;
  if (values.kind === 'below') {
    const marked = values.orMarked ? MARK : Infinity;
    for (let i = from; i < to; i++) if (numbers[i]! >= values.limit && numbers[i]! < marked) return false;
    return true;
  }
  const { ends, orLess = false } = values;
  if (!isAscending(numbers, from, to, ends.length)) return false;
  const last = numbers.subarray(to - ends.length, to);
  return to < count || ends.every((end, i) => (orLess ? last[i]! <= end : last[i] === end));
}

/** Whether each number is at least the one `stride` before it, the first ones are 0, and there are any. */
function isAscending(numbers: Numbers, from: number, to: number, stride: number): boolean {
  for (let i = 0; i < stride; i++) if (numbers[i] !== 0) return false;
  for (let i = Math.max(from, stride); i < to; i++) if (numbers[i]! < numbers[i - stride]!) return false;
  return true;
}
