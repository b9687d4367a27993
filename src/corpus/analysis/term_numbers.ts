import { fold } from '../../text/fold.ts';
import { stemAlgorithm, stemmerFor } from './stem.ts';
import { WordTable } from './word_table.ts';

/**
 * Numbers terms in order of first use. Used only while baking: it grows with the site's vocabulary.
 */
export class TermNumbers {
  readonly terms: string[];
  readonly #numbers: Map<string, number>;
  readonly #words = new Map<string, WordTable>();

  /** @param terms terms that already have numbers, in the order of these */
  constructor(terms: readonly string[] = []) {
    this.terms = [...terms];
    this.#numbers = new Map(terms.map((term, number) => [term, number]));
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

  /**
   * @param language the page's language, which selects the stemmer
   * @returns a function from a word as written, given by its place in a text, to its term's number, or -1 when folding leaves nothing
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
    const make = (word: string): number => {
      const term = stem(fold(word));
      return term === '' ? -1 : this.number(term);
    };
    return (text, start, end) => words.number(text, start, end, make);
  }
}
