import { hash } from 'node:crypto';
import type { RebakeCache } from '../rebake_cache.ts';

/**
 * The artefact's file format:
 *
 *     0  magic `CATCHWRD`
 *     8  format version, u32
 *    12  length of the directory, u32
 *    16  length of the whole file, f64
 *    24  number of digests, u32
 *    28  zero, u32
 *    32  SHA-256 over bytes 0 to 32 and 64 to the end of the digests
 *    64  directory: JSON `{name: [offset, byte length]}`, for a section of blocks
 *        `{name: [offset, byte length, number of blocks, bytes to reserve for unpacked blocks]}`
 *        digests: SHA-256 of each chunk of the other sections, in the order of the directory
 *        sections in the order of the directory, each aligned to eight bytes
 *
 * The digests of blocks are in a section of their own (`packed_items.ts`). So the digest in the header covers every byte that an answer
 * depends on, and each chunk and block can be verified alone, when it is first used.
 *
 * All numbers are little-endian, so that typed arrays over the file's bytes give the sections without decoding.
 */

/** Raise it whenever an older program cannot read what this one writes, or the reverse. */
export const FORMAT_VERSION = 8;

/** Bytes of a section that have one digest. It fits in a processor's cache, where it is hashed and copied. */
export const CHUNK = 1 << 18;
export const DIGEST_LENGTH = 32;

const MAGIC = 'CATCHWRD';
const DIGEST_AT = 32;
export const HEADER_LENGTH = 64;

/** A section's bytes: one chunk, or several in order, which are written without joining them. */
export type SectionData = ArrayBufferView | readonly Uint8Array[];

/** What the directory says of a section of blocks. */
export interface BlockTotals {
  readonly blocks: number;
  /** Bytes of memory to reserve for unpacked blocks; 0 if they are not kept. */
  readonly kept: number;
}

/** A section to write. One with `totals` consists of blocks, whose digests are in another section. */
export type NamedSection = readonly [name: string, data: SectionData, totals?: BlockTotals];

/** An artefact cannot be opened or is damaged. The message gives the file, if any, and the reason, never content of the artefact. */
export class ArtefactError extends Error {
  override name = 'ArtefactError';
  readonly reason: string;
  readonly file: string | null;

  /** @param file path of the artefact; null for one that is not a file, or when the caller adds it */
  constructor(reason: string, file: string | null = null) {
    super(file === null ? reason : `Cannot open "${file}": ${reason}`);
    this.reason = reason;
    this.file = file;
  }
}

/** The error of an artefact that is damaged. @param fault what is wrong, as a sentence without an end @param file as for `ArtefactError` */
export function damaged(fault: string, file: string | null = null): ArtefactError {
  return new ArtefactError(`${fault}; build it again`, file);
}

/** The same of a section: its bytes are others than its digest says, or its numbers others than its shape has. */
export function damagedSection(section: string, file: string | null = null): ArtefactError {
  return damaged(`its section "${section}" is damaged`, file);
}

/** An artefact to write: chunks of bytes in order, so that a large one is not in memory twice. */
export interface Artefact {
  readonly parts: readonly Uint8Array[];
  /** Total length of the parts in bytes. */
  readonly length: number;
  /** The digest in the header, in hexadecimal. It identifies the whole content. */
  readonly digest: string;
}

export function digestOf(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}

/** Lays out an artefact with the sections in the given order. */
export function layOutArtefact(sections: readonly NamedSection[], cache?: RebakeCache): Artefact {
  const digests = sections.flatMap(([name, data, totals]) => {
    if (totals !== undefined) return [];
    const digest = (last: DigestedSection | null) => digestSection(data, last);
    return (cache?.renew(`digests of ${name}`, digest) ?? digest(null)).digests;
  });
  let text = '';
  let plan = layOut(sections, digests.length, 0);
  // The directory's offsets depend on its own length, so repeat until the length is stable.
  while (plan.directory.length !== text.length) {
    text = plan.directory;
    plan = layOut(sections, digests.length, Buffer.byteLength(text));
  }
  const { directory, offsets, length } = plan;
  const head = Buffer.alloc(offsets[0] ?? length);
  const digestsAt = HEADER_LENGTH + Buffer.byteLength(directory);
  head.write(MAGIC, 0, 'latin1');
  head.writeUInt32LE(FORMAT_VERSION, 8);
  head.writeUInt32LE(Buffer.byteLength(directory), 12);
  head.writeDoubleLE(length, 16);
  head.writeUInt32LE(digests.length, 24);
  head.write(directory, HEADER_LENGTH, 'utf8');
  digests.forEach((digest, i) => {
    head.set(digest, digestsAt + i * DIGEST_LENGTH);
  });
  const digest = digestOfHead(head, digestsAt + digests.length * DIGEST_LENGTH);
  digest.copy(head, DIGEST_AT);
  const parts: Uint8Array[] = [head];
  sections.forEach(([, data], i) => {
    let end = offsets[i]!;
    // Not `push(...parts)`: a section has a part per page, and the number of arguments of a call is limited.
    for (const part of partsOf(data)) {
      parts.push(part);
      end += part.length;
    }
    parts.push(new Uint8Array((offsets[i + 1] ?? length) - end));
  });
  return { parts, length, digest: digest.toString('hex') };
}

