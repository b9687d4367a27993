/**
 * A UUIDv7 (RFC 9562 5.7): 48 bits of milliseconds, then 74 random bits.
 * @param milliseconds since 1970, UTC
 * @param random ten random bytes
 */
export function uuidV7(milliseconds: number, random: Uint8Array): string {
  const time = Math.max(0, Math.trunc(milliseconds)).toString(16).padStart(12, '0').slice(-12);
  const bytes = Buffer.from(random.subarray(0, 10));
  bytes[0] = 0x70 | (bytes[0]! & 0x0f);
  bytes[2] = 0x80 | (bytes[2]! & 0x3f);
  const rest = bytes.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`;
}
