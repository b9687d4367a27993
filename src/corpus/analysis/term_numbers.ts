import { fold } from '../../text/fold.ts';
import { stemAlgorithm, stemmerFor, withoutApostrophes } from './stem.ts';
import { WordTable } from './word_table.ts';

/** A word as pages write it, folded and without apostrophes, with the term that one stemmer makes of it. */
export interface Spelling {
  readonly word: string;
  /** The stemmer: a result of `stemAlgorithm`. */
  readonly algorithm: string;
  /** The number of the term. */
  readonly term: number;
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
  /** Spelling numbers by stemmer and word. */
  readonly #spelt = new Map<string, Map<string, number>>();
  /** Spelling numbers by stemmer and word as written. */
  readonly #words = new Map<string, WordTable>();

  /** @param terms terms that already have numbers, in the order of these; @param spellings likewise */
  constructor(terms: readonly string[] = [], spellings: readonly Spelling[] = []) {
    this.terms = [...terms];
    this.spellings = [...spellings];
    this.#numbers = new Map(terms.map((term, number) => [term, number]));
    spellings.forEach(({ word, algorithm, term }, number) => {
      this.#speltBy(algorithm).set(word, number);
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
    let number = known.get(spelling.word);
    if (number === undefined) {
      number = this.spellings.push(spelling) - 1;
      known.set(spelling.word, number);
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
      // Stemming takes longer than all else, and many words differ only in their case.
      const spelling = this.#speltBy(algorithm).get(word);
      if (spelling !== undefined) return spelling;
      const term = stem(word);
      return term === '' ? -1 : this.spelling({ word, algorithm, term: this.number(term) });
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