/** @returns the artefact's bytes, in shared memory */
export function joinArtefact(artefact: Artefact): SharedArrayBuffer {
  return joinInto(new SharedArrayBuffer(artefact.length), artefact);
}

/** Like `joinArtefact`, into memory that the caller made. @param memory of the length of the artefact */
export function joinInto<Memory extends ArrayBuffer | SharedArrayBuffer>(memory: Memory, { parts }: Artefact): Memory {
  const bytes = new Uint8Array(memory);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return memory;
}

function layOut(sections: readonly NamedSection[], digests: number, directoryLength: number) {
  let at = aligned(HEADER_LENGTH + directoryLength + digests * DIGEST_LENGTH);
  const offsets: number[] = [];
  const directory: Record<string, number[]> = {};
  for (const [name, data, totals] of sections) {
    const length = partsOf(data).reduce((sum, part) => sum + part.length, 0);
    directory[name] = totals === undefined ? [at, length] : [at, length, totals.blocks, totals.kept];
    offsets.push(at);
    at = aligned(at + length);
  }
  return { offsets, length: at, directory: JSON.stringify(directory) };
}

function partsOf(data: SectionData): readonly Uint8Array[] {
  if (!ArrayBuffer.isView(data)) return data;
  return [new Uint8Array(data.buffer, data.byteOffset, data.byteLength)];
}

interface DigestedSection {
  readonly data: SectionData;
  readonly chunks: readonly Uint8Array[];
  readonly digests: readonly Uint8Array[];
}

/** Digests the chunks of a section. Reuses the digests of unchanged chunks, because comparing bytes is many times as fast. */
function digestSection(data: SectionData, before: DigestedSection | null): DigestedSection {
  if (before?.data === data) return before;
  const chunks = chunksOf(partsOf(data));
  const digests = chunks.map((chunk, i) => {
    const known = before?.chunks[i];
    return known !== undefined && Buffer.compare(known, chunk) === 0 ? before!.digests[i]! : digestOf(chunk);
  });
  return { data, chunks, digests };
}

/** The chunks of a section, joined where a chunk spans several parts. */
function chunksOf(parts: readonly Uint8Array[]): Uint8Array[] {
  const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  return Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, chunk) =>
    bytes.subarray(chunk * CHUNK, (chunk + 1) * CHUNK),
  );
}

function aligned(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}

function digestOfHead(head: Uint8Array, end: number): Buffer {
  const covered = Buffer.concat([head.subarray(0, DIGEST_AT), head.subarray(HEADER_LENGTH, end)]);
  return digestOf(covered);
}

/** Where a section is. */
export interface SectionLocation {
  readonly offset: number;
  readonly length: number;
  /** The section's first piece: pieces are its chunks or blocks, numbered through the whole artefact. */
  readonly firstPiece: number;
  /** Null for a section of blocks. */
  readonly digests: Uint8Array | null;
  /** The first of the cells that mark kept blocks; numbered like pieces. */
  readonly firstKept: number;
  /** Where the section's unpacked blocks start in the memory for those of all sections. */
  readonly keptAt: number;
  readonly totals: BlockTotals | null;
}

/** The verified head of an artefact. */
export interface Head {
  /** Of the whole artefact, in bytes. */
  readonly length: number;
  /** The digest in the header, in hexadecimal. */
  readonly digest: string;
  readonly places: ReadonlyMap<string, SectionLocation>;
  /** Number of pieces, cells for kept blocks included. */
  readonly pieces: number;
  /** Bytes to reserve for unpacked blocks. */
  readonly kept: number;
}

/**
 * Whether an artefact of any format version begins like this.
 * @param bytes at least the first `HEADER_LENGTH` bytes, or all bytes of a shorter file
 */
export function isArtefactHeader(bytes: Uint8Array): boolean {
  const magic = Buffer.from(bytes.subarray(0, MAGIC.length)).toString('latin1');
  // No text has a zero here, and every version has one.
  return bytes.length >= HEADER_LENGTH && magic === MAGIC && bytes[11] === 0;
}

