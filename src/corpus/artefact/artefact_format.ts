import { createHash } from 'node:crypto';

/**
 * The artefact's file format:
 *
 *     0  magic `CATCHWRD`
 *     8  format version, u32
 *    12  length of the directory, u32
 *    16  length of the whole file, f64
 *    24  SHA-256 over bytes 0 to 24 and 56 to the end
 *    56  directory: JSON `{name: [offset, byte length]}`
 *        sections in the order of the directory, each aligned to eight bytes
 *
 * All numbers are little-endian, so that typed arrays over the file's bytes give the sections without decoding.
 */

/** Raise it whenever an older program cannot read what this one writes, or the reverse. */
export const FORMAT_VERSION = 4;

const MAGIC = 'CATCHWRD';
const DIGEST_AT = 24;
const HEADER_LENGTH = 56;

/** A section's bytes: one chunk, or several in order, which are written without joining them. */
export type SectionData = ArrayBufferView | readonly Uint8Array[];
export type NamedSection = readonly [name: string, data: SectionData];

/** An artefact cannot be opened. The message gives the reason, never content of the artefact. */
export class ArtefactError extends Error {
  override name = 'ArtefactError';
}

/** An artefact to write: chunks of bytes in order, so that a large one is not in memory twice. */
export interface Artefact {
  readonly parts: readonly Uint8Array[];
  /** Total length of the parts in bytes. */
  readonly length: number;
  /** SHA-256, in hexadecimal. */
  readonly digest: string;
}

/** Lays out an artefact with the sections in the given order. */
export function layOutArtefact(sections: readonly NamedSection[]): Artefact {
  let text = layOut(sections, 0).json;
  // The directory's offsets depend on its own length, so repeat until the length is stable.
  for (let before = ''; text.length !== before.length; ) {
    before = text;
    text = layOut(sections, Buffer.byteLength(text)).json;
  }
  const { offsets, length } = layOut(sections, Buffer.byteLength(text));
  const head = Buffer.alloc(offsets[0] ?? length);
  head.write(MAGIC, 0, 'latin1');
  head.writeUInt32LE(FORMAT_VERSION, 8);
  head.writeUInt32LE(Buffer.byteLength(text), 12);
  head.writeDoubleLE(length, 16);
  head.write(text, HEADER_LENGTH, 'utf8');
  const parts: Uint8Array[] = [head];
  sections.forEach(([, data], i) => {
    const chunks = partsOf(data);
    const end = chunks.reduce((at, { length: size }) => at + size, offsets[i]!);
    // Not `push(...chunks)`: a section has a chunk per page, and the number of arguments of a call is limited.
    for (const chunk of chunks) parts.push(chunk);
    parts.push(new Uint8Array((offsets[i + 1] ?? length) - end));
  });
  const hash = createHash('sha256').update(head.subarray(0, DIGEST_AT)).update(head.subarray(HEADER_LENGTH));
  for (const part of parts.slice(1)) hash.update(part);
  const digest = hash.digest();
  digest.copy(head, DIGEST_AT);
  return { parts, length, digest: digest.toString('hex') };
}

/** @returns the artefact's bytes, in shared memory */
export function joinArtefact({ parts, length }: Artefact): SharedArrayBuffer {
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes.buffer;
}

function layOut(sections: readonly NamedSection[], directoryLength: number) {
  let at = aligned(HEADER_LENGTH + directoryLength);
  const offsets: number[] = [];
  const directory: Record<string, [number, number]> = {};
  for (const [name, data] of sections) {
    const length = partsOf(data).reduce((sum, part) => sum + part.length, 0);
    directory[name] = [at, length];
    offsets.push(at);
    at = aligned(at + length);
  }
  return { offsets, length: at, json: JSON.stringify(directory) };
}

function partsOf(data: SectionData): readonly Uint8Array[] {
  return Array.isArray(data)
    ? data
    : [
        new Uint8Array(
          (data as ArrayBufferView).buffer,
          (data as ArrayBufferView).byteOffset,
          (data as ArrayBufferView).byteLength,
        ),
      ];
}

function aligned(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes.subarray(0, DIGEST_AT)).update(bytes.subarray(HEADER_LENGTH)).digest();
}

/** The named sections of an open artefact, as views over its bytes. */
export interface Sections {
  readonly digest: string;
  bytes(name: string): Uint8Array;
  numbers(name: string): Uint32Array;
  json(name: string): unknown;
}

/**
 * Opens an artefact's bytes without copying or decoding them.
 * @param checked true when another thread has already verified the checksum of these bytes
 * @throws ArtefactError when the bytes are empty, not an artefact, of another format version, truncated or damaged
 */
export function readArtefact(buffer: ArrayBuffer | SharedArrayBuffer, checked = false): Sections {
  const file = Buffer.from(buffer);
  if (file.length === 0) throw new ArtefactError('it is empty');
  if (file.length < HEADER_LENGTH || file.latin1Slice(0, MAGIC.length) !== MAGIC) {
    throw new ArtefactError('it is not a Catchword artefact');
  }
  const version = file.readUInt32LE(8);
  if (version > FORMAT_VERSION) {
    throw new ArtefactError(
      `it has format version ${version} and this program reads ${FORMAT_VERSION}; a newer Catchword reads it`,
    );
  }
  if (version < FORMAT_VERSION) {
    throw new ArtefactError(`it has format version ${version} and this program reads ${FORMAT_VERSION}; bake it again`);
  }
  const length = file.readDoubleLE(16);
  if (file.length !== length)
    throw new ArtefactError(`it is ${file.length} bytes long and says ${length}: it is cut off or damaged`);
  const digest = file.subarray(DIGEST_AT, HEADER_LENGTH);
  if (!checked && !digestOf(file).equals(digest)) {
    throw new ArtefactError('its checksum does not hold: it is damaged');
  }
  const directory = JSON.parse(file.utf8Slice(HEADER_LENGTH, HEADER_LENGTH + file.readUInt32LE(12))) as Record<
    string,
    [number, number]
  >;
  const place = (name: string): [number, number] => {
    if (!Object.hasOwn(directory, name)) throw new ArtefactError(`it has no section ${JSON.stringify(name)}`);
    return directory[name]!;
  };
  return {
    digest: digest.toString('hex'),
    bytes: (name) => new Uint8Array(buffer, ...place(name)),
    numbers(name) {
      const [offset, size] = place(name);
      return new Uint32Array(buffer, offset, size / 4);
    },
    json: (name) => JSON.parse(Buffer.from(buffer, ...place(name)).toString('utf8')) as unknown,
  };
}
