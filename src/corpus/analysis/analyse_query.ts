import { fold } from '../../text/fold.ts';
import { searchForm } from '../../text/search_form.ts';
import { functionWords } from './function_words.ts';
import { languageOf, stemAlgorithm, stemmerFor } from './stem.ts';
import { tokenise } from './tokenise.ts';
import type { Part, PartTerm, Unit } from './unit.ts';
import { atOffset, bigrams, fromFirst, type ReadWord, UnitReader } from './unit_reader.ts';
import { WordCache } from './word_cache.ts';

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
    let bits = 0;
    ofPages.forEach((words, stemmer) => {
      if (words.has(word)) bits |= 1 << stemmer;
    });
    return bits;
  };
  const cache = new WordCache(cacheBytes, (written) => {
    const folded = fold(written);
    const all = stems.map((stem) => stem(folded));
    const terms = all.every((term) => term === all[0]) ? all.slice(0, 1) : all;
    return {
      parts:
        terms[0] === '' && terms.length === 1
          ? []
          : [{ terms, offset: 0, shape: 'word', known: lookUp === undefined ? null : lookUp(terms) }],
      quoted: false,
      functionWordOn: functionWordOn(folded.replace(/['’]/g, '')),
    };
  });
  const word: ReadWord = (text, start, end) => cache.read(text, start, end);
  const units = (text: string): Unit[] => {
    const form = searchForm(text);
    if (!QUOTES.test(form)) return readUnits(form, word);
    const pieces = form.split(QUOTES);
    return pieces.flatMap((piece, i) => {
      // Pieces at odd indexes are between two marks, except the last piece after an unpaired mark.
      const quoted = i % 2 === 1 && i < pieces.length - 1;
      return quoted ? readPhrase(piece, word) : readUnits(piece, word);
    });
  };
  return {
    word: (written) => word(written, 0, written.length),
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
      const runs: (readonly string[])[] = [];
      const reader = new UnitReader(
        form,
        (_, start, end) => {
          const unit = word(form, start, end);
          counts.set(unit, (counts.get(unit) ?? 0) + 1);
          return unit;
        },
        (run) => runs.push(run),
      );
      tokenise(form, reader);
      const read = reader.units();
      return { units: QUOTES.test(form) ? units(unquoted) : read, words: counts, runs };
    },
  };
}

/** @param text in search form, without quotation marks */
function readUnits(text: string, readWord: ReadWord): Unit[] {
  const reader = new UnitReader(text, readWord, () => {});
  tokenise(text, reader);
  return reader.units();
}

/** @param text in search form; @returns one unit of all words and characters, which must be adjacent, or none */
function readPhrase(text: string, readWord: ReadWord): Unit[] {
  const parts: Part[] = [];
  let run: string[] = [];
  let offset = 0;
  let whole: string | null = null;
  const closeRun = (): void => {
    if (run.length > 0) parts.push(...bigrams(run, offset - run.length));
    run = [];
  };
  tokenise(text, {
    compound(start, end, signed) {
      whole = signed ? fold(text.slice(start, end)) : null;
    },
    word(start, end) {
      closeRun();
      if (whole !== null) parts.push({ terms: [whole], offset, shape: 'signed', known: null });
      whole = null;
      const [part] = readWord(text, start, end).parts;
      if (part !== undefined) parts.push(atOffset(part, offset));
      offset++;
    },
    character(start, end, joined) {
      if (!joined) closeRun();
      run.push(fold(text.slice(start, end)));
      offset++;
    },
    border() {},
  });
  closeRun();
  return parts.length > 0 ? [{ parts: fromFirst(parts), quoted: true, functionWordOn: 0 }] : [];
}
