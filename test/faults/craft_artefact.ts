import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { SeededRandom } from '../../bench/queries/seeded_random.ts';
import {
  CHUNK,
  digestOf,
  FORMAT_VERSION,
  HEADER_LENGTH,
  headLength,
  readHead,
} from '../../src/corpus/artefact/artefact_format.ts';

/** A section as it is in the file. `more` is what the directory says besides its place: for one of blocks, two numbers. */
export interface RawSection {
  readonly name: string;
  bytes: Buffer;
  more: unknown[];
}

/** An artefact, or what is to look like one: its head may be written in place of the one that belongs to the sections. */
export interface Draft {
  sections: RawSection[];
  /** Changes the directory, whose text it gets. */
  directory: (text: string) => string;
  /** Changes the header's fields, before the digest is computed. */
  header: (head: Buffer) => void;
}

/** A change, with what it is called in a report. */
export interface Craft {
  readonly name: string;
  readonly craft: (draft: Draft) => void;
}

export function readDraft(artefact: Uint8Array): Draft {
  const { places } = readHead(artefact.subarray(0, headLength(artefact, artefact.length)));
  const sections = [...places].map(([name, { offset, length, totals }]) => ({
    name,
    bytes: Buffer.from(artefact.subarray(offset, offset + length)),
    more: totals === null ? [] : [totals.blocks, totals.kept],
  }));
  return { sections, directory: (text) => text, header: () => {} };
}

/** Writes a draft with digests that are right, whatever it says. */
export function writeDraft({ sections, directory, header }: Draft): Buffer {
  const digests = sections.flatMap(({ bytes, more }) => {
    const chunks = Array.from({ length: more.length > 0 ? 0 : Math.ceil(bytes.length / CHUNK) }, (_, i) => i * CHUNK);
    return chunks.map((at) => digestOf(bytes.subarray(at, at + CHUNK)));
  });
  let text = '';
  let planned = lay(sections, 0, digests.length, directory);
  for (let tries = 0; planned.text !== text && tries < 8; tries++) {
    text = planned.text;
    planned = lay(sections, Buffer.byteLength(text), digests.length, directory);
  }
  const head = Buffer.alloc(HEADER_LENGTH);
  head.write('CATCHWRD', 0, 'latin1');
  head.writeUInt32LE(FORMAT_VERSION, 8);
  head.writeUInt32LE(Buffer.byteLength(text), 12);
  head.writeDoubleLE(planned.length, 16);
  head.writeUInt32LE(digests.length, 24);
  header(head);
  const rest = Buffer.concat([Buffer.from(text), ...digests]);
  digestOf(Buffer.concat([head.subarray(0, 32), rest])).copy(head, 32);
  const bytes = Buffer.alloc(planned.length);
  head.copy(bytes);
  rest.copy(bytes, HEADER_LENGTH);
  sections.forEach((section, i) => {
    section.bytes.copy(bytes, planned.offsets[i]!);
  });
  return bytes;
}

function lay(sections: readonly RawSection[], directory: number, digests: number, change: Draft['directory']) {
  let at = aligned(HEADER_LENGTH + directory + 32 * digests);
  const offsets: number[] = [];
  const entries: Record<string, unknown[]> = {};
  for (const { name, bytes, more } of sections) {
    entries[name] = [at, bytes.length, ...more];
    offsets.push(at);
    at = aligned(at + bytes.length);
  }
  return { offsets, length: at, text: change(JSON.stringify(entries)) };
}

function aligned(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}

export function section({ sections }: Draft, name: string): RawSection {
  return sections.find((each) => each.name === name)!;
}

/** Replaces the unpacked content of the first block of a section, which gets the length that the directory says, or another one. */
export function repack(draft: Draft, name: string, change: (content: Buffer) => Buffer): void {
  const packed = section(draft, name);
  const blocks = section(draft, `${name}.blocks`).bytes;
  const digests = section(draft, `${name}.digests`).bytes;
  const [end, all] = [blocks.readUInt32LE(12), packed.bytes.length];
  const block = zstdCompressSync(change(zstdDecompressSync(packed.bytes.subarray(0, end))));
  packed.bytes = Buffer.concat([block, packed.bytes.subarray(end)]);
  digestOf(block).copy(digests);
  for (let at = 12; at < blocks.length; at += 8)
    blocks.writeUInt32LE(blocks.readUInt32LE(at) + packed.bytes.length - all, at);
}

/** Numbers at the edge of something. */
const edges = [0, 1, 2, 63, 255, 256, 0xffff, 0x10000, 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe];

/** Changes the content of one section at random, or its length. */
export function drawCraft(random: SeededRandom, draft: Draft): Craft {
  const { name } = random.pick(draft.sections.filter(({ name }) => name !== 'manifest'));
  const other = random.pick(draft.sections).name;
  const edge = random.pick([...edges, 0xffffffff, random.below(1 << 20)]);
  const times = 1 + random.below(20);
  const change = (what: string, make: (bytes: Buffer, draft: Draft) => Buffer): Craft => ({
    name: `${name} ${what}`,
    craft(draft) {
      const changed = section(draft, name);
      changed.bytes = make(Buffer.from(changed.bytes), draft);
      if (changed.more.length === 0) return;
      // So that the reader comes to what is in the blocks.
      const digests = section(draft, `${name}.digests`);
      const end = section(draft, `${name}.blocks`).bytes.readUInt32LE(12);
      digestOf(changed.bytes.subarray(0, end)).copy(digests.bytes);
    },
  });
  const numbers = (bytes: Buffer): number => Math.floor(bytes.length / 4);
  const place = (bytes: Buffer): number => 4 * random.below(numbers(bytes));
  switch (random.below(14)) {
    case 0:
      return change('is empty', () => Buffer.alloc(0));
    case 1:
      return change('is cut by a number', (bytes) => bytes.subarray(0, Math.max(0, bytes.length - 4)));
    case 2:
      return change('is cut by a byte', (bytes) => bytes.subarray(0, Math.max(0, bytes.length - 1)));
    case 3:
      return change(`is longer by ${times} numbers`, (bytes) => Buffer.concat([bytes, Buffer.alloc(4 * times, 1)]));
    case 4:
      return change('is there twice', (bytes) => Buffer.concat([bytes, bytes]));
    case 5:
      return change(`is ${other}`, (_, all) => section(all, other).bytes);
    case 6:
      return change('has a megabyte more', (bytes) => Buffer.concat([bytes, Buffer.alloc(1 << 20, 0xff)]));
    case 7:
      return change(`is all ${edge}`, (bytes) => {
        for (let at = 0; at + 4 <= bytes.length; at += 4) bytes.writeUInt32LE(edge, at);
        return bytes;
      });
    case 8:
      return change('is reversed', (bytes) => Buffer.from(bytes.toReversed()));
    case 9:
      return change('is random', (bytes) => bytes.map(() => random.below(256)) as Buffer);
    case 10:
      return change(`has ${times} bits flipped`, (bytes) => {
        for (let i = 0; i < times && bytes.length > 0; i++) {
          const at = random.below(bytes.length);
          bytes[at] = bytes[at]! ^ (1 << random.below(8));
        }
        return bytes;
      });
    default:
      return change(`has ${edge} in ${times} places`, (bytes) => {
        for (let i = 0; i < times && numbers(bytes) > 0; i++) bytes.writeUInt32LE(edge, place(bytes));
        return bytes;
      });
  }
}
