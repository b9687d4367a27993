import type { Unit } from './unit.ts';
import { WordTable } from './word_table.ts';

/** Memory of an empty table of words. */
const TABLE_BYTES = 64 * 1024;
/** Memory of a cached word besides the characters of its key and terms: objects, arrays, its share of the table. */
const BYTES_A_WORD = 400;

/**
 * Cache of analysed words, looked up by a place in a text, which needs no string of its own for a word that is known. When the bound
 * is reached, the cache is cleared: analysing a word takes microseconds.
 */
export class WordCache {
  readonly #bound: number;
  readonly #analyse: (word: string) => Unit;
  #table = new WordTable();
  #units: Unit[] = [];
  #bytes = TABLE_BYTES;
  readonly #add = (word: string): number => {
    const unit = this.#analyse(word);
    this.#bytes += BYTES_A_WORD + 2 * word.length;
    for (const { terms } of unit.parts) for (const { length } of terms) this.#bytes += 2 * length;
    return this.#units.push(unit) - 1;
  };

  /** @param bound in bytes; nothing is cached below the memory of a small table */
  constructor(bound: number, analyse: (word: string) => Unit) {
    this.#bound = bound;
    this.#analyse = analyse;
  }

  /** @returns the word in `text` from `start` to `end`, analysed */
  read(text: string, start: number, end: number): Unit {
    if (this.#bound < 2 * TABLE_BYTES) return this.#analyse(text.slice(start, end));
    if (this.#bytes > this.#bound) {
      this.#table = new WordTable();
      this.#units = [];
      this.#bytes = TABLE_BYTES;
    }
    return this.#units[this.#table.number(text, start, end, this.#add)]!;
  }
}
