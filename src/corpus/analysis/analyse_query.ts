import { fold } from '../../text/fold.ts';
import { searchForm } from '../../text/search_form.ts';
import { functionWords } from './function_words.ts';
import { questionFrames } from './question_frames.ts';
import { languageOf, stemAlgorithm, stemmerFor } from './stem.ts';
import { ownString } from './term_numbers.ts';
import { tokenise } from './tokenise.ts';
import type { Part, PartTerm, Unit } from './unit.ts';

export interface QueryAnalyser {
  /**
   * Analyses a query text in the same way as the indexed texts.
   *
   * Units are words, compounds (adjacent parts), runs of unspaced characters (bigrams) and quoted phrases. An unpaired quotation
   * mark only separates words.
   *
   * @param text in any normal form
   */
  units(text: string): readonly Unit[];
  /** @param word a token of a text in search form; @returns it alone as a unit, without parts when folding leaves nothing */
  word(word: string): Unit;
  /** @returns the unit of a text in quotation marks, or undefined when it has no words */
  phrase(text: string): Unit | undefined;
  /** Analyses a long text in one pass: its units, and its words to count. */
  passage(text: string): Passage;
  /** Which words of a text only say that it is a question, in a language of the site, as `questionFrames`. */
  frame(words: readonly string[]): readonly boolean[] | null;
  /** One set bit per stemmer of the site. */
  readonly allStemmers: number;
}

/** A long text, analysed. */
export interface Passage {
  /** As `QueryAnalyser.units` reads the text without its quotation marks. */
  readonly units: readonly Unit[];
  /** Its distinct words as written, parts of compounds included, each alone as a unit, and how often it has each. */
  readonly words: ReadonlyMap<Unit, number>;
  /** Its runs of unspaced characters, folded. */
  readonly runs: readonly (readonly string[])[];
}

export interface QueryAnalyserOptions {
  /** Bound of the cache of analysed words, in bytes; 4 MiB by default. Stemming takes microseconds per word. */
  readonly cacheBytes?: number;
  /** Looks up the terms of words in an index. Each word that is cached is looked up once. */
  readonly lookUp?: (terms: readonly string[]) => readonly PartTerm[];
}

const DEFAULT_CACHE_BYTES = 4 * 1024 * 1024;

