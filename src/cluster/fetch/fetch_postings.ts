import { FIELDS } from '../../corpus/index/fields.ts';
import { HEAD_LENGTH } from '../index/page_words.ts';
import type { Dsl } from '../translate/dsl.ts';
import type { BuildAsker } from './ask_build.ts';

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

/** Collects from all matches the page's number and the impacts of terms in one posting set: for each shard a list of chunks in base64. */
const COLLECT = {
  init_script: `state.chunks = new ArrayList(); state.bytes = new byte[${CHUNK}]; state.length = 0;`,
  map_script: `${FLUSH}
int u8(byte[] b, int i) { return b[i] & 255; }
int u32(byte[] b, int i) { return (u8(b, i) << 24) | (u8(b, i + 1) << 16) | (u8(b, i + 2) << 8) | u8(b, i + 3); }
int page = (int) doc['page'].value;
List asked = params.terms;
byte[] out = (byte[]) state.bytes;
if ((int) state.length + 6 + 3 * asked.size() > out.length) { flush(state); }
int at = (int) state.length;
out[at] = (byte) (page >>> 24);
out[at + 1] = (byte) (page >>> 16);
out[at + 2] = (byte) (page >>> 8);
out[at + 3] = (byte) page;
int countAt = at + 4;
at += 6;
int found = 0;
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
    out[at] = (byte) (i >>> 8);
    out[at + 1] = (byte) i;
    out[at + 2] = (byte) impact;
    at += 3;
    found++;
  }
}
out[countAt] = (byte) (found >>> 8);
out[countAt + 1] = (byte) found;
state.length = at;
`,
  combine_script: `${FLUSH}
flush(state);
return state.chunks;
`,
  reduce_script: 'return states',
} as const;

/** A page that a query matches, and those of the terms asked for that it holds. */
export interface CollectedPage {
  readonly page: number;
  readonly terms: readonly { readonly asked: number; readonly impact: number }[];
}

/**
 * Collects all pages that match, with their impacts of terms.
 * @param field index in `FIELDS`; -1: impacts over all fields
 * @param terms ascending
 * @returns pages ascending
 */
export async function collectPages(
  asker: BuildAsker,
  query: Dsl,
  field: number,
  terms: readonly number[],
  signal: AbortSignal,
): Promise<CollectedPage[]> {
  const { aggregations } = await asker.search(
    {
      query: { bool: { filter: [query] } },
      size: 0,
      track_total_hits: false,
      aggs: { collected: { scripted_metric: { ...COLLECT, params: { terms, field } } } },
    },
    signal,
  );
  const { value = [] } = (
    aggregations as unknown as Record<string, { readonly value?: readonly (readonly string[] | null)[] }>
  ).collected!;
  const pages: CollectedPage[] = [];
  // A shard without matches may return nothing.
  for (const text of value.flatMap((chunks) => chunks ?? [])) {
    const bytes = Buffer.from(text, 'base64');
    for (let at = 0; at < bytes.length; ) {
      const count = bytes.readUInt16BE(at + 4);
      const terms = Array.from({ length: count }, (_, i) => ({
        asked: bytes.readUInt16BE(at + 6 + 3 * i),
        impact: bytes[at + 8 + 3 * i]!,
      }));
      pages.push({ page: bytes.readUInt32BE(at), terms });
      at += 6 + 3 * count;
    }
  }
  return pages.sort((a, b) => a.page - b.page);
}

/** The pages that hold any of some terms. @param field index in `FIELDS`; -1: in any field */
export function holdingAny(terms: readonly number[], field: number): Dsl {
  const names = field < 0 ? FIELDS : [FIELDS[field]!];
  const values = terms.map(String);
  return { bool: { should: names.map((name) => ({ terms: { [`p.${name}`]: values } })), minimum_should_match: 1 } };
}

/** @returns the postings of each of the terms, in their order. @param field as in `collectPages` */
export async function fetchPostings(
  asker: BuildAsker,
  field: number,
  terms: readonly number[],
  signal: AbortSignal,
): Promise<FetchedPostings[]> {
  const collected = await collectPages(asker, holdingAny(terms, field), field, terms, signal);
  const pages: number[][] = terms.map(() => []);
  const impacts: number[][] = terms.map(() => []);
  for (const { page, terms: held } of collected) {
    for (const { asked, impact } of held) {
      pages[asked]!.push(page);
      impacts[asked]!.push(impact);
    }
  }
  return terms.map((_, i) => ({ pages: Uint32Array.from(pages[i]!), impacts: Uint8Array.from(impacts[i]!) }));
}
