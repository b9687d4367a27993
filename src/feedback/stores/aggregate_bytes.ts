import { hash } from 'node:crypto';
import type { Aggregate } from '../aggregate.ts';

const DIGEST_BYTES = 32;

/** Encodes an aggregate for storage: SHA-256, then JSON. */
export function encodeAggregate(aggregate: Aggregate): Uint8Array {
  const json = Buffer.from(JSON.stringify(aggregate));
  return Buffer.concat([digestOf(json), json]);
}

/** Decodes a stored aggregate, or returns null when the checksum does not match; the next roll-up replaces it. */
export function decodeAggregate(bytes: Uint8Array): Aggregate | null {
  const json = Buffer.from(bytes).subarray(DIGEST_BYTES);
  if (!digestOf(json).equals(Buffer.from(bytes).subarray(0, DIGEST_BYTES))) return null;
  return JSON.parse(json.toString('utf8')) as Aggregate;
}

function digestOf(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}