/** Quotation marks. The text between two of them is a phrase. */
const QUOTES = /["“”„«»]/;
const ALL_QUOTES = new RegExp(QUOTES, 'g');

/**
 * @param algorithms stemmers of the site's pages
 * @param language the site's language, whose function words count as such on all pages
 */
export function createQueryAnalyser(
  algorithms: readonly string[],
  language: string,
  { cacheBytes = DEFAULT_CACHE_BYTES, lookUp }: QueryAnalyserOptions = {},
): QueryAnalyser {
  const stemmers = algorithms.length > 0 ? algorithms : [stemAlgorithm(language)];
  const stems = stemmers.map(stemmerFor);
  const allStemmers = 2 ** stemmers.length - 1;
  const ofSite = functionWords(language);
  const ofPages = stemmers.map((algorithm) => functionWords(languageOf(algorithm)));
  const functionWordOn = (word: string): number => {
    if (ofSite.has(word)) return allStemmers;
    return ofPages.reduce((bits, words, stemmer) => (words.has(word) ? bits | (1 << stemmer) : bits), 0);
  };
  const word = cacheWords(cacheBytes, (written) => {
    const folded = fold(written);
    const all = stems.map((stem) => stem(folded));
    const terms = all.every((term) => term === all[0]) ? all.slice(0, 1) : all;
    const part: Part = { terms, offset: 0, shape: 'word', known: lookUp === undefined ? null : lookUp(terms) };
    const isEmpty = terms[0] === '' && terms.length === 1;
    return {
      parts: isEmpty ? [] : [part],
      quoted: false,
      functionWordOn: functionWordOn(folded.replace(/['’]/g, '')),
    };
  });
  const units = (text: string): Unit[] => {
    const pieces = searchForm(text).split(QUOTES);
    return pieces.flatMap((piece, i) => {
      // Pieces at odd indexes are between two marks, except the last piece after an unpaired mark.
      const quoted = i % 2 === 1 && i < pieces.length - 1;
      return quoted ? readPhrase(piece, word) : unitsOf(readPieces(piece, word));
    });
  };
  return {
    word,
    frame: questionFrames([language, ...stemmers.map(languageOf)]),
    allStemmers,
    units,
    phrase(text) {
      const form = searchForm(text);
      // The search form of a full-width mark is a mark.
      return QUOTES.test(form) ? units(`"${text}"`)[0] : readPhrase(form, word)[0];
    },
    passage(text) {
      const unquoted = text.replace(ALL_QUOTES, ' ');
      const form = searchForm(unquoted);
      const counts = new Map<Unit, number>();
      const pieces = readPieces(form, (written) => {
        const unit = word(written);
        counts.set(unit, (counts.get(unit) ?? 0) + 1);
        return unit;
      });
      const runs = pieces.map(({ run }) => run).filter(({ length }) => length > 0);
      return { units: QUOTES.test(form) ? units(unquoted) : unitsOf(pieces), words: counts, runs };
    },
  };
}

/** Memory of an empty cache of words. Nothing is cached when the bound is less than twice as much. */
const CACHE_BYTES = 64 * 1024;
/** Memory of a cached word besides the characters of its key and terms. */
const BYTES_A_WORD = 400;

/** Caches analysed words. When the bound is reached, the cache is cleared: analysing a word takes microseconds. */
export function cacheWords(bound: number, analyse: (word: string) => Unit): (word: string) => Unit {
  if (bound < 2 * CACHE_BYTES) return analyse;
  const units = new Map<string, Unit>();
  let bytes = CACHE_BYTES;
  return (word) => {
    if (bytes > bound) {
      units.clear();
      bytes = CACHE_BYTES;
    }
    const known = units.get(word);
    if (known !== undefined) return known;
    const unit = analyse(word);
    bytes += BYTES_A_WORD + 2 * word.length;
    for (const { terms } of unit.parts) for (const { length } of terms) bytes += 2 * length;
    units.set(ownString(word), unit);
    return unit;
  };
}

/** What is written together: a word, a compound, or a run of unspaced characters. */
interface Piece {
  /** Offsets count from the start of the text. A signed name is before the parts that it consists of. */
  readonly parts: Part[];
  /** Its position in the text. */
  readonly start: number;
  /** The unit of a word that stands alone. */
  readonly alone: Unit | null;
  /** The characters of a run, folded. */
  readonly run: string[];
}

/**
 * @param text in search form, without quotation marks
 * @param readWord returns a word as a unit; without parts when folding leaves nothing
 */
function readPieces(text: string, readWord: (word: string) => Unit): Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  let compoundEnd = -1;
  const begin = (parts: Part[], alone: Unit | null = null) => pieces.push({ parts, start: position, alone, run: [] });
  tokenise(text, {
    compound(start, end, signed) {
      compoundEnd = end;
      const whole: Part = { terms: [fold(text.slice(start, end))], offset: position, shape: 'signed', known: null };
      begin(signed ? [whole] : []);
    },
    word(start, end) {
      const unit = readWord(text.slice(start, end));
      const parts = unit.parts.map((part) => ({ ...part, offset: position }));
      if (end > compoundEnd) begin(parts, unit);
      else pieces.at(-1)!.parts.push(...parts);
      position++;
    },
    character(start, end, joined) {
      if (!joined) begin([]);
      pieces.at(-1)!.run.push(fold(text.slice(start, end)));
      position++;
    },
    border() {},
  });
  for (const { start, parts, run } of pieces) for (const part of bigrams(run, start)) parts.push(part);
  return pieces;
}

/** A unit for each piece that has parts. */
function unitsOf(pieces: readonly Piece[]): Unit[] {
  return pieces.flatMap(({ parts, alone }) => {
    if (parts.length === 0) return [];
    const first = parts[0]!.offset;
    // A name that ends with a sign (`C++`) is one term at the position of its first part, which it replaces.
    const own = parts.filter(({ offset }, i) => i === 0 || offset > first);
    return [alone ?? { parts: fromFirst(own), quoted: false, functionWordOn: 0 }];
  });
}

/** @param text in search form; @returns one unit of all words and characters, which must be adjacent, or none */
function readPhrase(text: string, readWord: (word: string) => Unit): Unit[] {
  const parts = readPieces(text, readWord).flatMap((piece) => piece.parts);
  return parts.length > 0 ? [{ parts: fromFirst(parts), quoted: true, functionWordOn: 0 }] : [];
}

/** Makes offsets relative to the first part. Words that analyse to nothing take a position but are no parts. */
function fromFirst(parts: readonly Part[]): readonly Part[] {
  const before = parts[0]!.offset;
  return before === 0 ? parts : parts.map((part) => ({ ...part, offset: part.offset - before }));
}

/** The fewest bigrams that cover a run of characters. A single character is its own term. */
function bigrams(run: readonly string[], offset: number): Part[] {
  if (run.length === 1) return [{ terms: [run[0]!], offset, shape: 1, known: null }];
  const parts: Part[] = [];
  for (let i = 0; i < run.length; i += 2) {
    const at = Math.min(i, run.length - 2);
    parts.push({ terms: [run[at]! + run[at + 1]!], offset: offset + at, shape: 2, known: null });
  }
  return parts;
}
