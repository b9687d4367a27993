import { hash } from 'node:crypto';

/**
 * What a store keeps of an Idempotency-Key: SHA-256, so that a key of any length fits an index and the store tells
 * nobody which keys were used.
 * @param key unwrapped, visible ASCII
 */
export function hashKey(key: string): Uint8Array {
  return hash('sha256', key, 'buffer');
}
