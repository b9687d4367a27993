/** Methods that Buffer has in Node and Bun and that @types/node does not list. */
interface Buffer {
  utf8Slice(start: number, end: number): string;
  utf8Write(text: string, offset: number): number;
  latin1Slice(start: number, end: number): string;
}
