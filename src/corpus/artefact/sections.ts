import { ArtefactError, CHUNK, DIGEST_LENGTH, headLength, readHead, type SectionLocation } from './artefact_format.ts';
import { type ArtefactMemory, PieceReader } from './artefact_memory.ts';

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

/**
 * The named sections of an open artefact, as views over its memory. Each method reads and verifies the section first, unless a thread has
 * done so already.
 */
export class Sections {
  /** The digest in the header, in hexadecimal. */
  readonly digest: string;
  readonly #memory: ArtefactMemory;
  readonly #reader: PieceReader;
  readonly #places: ReadonlyMap<string, SectionLocation>;

  /** @throws ArtefactError when the header is damaged */
  constructor(memory: ArtefactMemory) {
    const { bytes } = memory;
    const head = readHead(new Uint8Array(bytes, 0, headLength(new Uint8Array(bytes), bytes.byteLength)));
    this.digest = head.digest;
    this.#places = head.places;
    this.#memory = memory;
    this.#reader = new PieceReader(memory);
  }

  /** @throws ArtefactError when the section is missing or damaged */
  bytes(name: string): Uint8Array {
    const { offset, length } = this.#verified(name);
    return new Uint8Array(this.#memory.bytes, offset, length);
  }

  /** @throws ArtefactError when the section is missing or damaged */
  numbers(name: string): Uint32Array {
    const { offset, length } = this.#verified(name);
    return new Uint32Array(this.#memory.bytes, offset, length / Uint32Array.BYTES_PER_ELEMENT);
  }

  /** @throws ArtefactError when the section is missing or damaged */
  json(name: string): unknown {
    return JSON.parse(Buffer.from(this.bytes(name)).toString('utf8')) as unknown;
  }

  /** @throws ArtefactError when the section is missing */
  blocks(name: string): BlockSection {
    const { offset, firstPiece, firstKept, keptAt, totals } = this.#place(name);
    const { blocks: count, kept: length } = totals!;
    const { bytes, ready, kept } = this.#memory;
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

  /** Names of all sections, and whether each is one of blocks. */
  *names(): Iterable<{ readonly name: string; readonly hasBlocks: boolean }> {
    for (const [name, { totals }] of this.#places) yield { name, hasBlocks: totals !== null };
  }

  #place(name: string): SectionLocation {
    const place = this.#places.get(name);
    if (place === undefined) throw new ArtefactError(`it has no section ${JSON.stringify(name)}`);
    return place;
  }

  #verified(name: string): SectionLocation {
    for (const _ of this.chunks(name));
    return this.#place(name);
  }

  /**
   * Reads and verifies a section without blocks, one chunk a step.
   * @throws ArtefactError when it is missing or damaged
   */
  *chunks(name: string): Generator<void> {
    const { offset, length, firstPiece, digests } = this.#place(name);
    for (let at = 0, chunk = 0; at < length; at += CHUNK, chunk++) {
      this.#reader.require({
        number: firstPiece + chunk,
        offset: offset + at,
        length: Math.min(CHUNK, length - at),
        digest: digests!.subarray(chunk * DIGEST_LENGTH, (chunk + 1) * DIGEST_LENGTH),
        section: name,
      });
      yield;
    }
  }
}
