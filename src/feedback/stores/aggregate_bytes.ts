import { hash } from 'node:crypto';
import type { Aggregate } from '../aggregate.ts';

const DIGEST_BYTES = 32;

/** An aggregate as a store keeps it: SHA-256, then JSON. */
export function encodeAggregate(aggregate: Aggregate): Uint8Array {
  const json = Buffer.from(JSON.stringify(aggregate));
  return Buffer.concat([digestOf(json), json]);
}

/** The aggregate in these bytes, or null when they are not what was written; the next roll-up replaces them. */
export function decodeAggregate(bytes: Uint8Array): Aggregate | null {
  const json = Buffer.from(bytes).subarray(DIGEST_BYTES);
  if (!digestOf(json).equals(Buffer.from(bytes).subarray(0, DIGEST_BYTES))) return null;
  return JSON.parse(json.toString('utf8')) as Aggregate;
}

function digestOf(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}
