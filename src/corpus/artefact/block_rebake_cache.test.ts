import { expect, test } from 'vitest';
import { digestOf } from './artefact_format.ts';
import { BlockRebakeCache } from './block_rebake_cache.ts';

const [one, two] = [Buffer.from('one'), Buffer.from('two')];

test('packs a block again only when one of its items is another object', () => {
  const cache = new BlockRebakeCache();
  let packings = 0;
  const pack = (...parts: Uint8Array[]) => cache.pack(parts, () => Buffer.from([++packings]))[0];
  expect([pack(one, two), pack(one, two), pack(one), pack(one, Buffer.from('two')), pack(two)]).toEqual([
    1, 1, 2, 3, 4,
  ]);
});

test('gives the digest of a block', () => {
  const cache = new BlockRebakeCache();
  expect(cache.digest(one)).toEqual(digestOf(one));
  expect(cache.digest(one)).toBe(cache.digest(one));
  expect(cache.digest(two)).toEqual(digestOf(two));
});
