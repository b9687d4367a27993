/**
 * UTF-8 as text with one character for each byte (latin1). Such texts are cut and joined as fast as any string, and sent without
 * being encoded.
 */
export function toByteText(text: string): string {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');
}

/** @param bytes as `toByteText` returns it */
export function fromByteText(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}
