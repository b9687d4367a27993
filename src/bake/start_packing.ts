import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { cutBlocks, type PackBlock, packBlock, packOptions, trimmed } from '../corpus/artefact/packed_items.ts';

const compress = promisify(zstdCompress);

/** Bytes of content that are compressed at once: enough for the runtime's threads while this one has a longer task. */
const BYTES_AT_ONCE = 1 << 22;

/** Compresses blocks on the threads of the runtime's pool while this thread does other work and takes turns. */
export interface ParallelPacking {
  /** Adds the blocks of a list of items, by page. */
  add(items: readonly Uint8Array[]): void;
  /** @returns a function that gives the results for the same parts, and compresses other blocks itself */
  finish(): Promise<PackBlock>;
}

/** @param keyHashes by page */
export function startPacking(keyHashes: Uint32Array): ParallelPacking {
  /** By the first part of a block. */
  const packed = new Map<Uint8Array, { readonly parts: number; readonly bytes: Uint8Array }>();
  const blocks: (readonly Uint8Array[])[] = [];
  const running = new Set<Promise<void>>();
  let next = 0;
  let bytesRunning = 0;

  const pack = async (parts: readonly Uint8Array[]): Promise<void> => {
    const content = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    bytesRunning += content.length;
    const bytes = trimmed(await compress(content, packOptions(content.length)));
    packed.set(parts[0]!, { parts: parts.length, bytes });
    bytesRunning -= content.length;
    feed();
  };
  const feed = (): void => {
    while (next < blocks.length && bytesRunning < BYTES_AT_ONCE) {
      const task = pack(blocks[next++]!);
      running.add(task);
      // A failure is left for `finish`, which waits for all.
      task.then(
        () => running.delete(task),
        () => {},
      );
    }
  };
  return {
    add(items) {
      const cuts = cutBlocks(items, keyHashes);
      for (let block = 1; block < cuts.length; block++) blocks.push(items.slice(cuts[block - 1], cuts[block]));
      feed();
    },
    async finish() {
      while (running.size > 0) await Promise.all(running);
      return (parts) => {
        const known = packed.get(parts[0]!);
        return known?.parts === parts.length ? known.bytes : packBlock(parts);
      };
    },
  };
}
