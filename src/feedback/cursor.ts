import { createHmac, timingSafeEqual } from 'node:crypto';

const POSITION_BYTES = 8;
const TAG_BYTES = 16;
/** Base64url of a multiple of three bytes, so that each cursor has exactly one spelling. */
const SPELLING = /^[\w-]{32}$/;

/** Makes an authenticated cursor for the rows with a lower sequence than `before`. Forging one needs the secret. */
export function mintCursor(secret: Uint8Array, before: number): string {
  const position = Buffer.alloc(POSITION_BYTES);
  position.writeBigUInt64BE(BigInt(before));
  return Buffer.concat([position, tagOf(secret, position)]).toString('base64url');
}

/** The sequence in a cursor from `mintCursor`, or null for any other text. A longer text does not take longer. */
export function readCursor(secret: Uint8Array, text: string): number | null {
  if (!SPELLING.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  const position = bytes.subarray(0, POSITION_BYTES);
  if (!timingSafeEqual(bytes.subarray(POSITION_BYTES), tagOf(secret, position))) return null;
  return Number(position.readBigUInt64BE());
}

function tagOf(secret: Uint8Array, position: Uint8Array): Uint8Array {
  return createHmac('sha256', secret).update(position).digest().subarray(0, TAG_BYTES);
}
