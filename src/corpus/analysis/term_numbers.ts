import { fold } from '../../text/fold.ts';
import { codeName } from './code_name.ts';
import { stemAlgorithm, stemmerFor, withoutApostrophes } from './stem.ts';

/** A word as pages write it, folded and without apostrophes, with the term that one stemmer makes of it. */
export interface Spelling {
  readonly word: string;
  /** The stemmer: a result of `stemAlgorithm`. */
  readonly algorithm: string;
  /** The number of the term. */
  readonly term: number;
  /** Its parts when it is written as a name in code, as `codeName`; else absent. */
  readonly name?: string;
}

/**
 * Numbers terms, and the spellings of words, in order of first use. Used only while baking: it grows with the site's vocabulary.
 */
export class TermNumbers {
  readonly terms: string[];
  readonly spellings: Spelling[];
  /** By spelling: the number of its term. */
  #terms = new Uint32Array(1 << 12);
  readonly #numbers: Map<string, number>;
  /** Spelling numbers by stemmer and word, or its parts, which blanks tell from a word. */
  readonly #spelt = new Map<string, Map<string, number>>();
  /** Spelling numbers by stemmer and word as written. */
  readonly #words = new Map<string, WordTable>();

  /** @param terms terms that already have numbers, in the order of these; @param spellings likewise */
  constructor(terms: readonly string[] = [], spellings: readonly Spelling[] = []) {
    this.terms = [...terms];
    this.spellings = [...spellings];
    this.#numbers = new Map(terms.map((term, number) => [term, number]));
    spellings.forEach(({ word, algorithm, term, name }, number) => {
      this.#speltBy(algorithm).set(name ?? word, number);
      this.#setTerm(number, term);
    });
  }

  number(term: string): number {
    let number = this.#numbers.get(term);
    if (number === undefined) {
      number = this.terms.length;
      this.terms.push(term);
      this.#numbers.set(term, number);
    }
    return number;
  }

  /** @returns the number of a spelling */
  spelling(spelling: Spelling): number {
    const known = this.#speltBy(spelling.algorithm);
    const key = spelling.name ?? spelling.word;
    let number = known.get(key);
    if (number === undefined) {
      number = this.spellings.push(spelling) - 1;
      known.set(key, number);
      this.#setTerm(number, spelling.term);
    }
    return number;
  }

  /** @returns the number of the term of a spelling */
  termOf(spelling: number): number {
    return this.#terms[spelling]!;
  }

  /**
   * @param language the page's language, which selects the stemmer
   * @returns a function from a word as written, given by its place in a text, to the number of its spelling, or -1 when folding
   * leaves nothing
   */
  wordNumbers(language: string): (text: string, start: number, end: number) => number {
    const algorithm = stemAlgorithm(language);
    const stem = stemmerFor(algorithm);
    let known = this.#words.get(algorithm);
    if (known === undefined) {
      known = new WordTable();
      this.#words.set(algorithm, known);
    }
    const words = known;
    const make = (written: string): number => {
      const word = withoutApostrophes(fold(written));
      const name = codeName(written);
      // Stemming takes longer than all else, and many words differ only in their case.
      const spelling = this.#speltBy(algorithm).get(name ?? word);
      if (spelling !== undefined) return spelling;
      const term = stem(word);
      if (term === '') return -1;
      const made = { word, algorithm, term: this.number(term) };
      return this.spelling(name === null ? made : { ...made, name });
    };
    return (text, start, end) => words.number(text, start, end, make);
  }

  #setTerm(spelling: number, term: number): void {
    if (spelling >= this.#terms.length) {
      const larger = new Uint32Array(2 * spelling);
      larger.set(this.#terms);
      this.#terms = larger;
    }
    this.#terms[spelling] = term;
  }

  #speltBy(algorithm: string): Map<string, number> {
    let known = this.#spelt.get(algorithm);
    if (known === undefined) {
      known = new Map();
      this.#spelt.set(algorithm, known);
    }
    return known;
  }
}

/** Numbers of a slot: the hash of its word, its number, where it starts in `#units`, and its length plus 1, or 0 for an empty slot. */
const SLOT = 4;

/**
 * Numbers by word, looked up by a place in a text. Several times as fast as a Map, which needs a string of its own for each lookup: most
 * words of a site have occurred before. It grows with the words that it is asked for.
 */
export class WordTable {
  /** Open addressing; at most half of the slots are used. A slot is in one line of a processor's cache. */
  #slots = new Int32Array(SLOT << 10);
  #count = 0;
  /** The UTF-16 code units of all words. */
  #units = new Uint16Array(1 << 12);
  #used = 0;

  /**
   * @param make called for a new word; its result is the word's number from then on
   * @returns the number of the word in `text` from `start` to `end`
   */
  number(text: string, start: number, end: number, make: (word: string) => number): number {
    const hash = hashOf(text, start, end);
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let at = (hash << 2) & mask; slots[at + 3] !== 0; at = (at + SLOT) & mask) {
      if (slots[at] === hash && slots[at + 3] === end - start + 1 && this.#isAt(slots[at + 2]!, text, start, end)) {
        return slots[at + 1]!;
      }
    }
    const number = make(ownString(text.slice(start, end)));
    this.#add(text, start, end, hash, number);
    return number;
  }

  #isAt(from: number, text: string, start: number, end: number): boolean {
    const units = this.#units;
    for (let i = start; i < end; i++) if (units[from + i - start] !== text.charCodeAt(i)) return false;
    return true;
  }

  #add(text: string, start: number, end: number, hash: number, number: number): void {
    const length = end - start;
    while (this.#used + length > this.#units.length) {
      const larger = new Uint16Array(2 * this.#units.length);
      larger.set(this.#units);
      this.#units = larger;
    }
    for (let i = 0; i < length; i++) this.#units[this.#used + i] = text.charCodeAt(start + i);
    if (2 * SLOT * ++this.#count > this.#slots.length) this.#grow();
    this.#place(hash, number, this.#used, length);
    this.#used += length;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(2 * before.length);
    for (let at = 0; at < before.length; at += SLOT) {
      if (before[at + 3] !== 0) this.#place(before[at]!, before[at + 1]!, before[at + 2]!, before[at + 3]! - 1);
    }
  }

  #place(hash: number, number: number, from: number, length: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let at = (hash << 2) & mask;
    while (slots[at + 3] !== 0) at = (at + SLOT) & mask;
    slots[at] = hash;
    slots[at + 1] = number;
    slots[at + 2] = from;
    slots[at + 3] = length + 1;
  }
}

/** Shorter pieces of a string are copies; longer ones may keep the whole string in memory. */
const SHORTEST_PIECE = 13;

/** @returns the same text as a string of its own */
export function ownString(piece: string): string {
  return piece.length < SHORTEST_PIECE ? piece : Buffer.from(piece, 'utf16le').toString('utf16le');
}

/** FNV-1a over UTF-16 code units, with the high bits mixed into the low bits that the table uses. */
function hashOf(text: string, start: number, end: number): number {
  let value = 0x811c9dc5;
  for (let i = start; i < end; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value ^ (value >>> 15);
}
