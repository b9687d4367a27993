import { createHash, timingSafeEqual } from 'node:crypto';

/** Makes a function that compares a text with the secret in constant time. */
export function createSecretCheck(secret: string): (sent: string) => boolean {
  const wanted = digest(secret);
  // Compare digests: timingSafeEqual needs equal lengths, and the time must not reveal the length.
  return (sent) => timingSafeEqual(digest(sent), wanted);
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
