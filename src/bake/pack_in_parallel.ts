import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { cutBlocks, type PackBlock, packBlock, packOptions, trimmed } from '../corpus/artefact/packed_items.ts';

const compress = promisify(zstdCompress);

/** Blocks compressed at once: enough for all threads of the runtime's pool, and few enough to need little memory. */
const AT_ONCE = 8;

/**
 * Compresses the blocks of some lists of items on the threads of the runtime's pool.
 * @param lists by page; @param keyHashes by page
 * @returns a function that gives these results for the same parts, and compresses other blocks itself
 */
export async function packInParallel(
  lists: readonly (readonly Uint8Array[])[],
  keyHashes: Uint32Array,
): Promise<PackBlock> {
  const blocks = lists.flatMap((items) => {
    const cuts = cutBlocks(items, keyHashes);
    return cuts.slice(1).map((end, block) => items.slice(cuts[block], end));
  });
  /** By the first part of a block. */
  const packed = new Map<Uint8Array, { readonly parts: number; readonly bytes: Uint8Array }>();
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < blocks.length) {
      const parts = blocks[next++]!;
      const content = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
      const bytes = trimmed(await compress(content, packOptions(content.length)));
      packed.set(parts[0]!, { parts: parts.length, bytes });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  return (parts) => {
    const known = packed.get(parts[0]!);
    return known?.parts === parts.length ? known.bytes : packBlock(parts);
  };
}
