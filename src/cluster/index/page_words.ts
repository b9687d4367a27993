import { FIELDS, type FieldName } from '../../corpus/index/fields.ts';

/** A page's entry for one term in one field. */
export interface PlacedTerm {
  readonly impact: number;
  /** Ascending. */
  readonly positions: Uint32Array;
}

/** A term of a page. */
export interface PageTerm {
  /** Its number in the build. */
  readonly term: number;
  /** Its impact over all fields. */
  readonly impact: number;
  readonly fields: Readonly<Partial<Record<FieldName, PlacedTerm>>>;
}

/** The data of a page that ranking reads besides its terms. */
export interface RankingFacts {
  /** As `TextIndex.titleWeights` and `TextIndex.lengths`. */
  readonly titleWeight: number;
  readonly titleLength: number;
  readonly bodyLength: number;
  /** Squared length of its vector in the site's space, and the vector; empty without a space. */
  readonly squaredLength: number;
  readonly vector: Int8Array;
  /** As `PageTable.title`. */
  readonly title: string;
}

/** Length of the facts of a page before its vector. */
export const FACTS_LENGTH = 22;
/** Where the lengths of the vector and of the title stand. */
export const VECTOR_AT = 16;
export const TITLE_AT = 18;
/** In a script: the length of all before the terms, of the value that begins at `first` of the bytes `b`. */
export const HEAD_LENGTH = `${FACTS_LENGTH} + (u8(b, first + ${VECTOR_AT}) << 8) + u8(b, first + ${VECTOR_AT + 1}) + u32(b, first + ${TITLE_AT})`;

/**
 * The words of a page in one value that a script on the data nodes searches:
 *
 *      0  weight of the title, lengths of title and body, squared length of the vector, u32 each; length of the vector, u16;
 *         bytes of the title, u32
 *     22  vector, i8 each; title
 *         number of terms, u32; the terms ascending, u32 each; the end of each entry from the first one's start, u32 each; entries
 *
 * An entry: impact over all fields, u8; bit i for a posting in field i of `FIELDS`, u8; for each of these its impact, u8, the number of
 * positions and the steps between them as varints. All numbers are big-endian, as Java shifts bytes.
 *
 * @param terms ascending by number
 */
export function packPageWords(facts: RankingFacts, terms: readonly PageTerm[]): Buffer {
  const entries = terms.map(packEntry);
  const title = Buffer.from(facts.title);
  const titleAt = FACTS_LENGTH + facts.vector.length;
  const termsAt = titleAt + title.length;
  const entriesAt = termsAt + 4 + 8 * terms.length;
  const length = entries.reduce((sum, entry) => sum + entry.length, entriesAt);
  const bytes = Buffer.alloc(length);
  [facts.titleWeight, facts.titleLength, facts.bodyLength, facts.squaredLength].forEach((value, i) => {
    bytes.writeUInt32BE(value, 4 * i);
  });
  bytes.writeUInt16BE(facts.vector.length, VECTOR_AT);
  bytes.writeUInt32BE(title.length, TITLE_AT);
  bytes.set(new Uint8Array(facts.vector.buffer, facts.vector.byteOffset, facts.vector.length), FACTS_LENGTH);
  bytes.set(title, titleAt);
  bytes.writeUInt32BE(terms.length, termsAt);
  let end = 0;
  terms.forEach(({ term }, i) => {
    bytes.writeUInt32BE(term, termsAt + 4 + 4 * i);
    bytes.set(entries[i]!, entriesAt + end);
    end += entries[i]!.length;
    bytes.writeUInt32BE(end, termsAt + 4 + 4 * (terms.length + i));
  });
  return bytes;
}

function packEntry({ impact, fields }: PageTerm): Buffer {
  const bytes = [impact, 0];
  FIELDS.forEach((name, i) => {
    const placed = fields[name];
    if (placed === undefined) return;
    bytes[1]! |= 1 << i;
    bytes.push(placed.impact);
    pushVarint(bytes, placed.positions.length);
    let last = 0;
    for (const position of placed.positions) {
      pushVarint(bytes, position - last);
      last = position;
    }
  });
  return Buffer.from(bytes);
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
}

/**
 * Script of a field that gives the facts of a page and its entries for `params.terms`, ascending, in base64: the bytes up to the number
 * of terms, then for each term that the page has its index in `params.terms`, u16, the length of its entry, u32, and the entry.
 */
