/** Whether a byte of UTF-8 continues a character: 10xxxxxx. */
export function continues(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** How many UTF-16 units the character has that a byte of UTF-8 begins: two from 11110xxx on, 0 when the byte continues one. */
export function unitsOf(byte: number): number {
  return continues(byte) ? 0 : byte >= 0xf0 ? 2 : 1;
}

/** @returns the UTF-16 units of `[from, to)`, which begins and ends between characters */
export function countUnits(bytes: Uint8Array, from: number, to: number): number {
  let units = 0;
  for (let at = from; at < to; at++) units += unitsOf(bytes[at]!);
  return units;
}
