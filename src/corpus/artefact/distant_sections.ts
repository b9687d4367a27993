import { Missed } from '../../async/missed.ts';
import {
  CHUNK,
  DIGEST_LENGTH,
  damaged,
  damagedSection,
  HEADER_LENGTH,
  type Head,
  headLength,
  readHead,
  type SectionLocation,
} from './artefact_format.ts';
import { NamedSections } from './named_sections.ts';
import { firstWhere } from './number_lists.ts';
import { hasShape, numbersOf } from './section_shape.ts';
import type { BlockSection, SectionReader } from './sections.ts';
import { checkPiece } from './shared_bytes.ts';

/** Where an artefact is kept, such as object storage. */
export interface ArtefactSource {
  /**
   * Reads a range of the artefact's bytes.
   * @returns them; fewer where the artefact ends before. Rejects when they cannot be read now
   */
  read(offset: number, length: number, signal: AbortSignal): Promise<Uint8Array>;
}

/** Reads until the signal aborts, whether or not the source regards it. */
async function readFrom(
  source: ArtefactSource,
  offset: number,
  length: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([source.read(offset, length, signal), promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Bytes that are verified as a whole: a section without blocks, or a block. */
interface Piece {
  /** Name of the section. */
  readonly section: string;
  /** Number of the block; null: the whole section. */
  readonly block: number | null;
  readonly offset: number;
  readonly length: number;
}

/** Thrown by a read of what was not fetched yet. */
export class MissedPieces extends Missed {
  readonly pieces: readonly Piece[];

  constructor(pieces: readonly Piece[]) {
    super();
    this.pieces = pieces;
  }
}

/** The head of most artefacts is shorter. */
const FIRST_READ = 1 << 16;
/** Sections up to this length are fetched when the artefact is opened, so that few requests fetch the rest. */
const SMALL_SECTION = 1 << 18;
/** Sections of blocks up to this length are fetched as a whole. */
const SMALL_BLOCKS = 1 << 22;
/** Bytes between two pieces that are fetched rather than asked for apart. */
const WIDEST_GAP = 1 << 15;
/** Most bytes of pieces that are read together, which are copied, and most reads at a time. */
const LONGEST_READ = 1 << 22;
const MOST_READS = 6;
/** Memory for packed blocks. Those that are kept unpacked leave it. */
const PACKED_BYTES = 1 << 24;
/** Most bytes of blocks that are read ahead of one. */
const LONGEST_AHEAD = PACKED_BYTES / 4;
/** Milliseconds that a request waits for what another one reads. It may end with that request, so it is read again then. */
const SHARED_WAIT = 2_000;
const NOTHING = new Uint8Array();

/**
 * The sections of an artefact that is read over a network. A read of bytes that are not there throws `MissedPieces`; after `fetch` of these
 * the read is repeated. Memory holds the sections that were used, and a bounded number of packed blocks.
 */
export class DistantSections extends NamedSections implements SectionReader {
  readonly #source: ArtefactSource;
  readonly #sections = new Map<string, Uint8Array>();
  readonly #sound = new Set<string>();
  /** By section: unpacked blocks, and a cell for each that is complete. */
  readonly #kept = new Map<string, { readonly bytes: Uint8Array; readonly complete: Uint8Array }>();
  /** Packed blocks, the longest unused first. */
  readonly #packed = new Map<string, Uint8Array>();
  #packedBytes = 0;
  /** Pieces that are being read. */
  readonly #underWay = new Map<string, Promise<void>>();

  private constructor(source: ArtefactSource, head: Head) {
    super(head);
    this.#source = source;
  }

  /**
   * Opens an artefact and fetches its small sections.
   * @throws ArtefactError when it is not a whole artefact of this format
   */
  static async open(source: ArtefactSource, signal: AbortSignal): Promise<DistantSections> {
    let head = await readFrom(source, 0, FIRST_READ, signal);
    const end = headLength(head, statedLength(head));
    if (end > head.length) head = await readFrom(source, 0, end, signal);
    // A copy: these bytes stay, and the source's buffer may be larger.
    const sections = new DistantSections(source, readHead(new Uint8Array(head.subarray(0, end))));
    await sections.fetch(
      sections.#missingSections((_, { length }) => length <= SMALL_SECTION),
      signal,
    );
    return sections;
  }

  bytes(name: string): Uint8Array {
    const bytes = this.#sections.get(name);
    if (bytes === undefined) throw new MissedPieces(this.#tableOf(name));
    const shape = this.shapes.get(name);
    if (shape !== undefined && !this.#sound.has(name)) {
      if (!hasShape(numbersOf(bytes.buffer, 0, shape), 0, shape.count, shape)) throw damagedSection(name);
      this.#sound.add(name);
    }
    return bytes;
  }

  numbers(name: string): Uint32Array {
    const { buffer, length } = this.bytes(name);
    return new Uint32Array(buffer, 0, length / Uint32Array.BYTES_PER_ELEMENT);
  }

  blocks(name: string): BlockSection {
    const { blocks: count } = this.totalsOf(name);
    const { bytes: kept, complete } = this.#keptOf(name);
    return {
      count,
      kept,
      packed: (block) => this.#packedBlock(name, block),
      isKept: (block) => complete[block] === 1,
      setKept: (block) => {
        complete[block] = 1;
        this.#drop(keyOf(name, block));
      },
    };
  }

  /**
   * Says which items of sections of blocks are read next, so that all are fetched at once.
   * @throws MissedPieces when some are missing
   */
  prefetch(items: Iterable<readonly [section: string, item: number]>): void {
    const missing = new Map<string, Piece>();
    for (const [name, item] of items) {
      const firsts = this.numbers(`${name}.blocks`);
      const count = firsts.length / 2 - 1;
      const block = firstWhere(1, count, (each) => firsts[2 * each]! > item) - 1;
      for (const piece of this.#missingOf(name, block, 1)) missing.set(keyOf(name, piece.block!), piece);
    }
    if (missing.size > 0) throw new MissedPieces([...missing.values()]);
  }

  /**
   * Reads and verifies pieces.
   * @param ahead blocks to read with each: whoever reads many gets more at a time
   * @throws ArtefactError for one that is damaged, or of another artefact; rejects when the source does
   */
  async fetch(pieces: readonly Piece[], signal: AbortSignal, ahead = 1): Promise<void> {
    const wanted = new Map(pieces.map((piece) => [keyOf(piece.section, piece.block), piece]));
    for (const { section, block } of ahead === 1 ? [] : pieces) {
      for (const piece of block === null ? [] : this.#missingOf(section, block, ahead))
        wanted.set(keyOf(section, piece.block), piece);
    }
    await this.#others([...wanted.keys()]);
    const missing = [...wanted.values()].filter(({ section, block }) => !this.#isThere(section, block));
    for (const piece of missing) if (piece.length === 0) this.#take(piece, NOTHING);
    const reads = joinPieces(missing.filter(({ length }) => length > 0));
    for (let at = 0; at < reads.length; at += MOST_READS)
      await Promise.all(reads.slice(at, at + MOST_READS).map((read) => this.#read(read, signal)));
  }

  /** Waits for what other requests read of pieces. */
  async #others(keys: readonly string[]): Promise<void> {
    const others = keys.flatMap((key) => this.#underWay.get(key) ?? []);
    if (others.length === 0) return;
    let timer: ReturnType<typeof setTimeout>;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, SHARED_WAIT);
    });
    await Promise.race([Promise.allSettled(others), late]).finally(() => clearTimeout(timer));
  }

  async #read({ offset, length, pieces }: Read, signal: AbortSignal): Promise<void> {
    const reading = (async () => {
      const bytes = await readFrom(this.#source, offset, length, signal);
      if (bytes.length !== length) throw damaged('it was truncated while it was open');
      for (const piece of pieces) this.#take(piece, bytes.subarray(piece.offset - offset));
    })();
    const keys = pieces.map(({ section, block }) => keyOf(section, block));
    for (const key of keys) this.#underWay.set(key, reading);
    try {
      await reading;
    } finally {
      for (const key of keys) if (this.#underWay.get(key) === reading) this.#underWay.delete(key);
    }
  }

  #isThere(section: string, block: number | null): boolean {
    if (block === null) return this.#sections.has(section);
    return this.#keptOf(section).complete[block] === 1 || this.#packed.has(keyOf(section, block));
  }

  /** Whether the source still has this artefact. */
  async isCurrent(signal: AbortSignal): Promise<boolean> {
    const header = await readFrom(this.#source, 0, HEADER_LENGTH, signal);
    return Buffer.from(header.buffer, header.byteOffset, header.length).includes(Buffer.from(this.digest, 'hex'));
  }

  /** The sections of a table, whose names begin alike, that are not there: who reads one reads others next. */
  #tableOf(name: string): readonly Piece[] {
    // A section of blocks, or none, is refused.
    this.digestsOf(name);
    const table = name.slice(0, name.lastIndexOf('.') + 1);
    return this.#missingSections((other) => other === name || (table !== '' && other.startsWith(table)));
  }

  /** Sections without blocks that are not there. */
  #missingSections(isWanted: (name: string, place: SectionLocation) => boolean): readonly Piece[] {
    return [...this.names()].flatMap((section) => {
      const place = this.place(section);
      if (place.totals !== null || this.#sections.has(section) || !isWanted(section, place)) return [];
      return [{ section, block: null, offset: place.offset, length: place.length }];
    });
  }

  #packedBlock(name: string, block: number): Uint8Array {
    const key = keyOf(name, block);
    const packed = this.#packed.get(key);
    if (packed !== undefined) {
      this.#packed.delete(key);
      this.#packed.set(key, packed);
      return packed;
    }
    throw new MissedPieces(this.#missingOf(name, block, 1));
  }

  /** Blocks from one on that are not there; all of a small section. */
  #missingOf(name: string, first: number, count: number): readonly Piece[] {
    if (this.#isThere(name, first)) return [];
    const { offset, length } = this.place(name);
    const { blocks } = this.totalsOf(name);
    const starts = this.numbers(`${name}.blocks`);
    const isSmall = length <= SMALL_BLOCKS;
    const pieces: Piece[] = [];
    let bytes = 0;
    const end = isSmall ? blocks : Math.min(blocks, first + count);
    for (let block = isSmall ? 0 : first; block < end; block++) {
      const [from, to] = [starts[2 * block + 1]!, starts[2 * block + 3]!];
      bytes += to - from;
      if (!isSmall && block > first && bytes > LONGEST_AHEAD) break;
      if (!this.#isThere(name, block)) pieces.push({ section: name, block, offset: offset + from, length: to - from });
    }
    return pieces;
  }

  #keptOf(name: string): { readonly bytes: Uint8Array; readonly complete: Uint8Array } {
    let kept = this.#kept.get(name);
    if (kept === undefined) {
      const { kept: length, blocks } = this.totalsOf(name);
      kept = { bytes: new Uint8Array(length), complete: new Uint8Array(blocks) };
      this.#kept.set(name, kept);
    }
    return kept;
  }

  #take({ section, block, length }: Piece, from: Uint8Array): void {
    // A copy, unless the piece was read alone: its bytes would keep those of all others in memory.
    const isAlone = from.byteOffset === 0 && from.buffer.byteLength === length;
    const bytes = isAlone ? from : new Uint8Array(from.subarray(0, length));
    if (block === null) {
      const digests = this.digestsOf(section);
      for (let at = 0, chunk = 0; at < length; at += CHUNK, chunk++)
        verify(section, bytes.subarray(at, at + CHUNK), digests, chunk);
      this.#sections.set(section, bytes);
      return;
    }
    verify(section, bytes, this.bytes(`${section}.digests`), block);
    const key = keyOf(section, block);
    this.#drop(key);
    this.#packed.set(key, bytes);
    this.#packedBytes += length;
    for (const oldest of this.#packed.keys()) {
      if (this.#packedBytes <= PACKED_BYTES || oldest === key) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#packedBytes -= this.#packed.get(key)?.length ?? 0;
    this.#packed.delete(key);
  }
}

function keyOf(section: string, block: number | null): string {
  return `${block} ${section}`;
}

/** @throws ArtefactError for other bytes than those that were written */
function verify(section: string, bytes: Uint8Array, digests: Uint8Array, number: number): void {
  const digest = digests.subarray(number * DIGEST_LENGTH, (number + 1) * DIGEST_LENGTH);
  checkPiece({ digest, section }, bytes, null);
}

function statedLength(head: Uint8Array): number {
  if (head.length < HEADER_LENGTH) return head.length;
  return new DataView(head.buffer, head.byteOffset).getFloat64(16, true);
}

/** Bytes that are read at once, with the pieces in them. */
interface Read {
  readonly offset: number;
  readonly length: number;
  readonly pieces: readonly Piece[];
}

/** Joins pieces that are near to each other, so that few reads bring all. */
function joinPieces(pieces: readonly Piece[]): readonly Read[] {
  const reads: { offset: number; length: number; pieces: Piece[] }[] = [];
  for (const piece of pieces.toSorted((a, b) => a.offset - b.offset)) {
    const last = reads.at(-1);
    const length = last === undefined ? 0 : piece.offset + piece.length - last.offset;
    if (last !== undefined && length <= LONGEST_READ && piece.offset <= last.offset + last.length + WIDEST_GAP) {
      last.length = length;
      last.pieces.push(piece);
    } else reads.push({ offset: piece.offset, length: piece.length, pieces: [piece] });
  }
  return reads;
}
