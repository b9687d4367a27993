/**
 * A part of a search in static files, the content of one gzip file:
 *
 *     0  length of the head in bytes, u32, little-endian
 *     4  head: JSON, `PartHead`
 *        the slices, in the order of the head
 *
 * A slice is a range of a section of the artefact. Numbers are written as differences, because a reader's line is slower than the loop
 * that adds them up again. gzip's own checksum covers the content; the head says of which build and which part it is.
 */

/**
 * How the numbers of a slice are written. bytes: as they are; steps: each as its difference from the one before; places: as
 * `PositionedSet.places`, whose starts of lists ascend; strings: the strings of a section and their starts (`encodeStrings`). Spans are
 * several ranges of numbers or strings: first the ends of the ranges, of strings also where the bytes of each begin, as steps.
 */
export type Coding = 'bytes' | 'steps' | 'places' | 'strings' | 'spans' | 'string-spans';

/** Ranges `[from, to)` of numbers or strings, ascending and apart. */
export type Ranges = readonly (readonly [from: number, to: number])[];

export interface PartHead {
  readonly build: string;
  readonly part: string;
  /**
   * In their order: ranges of sections, in numbers of their unit. Of spans, `from` is how many ranges they are and `count` how long all
   * together.
   */
  readonly slices: readonly (readonly [section: string, coding: Coding, from: number, count: number])[];
  /** In the first part: by section that is fetched in slices, its whole length in bytes. */
  readonly lengths?: Readonly<Record<string, number>>;
  /** Likewise: names of parts whose slices are in this one. */
  readonly included?: readonly string[];
}

/** Names of parts. `tables` is read before any search. */
export const TABLES = 'tables';
/** Columns by page that few searches read: orders, dates, links. */
export const COLUMNS = 'columns';
export const COLUMN_SECTIONS = [
  ...['pages.newest-first', 'pages.last-updated-first', 'pages.by-title', 'pages.published', 'pages.updated'],
] as const;
/** The names in code with some initials, which are read for words that no page has. */
export const INITIALS = 'initials';
/** The lists of all titles and aliases, which short prefixes read for each of their words. */
export const TITLES = 'titles';
export const TITLE_FIELDS = ['title', 'aliases'] as const;

/**
 * Parts of which there are several. In the order of the alphabet: the dictionary has words with their terms, tails have the words without
 * their first letters. By term: lists have the pages that hold it, words the same by field with positions. By page: pages have what rows
 * show, ranks what ranking reads, captions the same without vectors. Then by the hash of a page's name, by prefix, and by a part of names
 * in code.
 */
export type NumberedPart =
  | 'dictionary'
  | 'tails'
  | 'lists'
  | 'words'
  | 'pages'
  | 'ranks'
  | 'captions'
  | 'names'
  | 'prefixes'
  | 'code';

export function partName(kind: NumberedPart, number: number): string {
  return `${kind}-${number}`;
}

/** Sections of the first term of each part of the dictionary, and of the first of the terms with vectors and of the names in code. */
export const TERM_CUTS = 'parts.terms';
export const SPACE_CUTS = 'parts.space';
export const CODE_CUTS = 'parts.code-names';

/** Section of the first string of each part, in the tables. Terms are in the dictionary. */
export function firstsSection(kind: 'dictionary' | 'terms' | 'tails' | 'code'): string {
  return `firsts.${kind}`;
}

/** Section of the first number of each part of a kind, in the tables. */
export function cutsSection(kind: NumberedPart): string {
  return `parts.${kind}`;
}

/** Sections of items that a page has one of. Their bytes are those of `KeptItems`, unpacked. */
export const PAGE_ITEMS = ['pages.row', 'pages.reference', 'text.body.text', 'text.body.steps'] as const;

/** Numbers that ranking reads of pages. */
export const RANK_NUMBERS = ['text.title.weights', 'text.title.lengths', 'text.body.lengths'] as const;

/** The highest bit, which marks a single position (`SINGLE`), becomes the lowest one. */
function turned(place: number): number {
  return ((place << 1) | (place >>> 31)) >>> 0;
}

function turnedBack(place: number): number {
  return ((place >>> 1) | (place << 31)) >>> 0;
}

export function lengthOf(ranges: Ranges): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** Numbers in any order, as ranges. */
export function rangesOf(numbers: Iterable<number>): Ranges {
  const ranges: [number, number][] = [];
  for (const number of Uint32Array.from(new Set(numbers)).sort()) {
    const last = ranges.at(-1);
    if (last?.[1] === number) last[1]++;
    else ranges.push([number, number + 1]);
  }
  return ranges;
}

/** Writes numbers as varints of differences. */
export function encodeNumbers(numbers: Uint32Array, coding: 'steps' | 'places'): Uint8Array {
  // A difference takes 33 bits, so five bytes.
  const bytes = new Uint8Array(5 * numbers.length);
  let at = 0;
  let before = 0;
  for (const number of numbers) {
    let rest: number;
    if (coding === 'places') {
      const place = turned(number);
      rest = place % 2 === 1 ? place : place - before;
      if (rest < 0) throw new RangeError('Cannot write places of lists that do not ascend');
      if (place % 2 === 0) before = place;
    } else {
      const step = number - before;
      rest = step < 0 ? -2 * step - 1 : 2 * step;
      before = number;
    }
    for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes[at++] = (rest % 128) | 0x80;
    bytes[at++] = rest;
  }
  return bytes.subarray(0, at);
}

/** Reads what `encodeNumbers` wrote. @returns where the numbers end in `bytes` */
export function decodeNumbers(bytes: Uint8Array, from: number, coding: 'steps' | 'places', into: Uint32Array): number {
  let at = from;
  let before = 0;
  for (let i = 0; i < into.length; i++) {
    let value = 0;
    let unit = 1;
    let byte: number;
    do {
      byte = bytes[at++]!;
      value += (byte & 0x7f) * unit;
      unit *= 128;
    } while (byte > 0x7f);
    if (coding === 'places') {
      const place = value % 2 === 1 ? value : value + before;
      if (place % 2 === 0) before = place;
      into[i] = turnedBack(place);
    } else {
      before += value % 2 === 1 ? -(value + 1) / 2 : value / 2;
      into[i] = before;
    }
  }
  return at;
}
