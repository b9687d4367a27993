import { createHash, timingSafeEqual } from 'node:crypto';

/** A function that tells whether a text is the secret, and takes as long for a wrong one as for the right one. */
export function createSecretCheck(secret: string): (sent: string) => boolean {
  const wanted = digest(secret);
  // Digests, as the comparison needs equal lengths and must not tell the length by its time.
  return (sent) => timingSafeEqual(digest(sent), wanted);
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
