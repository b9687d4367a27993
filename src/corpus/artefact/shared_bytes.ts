import { readSync } from 'node:fs';
import {
  ArtefactError,
  damaged,
  damagedSection,
  digestOf,
  HEADER_LENGTH,
  type Head,
  headLength,
  readHead,
} from './artefact_format.ts';

/**
 * The bytes of an open artefact, which threads share. A piece of the artefact (a chunk or a block) is read and verified when it is
 * first used. Memory is reserved for the whole artefact, but the system provides it only where something is written.
 */
export interface SharedBytes {
  /** As long as the file. The bytes of a piece are present and verified if its cell in `ready` is 1. */
  readonly bytes: ArrayBuffer | SharedArrayBuffer;
  /** Unpacked blocks of the sections that keep them. */
  readonly kept: SharedArrayBuffer;
  /** One cell per piece and per kept block; after them, the number of reads from `file` in progress. */
  readonly ready: Int32Array;
  /** The open file with the bytes that are missing; null when all are in `bytes`. */
  readonly file: OpenFile | null;
}

export interface OpenFile {
  readonly handle: number;
  /** For messages. */
  readonly path: string;
}

/**
 * @param bytes a whole artefact
 * @param trusted true for bytes that this program has just made: they are not verified
 * @throws ArtefactError when the header says that they are not a whole artefact of this format
 */
export function shareBytes(bytes: ArrayBuffer | SharedArrayBuffer, trusted: boolean): SharedBytes {
  const end = headLength(new Uint8Array(bytes, 0, Math.min(HEADER_LENGTH, bytes.byteLength)), bytes.byteLength);
  const head = readHead(new Uint8Array(bytes, 0, end));
  const shared = { bytes, ...reserve(head), file: null };
  if (trusted) for (const place of head.places.values()) shared.ready.fill(1, place.firstPiece, place.firstKept);
  return shared;
}

/**
 * @param file an artefact, from which pieces are read as long as the shared bytes are in use
 * @param length of the file
 * @throws ArtefactError when the header says that it is not a whole artefact of this format
 */
export function shareFile(file: OpenFile, length: number): SharedBytes {
  const header = new Uint8Array(Math.min(HEADER_LENGTH, length));
  readFully(file, header, 0);
  const head = new Uint8Array(headLength(header, length));
  readFully(file, head, 0);
  const layout = readHead(head);
  const bytes = new SharedArrayBuffer(length);
  new Uint8Array(bytes).set(head);
  return { bytes, ...reserve(layout), file };
}

function reserve({ pieces, kept }: Head): Pick<SharedBytes, 'kept' | 'ready'> {
  return {
    kept: new SharedArrayBuffer(kept),
    ready: new Int32Array(new SharedArrayBuffer((pieces + 1) * Int32Array.BYTES_PER_ELEMENT)),
  };
}

/** A piece to read: its number, its place in the file, its digest, and its section for messages. */
export interface Piece {
  readonly number: number;
  readonly offset: number;
  readonly length: number;
  readonly digest: Uint8Array;
  readonly section: string;
  /** Checks the content after verification; absent: any content is valid. */
  readonly isSound?: () => boolean;
}

/** Reads pieces into the memory. One per thread. */
export class PieceReader {
  readonly #shared: SharedBytes;
  readonly #bytes: Uint8Array;
  #scratch = new Uint8Array(0);

  constructor(shared: SharedBytes) {
    this.#shared = shared;
    this.#bytes = new Uint8Array(shared.bytes);
  }

  /**
   * Makes sure that a piece is present and verified.
   * @throws ArtefactError when it is damaged or cannot be read
   */
  require(piece: Piece): void {
    const { ready, file } = this.#shared;
    if (Atomics.load(ready, piece.number) === 1) return;
    if (file === null) checkPiece(piece, this.#bytes.subarray(piece.offset, piece.offset + piece.length), null);
    else this.#read(piece, file);
    if (piece.isSound?.() === false) {
      throw damagedSection(piece.section, file?.path ?? null);
    }
    Atomics.store(ready, piece.number, 1);
  }

  /**
   * Reads and verifies a piece apart, then copies it to the memory. Threads that do this at once copy the same bytes, so they need not
   * wait for each other.
   */
  #read(piece: Piece, file: OpenFile): void {
    const { ready } = this.#shared;
    const reads = ready.length - 1;
    Atomics.add(ready, reads, 1);
    try {
      // Whoever closes the file waits until all pieces are ready and then until no read is in progress.
      if (Atomics.load(ready, piece.number) === 1) return;
      if (this.#scratch.length < piece.length) this.#scratch = new Uint8Array(piece.length);
      const bytes = this.#scratch.subarray(0, piece.length);
      readFully(file, bytes, piece.offset);
      checkPiece(piece, bytes, file.path);
      this.#bytes.set(bytes, piece.offset);
    } finally {
      Atomics.sub(ready, reads, 1);
    }
  }
}

/** @param path of the artefact, for the message @throws ArtefactError for other bytes than those that were written */
export function checkPiece(
  { digest, section }: Pick<Piece, 'digest' | 'section'>,
  bytes: Uint8Array,
  path: string | null,
): void {
  if (!digestOf(bytes).equals(digest)) throw damagedSection(section, path);
}

/** @throws ArtefactError when the file ends before `into` is full, or cannot be read */
function readFully({ handle, path }: OpenFile, into: Uint8Array, from: number): void {
  for (let at = 0; at < into.length; ) {
    let read: number;
    try {
      read = readSync(handle, into, at, into.length - at, from + at);
    } catch (error) {
      throw new ArtefactError((error as NodeJS.ErrnoException).code ?? 'it cannot be read', path);
    }
    if (read === 0) throw damaged('it was truncated while it was open', path);
    at += read;
  }
}
