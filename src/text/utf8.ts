/** Whether a byte is a UTF-8 continuation byte: 10xxxxxx. */
export function continues(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** UTF-16 units of the character that starts with this byte: 2 for 11110xxx, 0 for a continuation byte, else 1. */
export function unitsOf(byte: number): number {
  return continues(byte) ? 0 : byte >= 0xf0 ? 2 : 1;
}

/** @returns the UTF-16 units of `[from, to)`, which must start and end at character boundaries */
export function countUnits(bytes: Uint8Array, from: number, to: number): number {
  let units = 0;
  for (let at = from; at < to; at++) units += unitsOf(bytes[at]!);
  return units;
}

/**
 * UTF-8 as text with one character for each byte (latin1). Such texts are cut and joined as fast as any string, and sent without
 * being encoded.
 */
export function toByteText(text: string): string {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');
}
