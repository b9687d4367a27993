import { createHash } from 'node:crypto';

/**
 * What a store keeps of an Idempotency-Key: SHA-256, so that a key of any length fits an index and the store tells
 * nobody which keys were used.
 * @param key unwrapped, visible ASCII
 */
export function hashKey(key: string): Uint8Array {
  return createHash('sha256').update(key, 'utf8').digest();
}
