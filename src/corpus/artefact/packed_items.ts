import { constants, type ZstdOptions, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { DIGEST_LENGTH, damagedSection, digestOf, type NamedSection } from './artefact_format.ts';
import { firstWhere, startsOf } from './number_lists.ts';
import type { BlockSection, SectionReader } from './sections.ts';

/**
 * Byte strings in compressed blocks: the packed blocks in section `name`, the start of each string in the unpacked bytes in
 * `name.starts`, the first string and the offset of each block in `name.blocks`, the SHA-256 of each packed block in `name.digests`.
 */

/** Average and maximum length of an unpacked block, in bytes. */
const BLOCK_LENGTH = 1 << 15;
const LONGEST_BLOCK = 8 * BLOCK_LENGTH;

/** Compresses the content of a block, given in parts. A pure function of the bytes, so its results can be cached by content. */
export type PackBlock = (parts: readonly Uint8Array[]) => Uint8Array;

/** How items that are stored by page are packed. */
export interface Packing {
  /** `keyHash` of each page's path. */
  readonly keyHashes: Uint32Array;
  readonly pack: PackBlock;
  /** `digestOf` a packed block; it may come from a cache. Default: compute each. */
  readonly digest?: (packed: Uint8Array) => Uint8Array;
}

/** Level 6 saves 6 % of the blocks and takes three times as long. */
const LEVEL = 3;

export function packBlock(parts: readonly Uint8Array[]): Uint8Array {
  const content = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  // `pledgedSrcSize` is missing in the types of the runtime.
  const options: ZstdOptions & { pledgedSrcSize: number } = {
    chunkSize: Math.max(64, content.length),
    pledgedSrcSize: content.length,
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
  };
  const packed = zstdCompressSync(content, options);
  // A copy, because the runtime returns a view of memory as long as the content.
  return new Uint8Array(packed);
}

/**
 * Divides items into blocks. Whether a block ends after an item depends only on that item's length and its key's hash, so a changed item
 * changes few blocks. The chance grows with the length, which makes blocks `BLOCK_LENGTH` long on average.
 *
 * @param keyHashes one per item, evenly distributed over 32 bits
 * @returns the first item of each block, then the number of items
 */
export function cutBlocks(items: readonly Uint8Array[], keyHashes: Uint32Array): number[] {
  const cuts = [0];
  let length = 0;
  items.forEach((item, i) => {
    length += item.length;
    if (keyHashes[i]! / 2 ** 32 >= item.length / BLOCK_LENGTH && length < LONGEST_BLOCK) return;
    cuts.push(i + 1);
    length = 0;
  });
  if (cuts.at(-1) !== items.length) cuts.push(items.length);
  return cuts;
}

/** FNV-1a over UTF-16 code units, mixed: the key hash for `packItems`. */
export function keyHash(key: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) value = Math.imul(value ^ key.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

/**
 * @param use kept: for `KeptItems`; passing: for `PackedItems`
 * @param keyHashes `keyHash` of something that identifies each item
 */
export function packItems(
  name: string,
  use: 'kept' | 'passing',
  items: readonly Uint8Array[],
  { keyHashes, pack, digest = digestOf }: Packing,
): NamedSection[] {
  const starts = startsOf(
    items.map(({ length }) => length),
    name,
  );
  const cuts = cutBlocks(items, keyHashes);
  const packed = cuts.slice(1).map((end, block) => pack(items.slice(cuts[block], end)));
  const blocks = new Uint32Array(2 * cuts.length);
  const offsets = startsOf(
    packed.map(({ length }) => length),
    name,
  );
  cuts.forEach((cut, block) => {
    blocks[2 * block] = cut;
    blocks[2 * block + 1] = offsets[block]!;
  });
  return [
    [name, packed, { blocks: packed.length, kept: use === 'kept' ? starts.at(-1)! : 0 }],
    [`${name}.starts`, starts],
    [`${name}.blocks`, blocks],
    [`${name}.digests`, packed.map((block) => digest(block))],
  ];
}

/**
 * Reads packed items. Unpacks a block when one of its items is used, unless the last one used was in it or somebody still holds an item of
 * it: so many readers of a long page need the memory of one.
 */
export class PackedItems {
  /** The start of each item in the unpacked bytes, then their total length. */
  readonly starts: Uint32Array;
  readonly section: BlockSection;
  readonly #name: string;
  readonly #blocks: Uint32Array;
  readonly #digests: Uint8Array;
  #last: { readonly block: number; readonly bytes: Uint8Array } | null = null;
  readonly #held = new Map<
    number,
    { readonly memory: WeakRef<ArrayBufferLike>; readonly offset: number; readonly length: number }
  >();

  /** @throws ArtefactError when a section is missing, or one that says where items are is damaged */
  constructor(sections: SectionReader, name: string) {
    this.#name = name;
    this.section = sections.blocks(name);
    this.starts = sections.numbers(`${name}.starts`);
    this.#blocks = sections.numbers(`${name}.blocks`);
    this.#digests = sections.bytes(`${name}.digests`);
  }

  /** @throws ArtefactError when the item's block is damaged */
  get(item: number): Uint8Array {
    const block = this.blockOf(item);
    const first = this.starts[this.firstItem(block)]!;
    if (this.#last?.block !== block) this.#last = { block, bytes: this.#heldBlock(block) ?? this.#hold(block) };
    const { bytes } = this.#last;
    const content = bytes.subarray(this.starts[item]! - first, this.starts[item + 1]! - first);
    // A view keeps the memory of the whole block alive, so a small part is copied.
    return 2 * content.length <= bytes.buffer.byteLength ? Uint8Array.from(content) : content;
  }

  #heldBlock(block: number): Uint8Array | null {
    const held = this.#held.get(block);
    const memory = held?.memory.deref();
    return memory === undefined ? null : new Uint8Array(memory, held!.offset, held!.length);
  }

  #hold(block: number): Uint8Array {
    const { buffer, byteOffset, length } = this.unpack(block);
    this.#held.set(block, { memory: new WeakRef(buffer), offset: byteOffset, length });
    return new Uint8Array(buffer, byteOffset, length);
  }

  /** @returns the block that contains an item */
  blockOf(item: number): number {
    return firstWhere(1, this.section.count, (block) => this.firstItem(block) > item) - 1;
  }

  /** The first item of a block; for the number of blocks, the number of items. */
  firstItem(block: number): number {
    return this.#blocks[2 * block]!;
  }

  /** @returns the verified bytes of a block, packed; @throws ArtefactError when it is damaged */
  packed(block: number): Uint8Array {
    const digest = this.#digests.subarray(block * DIGEST_LENGTH, (block + 1) * DIGEST_LENGTH);
    return this.section.packed(block, this.#blocks[2 * block + 1]!, this.#blocks[2 * block + 3]!, digest);
  }

  /** @returns the verified bytes of a block, unpacked; @throws ArtefactError when it is damaged */
  unpack(block: number): Uint8Array {
    const packed = this.packed(block);
    const length = this.starts[this.firstItem(block + 1)]! - this.starts[this.firstItem(block)]!;
    // Twice: workerd doubles its memory until the content fits, and counts that.
    const most = { chunkSize: Math.max(64, length), maxOutputLength: Math.max(1, 2 * length) };
    let bytes: Buffer<ArrayBuffer> | null = null;
    try {
      bytes = zstdDecompressSync(packed, most);
    } catch {
      // It is not zstd, or longer than declared.
    }
    if (bytes?.length !== length) throw damagedSection(this.#name);
    return bytes;
  }
}

/** Packed items whose blocks stay unpacked after their first use, in memory that all threads share. For items that many answers use. */
export class KeptItems {
  /** The start of each item in `bytes`, then their total length. */
  readonly starts: Uint32Array;
  /** The unpacked bytes of all items. Those of an item are present only after `open(item)`. */
  readonly bytes: Buffer;
  readonly #items: PackedItems;
  readonly #plain: Uint8Array;
  /** By item: 1 if this thread knows that it is unpacked. */
  readonly #opened: Uint8Array;

  /** @throws ArtefactError when a section is missing, or one that says where items are is damaged */
  constructor(sections: SectionReader, name: string) {
    this.#items = new PackedItems(sections, name);
    this.starts = this.#items.starts;
    this.#plain = this.#items.section.kept;
    this.bytes = Buffer.from(this.#plain.buffer, this.#plain.byteOffset, this.#plain.byteLength);
    this.#opened = new Uint8Array(this.starts.length - 1);
  }

  /**
   * Makes sure that an item is in `bytes`.
   * @throws ArtefactError when its block is damaged
   */
  open(item: number): void {
    if (this.#opened[item] === 0) this.#openBlock(this.#items.blockOf(item));
  }

  /** @throws ArtefactError when the item's block is damaged */
  get(item: number): Uint8Array {
    this.open(item);
    // Not a Buffer, which costs several times as much to create.
    return this.#plain.subarray(this.starts[item]!, this.starts[item + 1]!);
  }

  #openBlock(block: number): void {
    const { section } = this.#items;
    const first = this.#items.firstItem(block);
    if (!section.isKept(block)) {
      // Threads that unpack a block at once write the same bytes.
      this.#plain.set(this.#items.unpack(block), this.starts[first]!);
      section.setKept(block);
    }
    this.#opened.fill(1, first, this.#items.firstItem(block + 1));
  }
}
