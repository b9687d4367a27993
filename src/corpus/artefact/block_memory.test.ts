import { expect, test } from 'vitest';
import { digestOf } from './artefact_format.ts';
import { BlockMemory } from './block_memory.ts';

const [one, two] = [Buffer.from('one'), Buffer.from('two')];

test('packs a block again only when one of its items is another object', () => {
  const memory = new BlockMemory();
  let packings = 0;
  const pack = (...parts: Uint8Array[]) => memory.pack(parts, () => Buffer.from([++packings]))[0];
  expect([pack(one, two), pack(one, two), pack(one), pack(one, Buffer.from('two')), pack(two)]).toEqual([
    1, 1, 2, 3, 4,
  ]);
});

test('gives the digest of a block', () => {
  const memory = new BlockMemory();
  expect(memory.digest(one)).toEqual(digestOf(one));
  expect(memory.digest(one)).toBe(memory.digest(one));
  expect(memory.digest(two)).toEqual(digestOf(two));
});
