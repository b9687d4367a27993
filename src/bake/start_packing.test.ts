import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { cutBlocks, keyHash, packBlock } from '../corpus/artefact/packed_items.ts';
import { startHelperThread } from './helper_thread.ts';
import { startPacking } from './start_packing.ts';

const helper = startHelperThread();

afterAll(() => helper.close());

const item = fc
  .record({ length: fc.nat(60_000), text: fc.string({ minLength: 1 }) })
  .map(({ length, text }) => Buffer.alloc(length, text));

test('gives the same bytes as one thread, for the blocks of its lists and for others', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 20 }), async (items) => {
      const keyHashes = Uint32Array.from(items, (_, i) => keyHash(`page ${i}`));
      const packing = startPacking(keyHashes, helper);
      packing.add(items);
      packing.add([]);
      const pack = await packing.finish();
      const cuts = cutBlocks(items, keyHashes);
      const blocks = cuts.slice(1).map((end, block) => items.slice(cuts[block], end));
      for (const parts of [...blocks, items.slice(0, 2), [Buffer.from('other')]].filter(({ length }) => length > 0)) {
        expect(Buffer.compare(pack(parts), packBlock(parts))).toBe(0);
      }
    }),
    { numRuns: 20 },
  );
});

test('packs here what the helper has not been sent', async () => {
  const items = Array.from({ length: 900 }, (_, i) => Buffer.alloc(40_000, `item ${i}`));
  const packing = startPacking(new Uint32Array(items.length), helper);
  packing.add(items);
  const pack = await packing.finish();
  for (const each of items) expect(Buffer.compare(pack([each]), packBlock([each]))).toBe(0);
});

test('fails when the helper fails', async () => {
  const packing = startPacking(Uint32Array.of(0), { packBlocks: () => Promise.reject(new Error('no memory')) });
  packing.add([Buffer.from('text')]);
  await expect(packing.finish()).rejects.toThrow('no memory');
});
