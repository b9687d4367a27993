import { characterClass, LONGEST_WORD, WORD } from '../../corpus/analysis/tokenise.ts';
import { readPositions } from '../../corpus/index/posting_set.ts';
import type { Engine } from '../match/engine.ts';
import { find, type Postings, setOf } from '../match/postings.ts';
import { addRange } from './excerpt_text.ts';

const NO_RANGES: readonly number[] = [];

/** A term that is looked for in titles. */
export interface TitleTerm {
  readonly term: number;
  /** Bit i for pages of the site's stemmer i. */
  readonly stemmers: number;
  readonly list: Postings;
}

/** @returns the page's posting of a term in the titles, or -1 */
function postingOf({ corpus: { text } }: Engine, { list, stemmers }: TitleTerm, page: number): number {
  return ((stemmers >>> text.stemmers[page]!) & 1) === 0 ? -1 : find(list, page);
}

/** Whether the page's title has a term. */
export function isOnPage(engine: Engine, term: TitleTerm, page: number): boolean {
  return postingOf(engine, term, page) >= 0;
}

/**
 * The ranges of the hits in a plain title, found without decoding and analysing it.
 * @param beginnings folded words: words of the title that begin with one are hits, too
 * @param info the page's PageInfo
 * @returns null when the title is not plain and may have hits
 */
export function plainTitleRanges(
  engine: Engine,
  terms: readonly TitleTerm[],
  beginnings: readonly string[],
  page: number,
  info: Uint8Array,
): readonly number[] | null {
  let some = false;
  for (const each of terms) {
    const at = postingOf(engine, each, page);
    if (at < 0) continue;
    if (!some) MARKS.clear();
    some = true;
    MARKS.add(each.list, at);
  }
  if (!some) {
    if (beginnings.length === 0) return NO_RANGES;
    MARKS.clear();
  }
  return MARKS.ranges(info, beginnings);
}

const QUOTE = 0x22;
const HASH = 0x23;
const APOSTROPHE = 0x27;
const PLUS = 0x2b;
const LETTER_A = 0x41;
const LETTER_Z = 0x5a;
const BACKSLASH = 0x5c;
const TILDE = 0x7e;
const BLANK = 0x20;

/** Longest title that is read byte by byte. Gaps between its words are too short to take a position of their own. */
const LONGEST_TITLE = 250;

/**
 * The positions of hits in one title. Nearly all titles are plain ASCII, in which the words are found byte by byte, without decoding
 * and analysing the title.
 */
class TitleMarks {
  readonly #positions = new Uint32Array(8);
  readonly #isHit = new Uint8Array(LONGEST_TITLE);
  #all = true;

  clear(): void {
    this.#isHit.fill(0);
    this.#all = true;
  }

  /** @param posting index of a posting of the list */
  add(list: Postings, posting: number): void {
    const positions = this.#positions;
    const count = readPositions(setOf(list), posting, positions);
    if (count === positions.length) this.#all = false;
    for (let i = 0; i < count; i++) {
      if (positions[i]! < LONGEST_TITLE) this.#isHit[positions[i]!] = 1;
    }
  }

  /** @returns null when the title is not plain, or not all hits are known; @param beginnings as in `plainTitleRanges` */
  ranges(info: Uint8Array, beginnings: readonly string[]): readonly number[] | null {
    const start = titleStart(info);
    const ranges: number[] = [];
    if (!this.#all) return null;
    let word = 0;
    let at = start;
    for (;;) {
      const byte = info[at]!;
      if (byte === QUOTE) return ranges;
      if (!isPlain(byte) || at - start >= LONGEST_TITLE) return null;
      if (characterClass(byte) !== WORD) {
        at++;
        continue;
      }
      const from = at;
      while (info[at]! < TILDE && characterClass(info[at]!) === WORD) at++;
      if (at - from > LONGEST_WORD) return null;
      if (this.#isHit[word++] === 1 || beginsWithOne(info, from, at, beginnings))
        addRange(ranges, from - start, at - start);
    }
  }
}

/** Whether the ASCII word `[from, to)` begins with one of these folded words. */
function beginsWithOne(info: Uint8Array, from: number, to: number, beginnings: readonly string[]): boolean {
  for (const beginning of beginnings) {
    if (beginning.length > to - from) continue;
    let i = 0;
    while (i < beginning.length && lowerCase(info[from + i]!) === beginning.charCodeAt(i)) i++;
    if (i === beginning.length) return true;
  }
  return false;
}

function lowerCase(byte: number): number {
  return byte >= LETTER_A && byte <= LETTER_Z ? byte + 0x20 : byte;
}

/** Whether an ASCII character ends a word: it does not join letters (`don't`), belongs to no name (`C++`), and is not escaped. */
function isPlain(byte: number): boolean {
  return byte >= BLANK && byte <= TILDE && byte !== HASH && byte !== PLUS && byte !== APOSTROPHE && byte !== BACKSLASH;
}

/** Reused: no mark is held across a pause, and its memory costs more to allocate than to clear. */
const MARKS = new TitleMarks();

const BEFORE_PATH = '{"path":"'.length;
const BEFORE_CANONICAL = ',"canonical":"'.length;
const BEFORE_TITLE = ',"title":"'.length;

/** @param info PageInfo, which begins with path, canonical and title; @returns the start of the title, after its quotation mark */
function titleStart(info: Uint8Array): number {
  const canonical = stringEnd(info, BEFORE_PATH) + BEFORE_CANONICAL;
  return stringEnd(info, canonical) + BEFORE_TITLE;
}

/** @returns the end of the JSON string whose content starts at `from`, after its quotation mark */
function stringEnd(json: Uint8Array, from: number): number {
  let at = from;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}