/**
 * Reads the length of the head from the header.
 * @param header at least the first `HEADER_LENGTH` bytes, or all bytes of a shorter file
 * @param length of the whole file
 * @throws ArtefactError when the file is empty, not an artefact, of another format version, or truncated
 */
export function headLength(header: Uint8Array, length: number): number {
  const bytes = Buffer.from(header.buffer, header.byteOffset, header.byteLength);
  if (length === 0) throw damaged('it is empty');
  if (!isArtefactHeader(bytes)) {
    throw new ArtefactError('it is not a Catchword artefact');
  }
  checkVersion(bytes.readUInt32LE(8));
  const stated = bytes.readDoubleLE(16);
  if (length !== stated)
    throw damaged(`it is ${length} bytes long but should be ${stated}, so it is truncated or damaged`);
  const end = HEADER_LENGTH + bytes.readUInt32LE(12) + bytes.readUInt32LE(24) * DIGEST_LENGTH;
  if (end > length) throw damaged('its header is damaged');
  return end;
}

function checkVersion(version: number): void {
  if (version === FORMAT_VERSION) return;
  const remedy = version > FORMAT_VERSION ? 'use a newer Catchword' : 'build it again';
  throw new ArtefactError(
    `it has format version ${version} but this program reads version ${FORMAT_VERSION}; ${remedy}`,
  );
}

/**
 * Verifies and reads the head.
 * @param head the first `headLength` bytes
 * @throws ArtefactError when its digest is wrong
 */
export function readHead(head: Uint8Array): Head {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const digest = bytes.subarray(DIGEST_AT, HEADER_LENGTH);
  if (!digestOfHead(bytes, bytes.length).equals(digest)) throw damaged('its header is damaged');
  const directoryLength = bytes.readUInt32LE(12);
  const digestsAt = HEADER_LENGTH + directoryLength;
  if (directoryLength > LONGEST_DIRECTORY) throw damaged('its header is too long');
  const length = bytes.readDoubleLE(16);
  const places = new Map<string, SectionLocation>();
  let pieces = 0;
  let keptAt = 0;
  let digestAt = digestsAt;
  let end = bytes.length;
  for (const [name, entry] of Object.entries(parseDirectory(bytes.utf8Slice(HEADER_LENGTH, digestsAt)))) {
    if (!isEntry(entry) || entry[0] !== aligned(end)) throw damaged('its directory has an invalid entry');
    const [offset, sectionLength, blocks, kept] = entry;
    end = offset + sectionLength;
    const totals = blocks === undefined ? null : { blocks, kept: kept! };
    const count = totals === null ? Math.ceil(sectionLength / CHUNK) : totals.blocks;
    const digests = totals === null ? bytes.subarray(digestAt, digestAt + count * DIGEST_LENGTH) : null;
    digestAt += totals === null ? count * DIGEST_LENGTH : 0;
    const firstKept = pieces + count;
    places.set(name, { offset, length: sectionLength, firstPiece: pieces, digests, firstKept, keptAt, totals });
    pieces += totals === null ? count : 2 * count;
    keptAt += totals?.kept ?? 0;
  }
  if (digestAt !== bytes.length || aligned(end) !== length) throw damaged('its sections do not match its length');
  if (keptAt > mostUnpacked(length)) throw damaged(`it unpacks to ${keptAt} bytes, too many for its length`);
  return { digest: digest.toString('hex'), length, places, pieces, kept: keptAt };
}

/** Maximum length of a directory in bytes. Each of the site's own fields takes 300. */
const LONGEST_DIRECTORY = 1 << 20;

/**
 * Most bytes that the blocks of an artefact unpack to. The words of what is packed have postings beside it, which are not packed, so
 * even the most repetitive site stays far below.
 */
export function mostUnpacked(length: number): number {
  return (1 << 26) + 64 * length;
}

function parseDirectory(text: string): object {
  let directory: unknown;
  try {
    directory = JSON.parse(text);
  } catch {
    // It is nested too deeply, or it is not JSON.
  }
  if (typeof directory === 'object' && directory !== null) return directory;
  throw damaged('its directory cannot be read');
}

/** Every block has at least one byte. */
function isEntry(entry: unknown): entry is DirectoryEntry {
  if (!Array.isArray(entry) || (entry.length !== 2 && entry.length !== 4)) return false;
  return entry.every((number) => Number.isSafeInteger(number) && number >= 0) && (entry[2] ?? 0) <= entry[1];
}

type DirectoryEntry = readonly [offset: number, length: number, blocks?: number, kept?: number];