export const PAGE_WORDS_SCRIPT = `
int u8(byte[] b, int i) { return b[i] & 255; }
int u32(byte[] b, int i) { return (u8(b, i) << 24) | (u8(b, i + 1) << 16) | (u8(b, i + 2) << 8) | u8(b, i + 3); }
int startOf(byte[] b, int ends, int i) { return i == 0 ? 0 : u32(b, ends + 4 * (i - 1)); }
BytesRef words = doc['words'].value;
byte[] b = words.bytes;
int first = words.offset;
int head = ${HEAD_LENGTH};
int count = u32(b, first + head);
int terms = first + head + 4;
int ends = terms + 4 * count;
int entries = ends + 4 * count;
List asked = params.terms;
int[] found = new int[asked.size()];
int size = head;
int from = 0;
for (int i = 0; i < found.length; i++) {
  int wanted = (int) asked.get(i);
  int low = from;
  int high = count - 1;
  found[i] = -1;
  while (low <= high) {
    int middle = (low + high) >>> 1;
    int term = u32(b, terms + 4 * middle);
    if (term == wanted) { found[i] = middle; low = middle + 1; break; }
    if (term < wanted) { low = middle + 1; } else { high = middle - 1; }
  }
  from = low;
  if (found[i] >= 0) { size += 6 + u32(b, ends + 4 * found[i]) - startOf(b, ends, found[i]); }
}
byte[] out = new byte[size];
int at = 0;
for (; at < head; at++) { out[at] = b[first + at]; }
for (int i = 0; i < found.length; i++) {
  if (found[i] < 0) { continue; }
  int start = entries + startOf(b, ends, found[i]);
  int end = entries + u32(b, ends + 4 * found[i]);
  int length = end - start;
  out[at++] = (byte) (i >>> 8);
  out[at++] = (byte) i;
  out[at++] = (byte) (length >>> 24);
  out[at++] = (byte) (length >>> 16);
  out[at++] = (byte) (length >>> 8);
  out[at++] = (byte) length;
  for (int k = start; k < end; k++) { out[at++] = b[k]; }
}
return Base64.getEncoder().encodeToString(out);
`;

/** A term of a page as the script gives it. The entry's positions are not decoded. */
export interface FoundTerm {
  /** Index in the terms asked for. */
  readonly asked: number;
  readonly impact: number;
  /** By field: its impact, and its positions as `readPositions` reads them. */
  readonly fields: readonly { readonly field: number; readonly impact: number; readonly positions: Uint8Array }[];
}

export interface FoundWords extends RankingFacts {
  /** Ascending by `asked`. */
  readonly terms: readonly FoundTerm[];
}

/** Reads the result of the script. @param text base64 */
export function readFoundWords(text: string): FoundWords {
  const bytes = Buffer.from(text, 'base64');
  const titleAt = FACTS_LENGTH + bytes.readUInt16BE(VECTOR_AT);
  const termsAt = titleAt + bytes.readUInt32BE(TITLE_AT);
  const terms: FoundTerm[] = [];
  for (let at = termsAt; at < bytes.length; ) {
    const end = at + 6 + bytes.readUInt32BE(at + 2);
    terms.push(readEntry(bytes, at + 6, bytes.readUInt16BE(at)));
    at = end;
  }
  return {
    titleWeight: bytes.readUInt32BE(0),
    titleLength: bytes.readUInt32BE(4),
    bodyLength: bytes.readUInt32BE(8),
    squaredLength: bytes.readUInt32BE(12),
    vector: new Int8Array(bytes.subarray(FACTS_LENGTH, titleAt)),
    title: bytes.toString('utf8', titleAt, termsAt),
    terms,
  };
}

function readEntry(bytes: Buffer, start: number, asked: number): FoundTerm {
  const fields: FoundTerm['fields'][number][] = [];
  const held = bytes[start + 1]!;
  let at = start + 2;
  for (let field = 0; field < FIELDS.length; field++) {
    if (((held >>> field) & 1) === 0) continue;
    const impact = bytes[at++]!;
    const from = at;
    let count = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      count |= (byte & 0x7f) << shift;
      if (byte <= 0x7f) break;
    }
    for (; count > 0; count--) while (bytes[at++]! > 0x7f);
    fields.push({ field, impact, positions: bytes.subarray(from, at) });
  }
  return { asked, impact: bytes[start]!, fields };
}
