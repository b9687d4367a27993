import { setImmediate as nextTurn } from 'node:timers/promises';
import { cutBlocks, type PackBlock, packBlock } from '../corpus/artefact/packed_items.ts';
import type { HelperThread } from './helper_thread.ts';
import { joinBytes } from './joined_bytes.ts';

/** Bytes that the helper gets in one message, and at most in all messages that it has not answered. */
const BYTES_A_MESSAGE = 1 << 19;
const MOST_BYTES_SENT = 1 << 25;

/** Compresses blocks on a helper thread. It goes on while this thread does other work and takes turns. */
export interface ParallelPacking {
  /** Adds the blocks of a list of items, by page. */
  add(items: readonly Uint8Array[]): void;
  /** @returns a function that gives the results for the same parts, and compresses other blocks itself */
  finish(): Promise<PackBlock>;
}

type Block = readonly Uint8Array[];

/**
 * A thread of one's own is three times as fast as the runtime's pool, whose threads get new memory for each block.
 * @param keyHashes by page
 */
export function startPacking(
  keyHashes: Uint32Array,
  { packBlocks }: Pick<HelperThread, 'packBlocks'>,
): ParallelPacking {
  /** By the first part of a block. */
  const packed = new Map<Uint8Array, { readonly parts: number; readonly bytes: Uint8Array }>();
  const blocks: Block[] = [];
  const sent = new Set<Promise<void>>();
  let next = 0;
  let bytesSent = 0;

  const keep = (block: Block, bytes: Uint8Array): void => {
    packed.set(block[0]!, { parts: block.length, bytes });
  };
  const send = async (some: readonly Block[], length: number): Promise<void> => {
    bytesSent += length;
    const contents = some.map((parts) => (parts.length === 1 ? parts[0]! : Buffer.concat(parts)));
    const { bytes, ends } = await packBlocks(joinBytes(contents));
    some.forEach((block, at) => {
      keep(block, bytes.subarray(at === 0 ? 0 : ends[at - 1]!, ends[at]!));
    });
    bytesSent -= length;
  };
  const feed = (): void => {
    while (next < blocks.length && bytesSent < MOST_BYTES_SENT) {
      const some: Block[] = [];
      let length = 0;
      while (next < blocks.length && length < BYTES_A_MESSAGE) {
        const block = blocks[next++]!;
        some.push(block);
        for (const part of block) length += part.length;
      }
      const task = send(some, length);
      sent.add(task);
      task.then(
        () => {
          sent.delete(task);
          feed();
        },
        // `finish` waits for all tasks and fails with this one.
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
      while (next < blocks.length) {
        const block = blocks[next++]!;
        keep(block, packBlock(block));
        await nextTurn();
      }
      while (sent.size > 0) await Promise.all(sent);
      return (parts) => {
        const known = packed.get(parts[0]!);
        return known?.parts === parts.length ? known.bytes : packBlock(parts);
      };
    },
  };
}
