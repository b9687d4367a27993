import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sectionsOf } from '../../../test/fixtures/sections_of.ts';
import { joinArtefact, layOutArtefact } from './artefact_format.ts';
import { cutBlocks, KeptItems, keyHash, PackedItems, packBlock, packItems } from './packed_items.ts';
import { Sections } from './sections.ts';
import { shareBytes } from './shared_bytes.ts';

/** Items of few and of many bytes, so that some share a block and some have their own. */
const item = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc
    .record({ length: fc.nat(100_000), byte: fc.nat(255) })
    .map(({ length, byte }) => new Uint8Array(length).fill(byte)),
);
const items = fc.array(item, { maxLength: 30 });

const packingOf = (count: number) => ({
  keyHashes: Uint32Array.from({ length: count }, (_, i) => keyHash(`page ${i}`)),
  pack: packBlock,
});

describe('packed items', () => {
  test('are read as they were packed, in any order, kept or not', () => {
    fc.assert(
      fc.property(items, fc.infiniteStream(fc.nat()), (packed, order) => {
        const sections = sectionsOf([
          ...packItems('passing', 'passing', packed, packingOf(packed.length)),
          ...packItems('kept', 'kept', packed, packingOf(packed.length)),
        ]);
        const lists = [new PackedItems(sections, 'passing'), new KeptItems(sections, 'kept')];
        const shuffled = packed
          .map((content, number) => ({ content, number, key: order.next().value as number }))
          .sort((a, b) => a.key - b.key);
        for (const list of lists) {
          for (const { content, number } of shuffled) expect(Buffer.compare(list.get(number), content)).toBe(0);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('that are kept are unpacked once for all threads', () => {
    const packing = packingOf(1);
    const shared = shareBytes(
      joinArtefact(layOutArtefact(packItems('a', 'kept', [Buffer.from('text')], packing))),
      false,
    );
    const one = new KeptItems(new Sections(shared), 'a');
    expect(Buffer.from(one.get(0)).toString()).toBe('text');
    const bytes = Buffer.from(shared.bytes);
    bytes.fill(0, bytes.indexOf(packBlock([Buffer.from('text')])), bytes.indexOf('text'));
    const other = new KeptItems(new Sections(viewsOfSame(shared)), 'a');
    expect(Buffer.from(other.get(0)).toString()).toBe('text');
  });

  test('share the memory of a long item among all who hold it, and copy a short one', () => {
    const long = Buffer.alloc(300_000, 'long');
    const contents = [long, Buffer.from('short'), Buffer.from('other'), Buffer.alloc(400_000, 'next')];
    const packing = { keyHashes: Uint32Array.of(0xffffffff, 0xffffffff, 0, 0), pack: packBlock };
    const list = new PackedItems(sectionsOf(packItems('a', 'passing', contents, packing)), 'a');
    const [one, short, , next] = [0, 1, 2, 3].map((number) => list.get(number)) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    expect([list.get(0).buffer === one.buffer, list.get(3).buffer === next.buffer]).toEqual([true, true]);
    expect([one.buffer.byteLength, short.buffer.byteLength, Buffer.from(short).toString()]).toEqual([
      300_000,
      5,
      'short',
    ]);
  });

  test('reserve memory only when they are kept', () => {
    const content = [Buffer.alloc(5000)];
    const kept = (use: 'kept' | 'passing') =>
      shareBytes(joinArtefact(layOutArtefact(packItems('a', use, content, packingOf(1)))), false).kept.byteLength;
    expect([kept('kept'), kept('passing')]).toEqual([5000, 0]);
  });
});

/** What a message to another thread gives: other views of the same memory. */
function viewsOfSame<Shared extends { readonly ready: Int32Array }>(shared: Shared): Shared {
  return { ...shared, ready: new Int32Array(shared.ready.buffer) };
}

describe('blocks', () => {
  const lengths = fc.array(fc.record({ length: fc.nat(40_000), hash: fc.nat(0xffffffff) }), {
    minLength: 1,
    maxLength: 40,
  });
  const cut = (of: readonly { readonly length: number; readonly hash: number }[]) =>
    cutBlocks(
      of.map(({ length }) => ({ length }) as Uint8Array),
      Uint32Array.from(of, ({ hash }) => hash),
    );

  test('cover all items in order, and grow beyond eight times the average length by at most one item', () => {
    fc.assert(
      fc.property(lengths, (list) => {
        const cuts = cut(list);
        expect([cuts[0], cuts.at(-1)]).toEqual([0, list.length]);
        for (let block = 0; block + 1 < cuts.length; block++) {
          expect(cuts[block + 1]).toBeGreaterThan(cuts[block]!);
          const butLast = list.slice(cuts[block], cuts[block + 1]! - 1).reduce((sum, { length }) => sum + length, 0);
          expect(butLast).toBeLessThan(8 * 2 ** 15);
        }
      }),
    );
  });

  test('end where they did when an item is added, from the first end on that its own hash and length cause', () => {
    fc.assert(
      fc.property(lengths, fc.nat(), (list, at) => {
        const place = at % (list.length + 1);
        const added = { length: 10, hash: 0xffffffff };
        const certain = (cuts: readonly number[], of: typeof list) =>
          cuts.filter((end) => end > 0 && of[end - 1]!.hash / 2 ** 32 < of[end - 1]!.length / 2 ** 15);
        const after = [...list.slice(0, place), added, ...list.slice(place)];
        expect(certain(cut(after), after).map((end) => (end > place ? end - 1 : end))).toEqual(
          certain(cut(list), list),
        );
      }),
    );
  });

  test('have the average length over many items of any length', () => {
    for (const length of [130, 2_500, 20_000]) {
      const count = Math.ceil(20_000_000 / length);
      const blocks =
        cut(Array.from({ length: count }, (_, i) => ({ length, hash: keyHash(`docs/page-${i}`) }))).length - 1;
      expect((count * length) / blocks / 2 ** 15).toBeGreaterThan(0.8);
      expect((count * length) / blocks / 2 ** 15).toBeLessThan(1.6);
    }
  });

  test('are packed to the same bytes whether their content comes in one part or in several', () => {
    const whole = Buffer.from('one part, or several parts of it. '.repeat(100));
    expect(packBlock([whole.subarray(0, 7), whole.subarray(7)])).toEqual(packBlock([whole]));
  });

  test('take no more memory than their packed bytes', () => {
    const packed = packBlock([Buffer.alloc(100_000)]);
    expect(packed.buffer.byteLength).toBe(packed.length);
  });
});
