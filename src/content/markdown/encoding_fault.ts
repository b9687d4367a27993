import { isUtf8 } from 'node:buffer';
import { lineOf, lineStarts } from './locate_links.ts';

/** Bytes that are looked at for the encoding. */
const SAMPLE = 4096;

/**
 * Why bytes are no text in UTF-8, with what to do and the place of the first such byte; null for text in UTF-8. ASCII in UTF-16 is
 * UTF-8 too, but every second byte of it is NUL.
 */
export function encodingFault(bytes: Uint8Array): { line: number; column: number; message: string } | null {
  const order = utf16Of(bytes);
  if (order !== null) {
    const message = `Cannot read the page: it is in UTF-16 (${order}). Save it as UTF-8`;
    return { line: 1, column: 1, message };
  }
  if (isUtf8(bytes)) return null;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = firstFault(buffer);
  const before = buffer.toString('utf8', 0, at);
  const starts = lineStarts(before);
  const line = lineOf(before.length, starts);
  const byte = `0x${buffer[at]!.toString(16).toUpperCase().padStart(2, '0')}`;
  const message = `Cannot read the page: the byte ${byte} is not UTF-8; the file may be in Latin-1 (Windows-1252). Save it as UTF-8`;
  return { line: line + 1, column: before.length - starts[line]! + 1, message };
}

/** The byte order of UTF-16, by its mark or by the zero bytes of ASCII; null for other bytes. */
function utf16Of(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'little-endian';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'big-endian';
  const zeros = [0, 0];
  const end = Math.min(bytes.length, SAMPLE);
  for (let at = 0; at < end; at++) if (bytes[at] === 0) zeros[at % 2] = zeros[at % 2]! + 1;
  const [even, odd] = zeros as [number, number];
  if (end < 4 || Math.max(even, odd) < end / 8 || Math.min(even, odd) > end / 64) return null;
  return odd > even ? 'little-endian' : 'big-endian';
}

/** The offset of the first byte that is not UTF-8. */
function firstFault(buffer: Buffer): number {
  const text = buffer.toString('utf8');
  let offset = 0;
  let read = 0;
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) {
    offset += Buffer.byteLength(text.slice(read, at));
    read = at;
    // The character itself may be in the text.
    if (!buffer.subarray(offset, offset + 3).equals(REPLACEMENT)) return offset;
  }
  return 0;
}

const REPLACEMENT = Buffer.from('\ufffd');
