/** Methods that Buffer has in Node and Bun and that @types/node does not list. */
interface Buffer {
  utf8Slice(start: number, end: number): string;
  /** @param length most bytes to write; workerd needs it */
  utf8Write(text: string, offset: number, length: number): number;
  latin1Slice(start: number, end: number): string;
}
