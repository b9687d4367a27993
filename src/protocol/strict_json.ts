import { findJsonFault } from './json_fault.ts';

export type StrictJson =
  /** `text` is what the value was read from, without a BOM. */
  | { readonly ok: true; readonly value: unknown; readonly text: string }
  /**
   * `detail` names the fault and its place and never quotes the input. Line and column count from 1, columns in UTF-16
   * units; a BOM is not counted.
   */
  | { readonly ok: false; readonly detail: string; readonly line: number; readonly column: number };

const utf8 = new TextDecoder('utf-8', { fatal: true });
const lossyUtf8 = new TextDecoder('utf-8');

/**
 * Parses one JSON text (RFC 8259) in strict UTF-8, nested to any depth, in linear time. One leading BOM is ignored. An empty
 * body is a fault, and so is an object that names a key twice (RFC 7493 2.3), even if it is escaped differently.
 * A member named `__proto__` becomes an ordinary own property.
 */
export function parseStrictJson(bytes: Uint8Array): StrictJson {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    const lossy = lossyUtf8.decode(bytes);
    return located('it is not UTF-8', lossy, firstReplacement(lossy, bytes));
  }
  const fault = findJsonFault(text);
  if (fault !== null) return located(fault.detail, text, fault.offset);
  return { ok: true, value: JSON.parse(text), text };
}

/** Offset of the first U+FFFD that decoding inserted for a broken sequence and that is not in the bytes. */
function firstReplacement(lossy: string, bytes: Uint8Array): number {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  let place = bom ? 3 : 0;
  for (let offset = 0; offset < lossy.length; offset++) {
    const code = lossy.charCodeAt(offset);
    if (code === 0xfffd && !(bytes[place] === 0xef && bytes[place + 1] === 0xbf && bytes[place + 2] === 0xbd)) {
      return offset;
    }
    // Each half of a surrogate pair counts for two of its four bytes.
    place += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
  }
  return lossy.length;
}

function located(detail: string, text: string, offset: number): StrictJson {
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < offset; end = text.indexOf('\n', lineStart)) {
    line++;
    lineStart = end + 1;
  }
  const column = offset - lineStart + 1;
  return { ok: false, detail: `${detail} (line ${line}, column ${column})`, line, column };
}
