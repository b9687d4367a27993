/** What single bytes of UTF-8 tell of the text that they stand in. */

/** Whether a byte stands within a character: 10xxxxxx. */
export function continues(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** How many UTF-16 units the character takes that a byte begins: two from 11110xxx on, none where it begins none. */
export function unitsOf(byte: number): number {
  return continues(byte) ? 0 : byte >= 0xf0 ? 2 : 1;
}

/** @returns the UTF-16 units of a stretch that begins and ends at borders of characters */
export function countUnits(bytes: Uint8Array, from: number, to: number): number {
  let units = 0;
  for (let at = from; at < to; at++) units += unitsOf(bytes[at]!);
  return units;
}
