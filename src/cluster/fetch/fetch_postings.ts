import { FIELDS } from '../../corpus/index/fields.ts';
import { HEAD_LENGTH } from '../index/page_words.ts';
import type { BuildAsker } from './ask_build.ts';
import type { Dsl } from './dsl.ts';

/** The postings of some terms: by term asked for, pages ascending and impacts. */
export interface FetchedPostings {
  readonly pages: Uint32Array;
  readonly impacts: Uint8Array;
}

/** Bytes that a script collects before it encodes them: one run of a script may take a million steps of loops. */
const CHUNK = 65_536;

/** Encodes the values collected since the last call. */
const FLUSH = `
void flush(Map state) {
  byte[] collected = (byte[]) state.bytes;
  byte[] chunk = new byte[(int) state.length];
  for (int i = 0; i < chunk.length; i++) { chunk[i] = collected[i]; }
  state.chunks.add(Base64.getEncoder().encodeToString(chunk));
  state.length = 0;
}
`;

/**
 * Collects from all matches the page and its impacts of terms in one posting set: for each shard a list of chunks in base64. A page is
 * the step from the one before as a varint with its sign in the lowest bit, then its entries: the step from the term before, shifted left
 * by one with a bit that says whether it is the last, as a varint, and the impact. A page without entries has a step of 0.
 */
const COLLECT = {
  init_script: `state.chunks = new ArrayList(); state.bytes = new byte[${CHUNK}]; state.length = 0; state.page = 0;`,
  map_script: `${FLUSH}
int u8(byte[] b, int i) { return b[i] & 255; }
int u32(byte[] b, int i) { return (u8(b, i) << 24) | (u8(b, i + 1) << 16) | (u8(b, i + 2) << 8) | u8(b, i + 3); }
int varint(byte[] b, int i, int value) {
  int at = i;
  int rest = value;
  while ((rest & ~127) != 0) { b[at++] = (byte) ((rest & 127) | 128); rest >>>= 7; }
  b[at++] = (byte) rest;
  return at;
}
int page = (int) doc['page'].value;
List asked = params.terms;
byte[] out = (byte[]) state.bytes;
if ((int) state.length + 6 + 4 * asked.size() > out.length) { flush(state); }
int step = page - (int) state.page;
state.page = page;
int at = varint(out, (int) state.length, (step << 1) ^ (step >> 31));
if (asked.size() > 0) {
  BytesRef words = doc['words'].value;
  byte[] b = words.bytes;
  int first = words.offset;
  int head = first + ${HEAD_LENGTH};
  int count = u32(b, head);
  int terms = head + 4;
  int ends = terms + 4 * count;
  int entries = ends + 4 * count;
  int from = 0;
  int lastTerm = -1;
  int lastAt = -1;
  for (int i = 0; i < asked.size(); i++) {
    int wanted = (int) asked.get(i);
    int low = from;
    int high = count - 1;
    int place = -1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int term = u32(b, terms + 4 * middle);
      if (term == wanted) { place = middle; low = middle + 1; break; }
      if (term < wanted) { low = middle + 1; } else { high = middle - 1; }
    }
    from = low;
    if (place < 0) { continue; }
    int entry = entries + (place == 0 ? 0 : u32(b, ends + 4 * (place - 1)));
    int impact = -1;
    if (params.field < 0) { impact = u8(b, entry); }
    else {
      int held = u8(b, entry + 1);
      if (((held >>> (int) params.field) & 1) == 1) {
        int cursor = entry + 2;
        for (int field = 0; field < (int) params.field; field++) {
          if (((held >>> field) & 1) == 0) { continue; }
          cursor++;
          int positions = 0;
          int shift = 0;
          while (u8(b, cursor) > 127) { positions |= (u8(b, cursor) & 127) << shift; shift += 7; cursor++; }
          positions |= u8(b, cursor) << shift;
          cursor++;
          for (; positions > 0; positions--) { while (u8(b, cursor) > 127) { cursor++; } cursor++; }
        }
        impact = u8(b, cursor);
      }
    }
    if (impact < 0) { continue; }
    lastAt = at;
    at = varint(out, at, (i - lastTerm) << 1);
    lastTerm = i;
    out[at++] = (byte) impact;
  }
  if (lastAt < 0) { out[at++] = (byte) 1; } else { out[lastAt] = (byte) (out[lastAt] | 1); }
}
state.length = at;
`,
  combine_script: `${FLUSH}
flush(state);
return state.chunks;
`,
  reduce_script: 'return states',
} as const;

/** All pages that a query matches, ascending, and by term asked for its postings on them. */
export interface CollectedPages {
  readonly pages: Uint32Array;
  readonly postings: readonly FetchedPostings[];
}

/**
 * Collects all pages that match, with their impacts of terms.
 * @param field index in `FIELDS`; -1: impacts over all fields
 * @param terms ascending
 */
export async function collectPages(
  asker: BuildAsker,
  query: Dsl,
  field: number,
  terms: readonly number[],
  signal: AbortSignal,
): Promise<CollectedPages> {
  const { aggregations } = await asker.search(
    {
      query: { bool: { filter: [query] } },
      size: 0,
      aggs: { collected: { scripted_metric: { ...COLLECT, params: { terms, field } } } },
    },
    signal,
  );
  const { value = [] } = aggregations.collected as { readonly value?: readonly (readonly string[] | null)[] };
  const pages: number[] = [];
  const ofTerms: number[][] = terms.map(() => []);
  // A shard without matches may return nothing.
  for (const chunks of value) {
    let page = 0;
    for (const chunk of chunks ?? []) page = decode(Buffer.from(chunk, 'base64'), page, pages, ofTerms);
  }
  return { pages: Uint32Array.from(pages).sort(), postings: ofTerms.map(postingsOf) };
}

/**
 * @param last the page before the first one
 * @param pages receives the pages; @param ofTerms by term receives page * 256 + impact
 * @returns the last page
 */
function decode(bytes: Uint8Array, last: number, pages: number[], ofTerms: readonly number[][]): number {
  let page = last;
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      value |= (byte & 0x7f) << shift;
      if (byte <= 0x7f) return value;
    }
  };
  while (at < bytes.length) {
    const step = varint();
    page += (step >>> 1) ^ -(step & 1);
    pages.push(page);
    for (let term = -1, isLast = ofTerms.length === 0; !isLast; ) {
      const entry = varint();
      isLast = (entry & 1) === 1;
      term += entry >>> 1;
      if (entry > 1) ofTerms[term]!.push(page * 256 + bytes[at++]!);
    }
  }
  return page;
}

/** @param keys page * 256 + impact, in any order */
function postingsOf(keys: readonly number[]): FetchedPostings {
  const sorted = Float64Array.from(keys).sort();
  return { pages: Uint32Array.from(sorted, (key) => key / 256), impacts: Uint8Array.from(sorted, (key) => key % 256) };
}

/** The pages that hold any of some terms. @param field index in `FIELDS`; -1: in any field */
export function holdingAny(terms: readonly number[], field: number): Dsl {
  const names = field < 0 ? FIELDS : [FIELDS[field]!];
  const values = terms.map(String);
  return { bool: { should: names.map((name) => ({ terms: { [`p.${name}`]: values } })), minimum_should_match: 1 } };
}
