import type { FieldName } from '../../corpus/index/fields.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import { gallop, type Postings, sizeOf, termPostings } from '../match/postings.ts';
import type { AskedWord } from './asked.ts';

/** Stands for a posting when the page lacks the word. No posting has this place, as no page has so many positions. */
export const ABSENT = 0xffffffff;
/** Up to this many postings per row, scanning a list costs less than searching it for each row. */
const SCANNED = 24;
/** By page: 1 + its row while rows are marked, else 0. Reused, as no mark outlasts a step. */
let MARKS = new Uint16Array(0);

/** Finds the postings of words on the rows, field by field. */
export class RowPostings {
  /** By word, from the index that `find` returns on, and row: the place (`PositionedSet`) of the page's posting in the field, or `ABSENT`. */
  readonly found: Uint32Array;
  readonly #text: TextIndex;
  readonly #words: readonly AskedWord[];
  readonly #pages: Uint32Array;
  #field: FieldName = 'title';
  /** By word: where it is in `found`; -1 when no row has it. */
  #starts: number[] = [];
  #used = 0;

  /** @param found has room for all words that are looked for, on each row; @param pages of the rows, ascending */
  constructor(text: TextIndex, words: readonly AskedWord[], found: Uint32Array, pages: Uint32Array) {
    this.found = found;
    this.#text = text;
    this.#words = words;
    this.#pages = pages;
  }

  /** Starts a field: marks the pages of the rows for `find`. The work must not pause before `end`. */
  start(field: FieldName): void {
    this.#field = field;
    this.#starts = [];
    this.#used = 0;
    const pages = this.#pages;
    const { length } = this.#text.stemmers;
    if (MARKS.length < length) MARKS = new Uint16Array(length);
    for (let row = 0; row < pages.length; row++) MARKS[pages[row]!] = row + 1;
  }

  end(): void {
    for (const page of this.#pages) MARKS[page] = 0;
  }

  /** @returns where the word's postings begin in `found`, or -1 when no row has the word */
  find(word: number): number {
    const known = this.#starts[word];
    if (known !== undefined) return known;
    const start = this.#used * this.#pages.length;
    const some = this.#read(this.#words[word]!, start);
    if (some) this.#used++;
    this.#starts[word] = some ? start : -1;
    return this.#starts[word]!;
  }

  #read({ terms }: AskedWord, start: number): boolean {
    const pages = this.#pages;
    const { found } = this;
    let some = false;
    const { starts } = this.#text.fields[this.#field];
    for (const { term, stemmers } of terms) {
      if (this.#text.lookUp === null && starts[term] === starts[term + 1]) continue;
      const list = termPostings(this.#text, this.#field, term);
      if (!some) found.fill(ABSENT, start, start + pages.length);
      if (sizeOf(list) < SCANNED * pages.length) some = this.#scan(list, stemmers, start) || some;
      else some = this.#search(list, stemmers, start) || some;
    }
    return some;
  }

  /** Scans the whole list. */
  #scan({ pages, from, to }: Postings, stemmers: number, start: number): boolean {
    const { found } = this;
    const stemmerOf = this.#text.stemmers;
    const { places } = this.#text.fields[this.#field];
    const marks = MARKS;
    let some = false;
    for (let i = from; i < to; i++) {
      const mark = marks[pages[i]!]!;
      if (mark === 0 || ((stemmers >>> stemmerOf[pages[i]!]!) & 1) === 0) continue;
      found[start + mark - 1] = places[i]!;
      some = true;
    }
    return some;
  }

  /** Searches the list for each row. */
  #search(list: Postings, stemmers: number, start: number): boolean {
    const pages = this.#pages;
    const { places } = this.#text.fields[this.#field];
    let some = false;
    let at = list.from;
    for (let row = 0; row < pages.length; row++) {
      const page = pages[row]!;
      at = gallop(list, at, page);
      if (at === list.to) break;
      if (list.pages[at] !== page || ((stemmers >>> this.#text.stemmers[page]!) & 1) === 0) continue;
      this.found[start + row] = places[at]!;
      some = true;
    }
    return some;
  }
}
