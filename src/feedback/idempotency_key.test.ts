import { expect, test } from 'vitest';
import { hashKey } from './idempotency_key.ts';

test('hashKey keeps SHA-256 of a key, whatever its length', () => {
  expect(Buffer.from(hashKey('abc')).toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  expect(hashKey('k'.repeat(8000))).toHaveLength(32);
});
