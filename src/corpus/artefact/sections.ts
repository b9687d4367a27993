import { CHUNK, DIGEST_LENGTH, headLength, readHead, type SectionLocation } from './artefact_format.ts';
import { NamedSections } from './named_sections.ts';
import { hasShape, numbersOf } from './section_shape.ts';
import { PieceReader, type SharedBytes } from './shared_bytes.ts';

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
export type OpenSections = SectionReader & NamedSections;

/**
 * The named sections of an open artefact, as views over its memory. Each method reads and verifies the section first, unless a thread has
 * done so already.
 */
export class Sections extends NamedSections {
  readonly #shared: SharedBytes;
  readonly #reader: PieceReader;

  /** @throws ArtefactError when the header is damaged */
  constructor(shared: SharedBytes) {
    const { bytes } = shared;
    super(readHead(new Uint8Array(bytes, 0, headLength(new Uint8Array(bytes), bytes.byteLength))));
    this.#shared = shared;
    this.#reader = new PieceReader(shared);
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

  /** @throws ArtefactError when the section is missing */
  blocks(name: string): BlockSection {
    const { offset, firstPiece, firstKept, keptAt } = this.place(name);
    const { blocks: count, kept: length } = this.totalsOf(name);
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

  #verified(name: string): SectionLocation {
    for (const _ of this.chunks(name));
    return this.place(name);
  }

  /**
   * Reads and verifies a section without blocks, one chunk per step.
   * @throws ArtefactError when it is missing or damaged
   */
  *chunks(name: string): Generator<void> {
    const { offset, length, firstPiece } = this.place(name);
    const digests = this.digestsOf(name);
    const shape = this.shapes.get(name);
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
