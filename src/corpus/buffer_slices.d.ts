/** Decoders that Node and Bun have on every Buffer but that @types/node does not list. */
interface Buffer {
  utf8Slice(start: number, end: number): string;
  latin1Slice(start: number, end: number): string;
}
