import type { FieldName } from '../../corpus/index/fields.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import { gallop, type Postings, sizeOf, termPostings } from '../match/postings.ts';
import type { AskedWord } from './asked.ts';

/** Stands for a posting when the page lacks the word. No posting has this place, as no page has so many positions. */
export const ABSENT = 0xffffffff;
/** Up to this many postings per row, scanning a list costs less than searching it for each row. */
const SCANNED = 24;
/** By page: 1 + its row while rows are marked, else 0. Reused, as no mark outlasts a call. */
let MARKS = new Uint16Array(0);

/**
 * Finds the postings of words on rows in one field.
 * @param words all words, of which those of `asked` are looked for; @param pages of the rows, ascending
 * @returns by word, then row: the place (`PositionedSet`) of the page's posting, or `ABSENT`; null when no row has the word
 */
export function placesOnRows(
  text: TextIndex,
  field: FieldName,
  words: readonly AskedWord[],
  asked: ReadonlySet<number>,
  pages: Uint32Array,
): (Uint32Array | null)[] {
  const { length } = text.stemmers;
  if (MARKS.length < length) MARKS = new Uint16Array(length);
  for (let row = 0; row < pages.length; row++) MARKS[pages[row]!] = row + 1;
  try {
    return words.map((word, i) => (asked.has(i) ? placesOf(text, field, word, pages) : null));
  } finally {
    // A damaged part of the artefact throws when it is first read.
    for (const page of pages) MARKS[page] = 0;
  }
}

function placesOf(text: TextIndex, field: FieldName, { terms }: AskedWord, pages: Uint32Array): Uint32Array | null {
  let found: Uint32Array | null = null;
  let some = false;
  for (const { term, stemmers } of terms) {
    const list = termPostings(text, field, term);
    if (sizeOf(list) === 0) continue;
    found ??= new Uint32Array(pages.length).fill(ABSENT);
    const read = sizeOf(list) < SCANNED * pages.length ? scan : search;
    some = read(text, field, list, stemmers, pages, found) || some;
  }
  return some ? found : null;
}

/** Scans the whole list. */
function scan(
  { fields, stemmers: stemmerOf }: TextIndex,
  field: FieldName,
  { pages, from, to }: Postings,
  stemmers: number,
  _rows: Uint32Array,
  found: Uint32Array,
): boolean {
  const { places } = fields[field];
  let some = false;
  for (let i = from; i < to; i++) {
    const mark = MARKS[pages[i]!]!;
    if (mark === 0 || ((stemmers >>> stemmerOf[pages[i]!]!) & 1) === 0) continue;
    found[mark - 1] = places[i]!;
    some = true;
  }
  return some;
}

/** Searches the list for each row. */
function search(
  { fields, stemmers: stemmerOf }: TextIndex,
  field: FieldName,
  list: Postings,
  stemmers: number,
  rows: Uint32Array,
  found: Uint32Array,
): boolean {
  const { places } = fields[field];
  let some = false;
  let at = list.from;
  for (let row = 0; row < rows.length; row++) {
    const page = rows[row]!;
    at = gallop(list, at, page);
    if (at === list.to) break;
    if (list.pages[at] !== page || ((stemmers >>> stemmerOf[page]!) & 1) === 0) continue;
    found[row] = places[at]!;
    some = true;
  }
  return some;
}
