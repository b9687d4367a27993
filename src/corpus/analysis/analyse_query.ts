import { createBoundedCache } from '../../cache/bounded_cache.ts';
import { fold } from '../../text/fold.ts';
import { searchForm } from '../../text/search_form.ts';
import { functionWords } from './function_words.ts';
import { languageOf, stemAlgorithm, stemmerFor } from './stem.ts';
import { type TokenShape, type TokenSink, tokenise } from './tokenise.ts';

/** A search unit of a query text: one part, or several that must be adjacent. */
export interface Unit {
  readonly parts: readonly Part[];
  /** Whether it was quoted. Relaxed answers still require a quoted phrase. */
  readonly quoted: boolean;
  /** Bit i: the unit is a function word on pages of the site's stemmer i, in the site's language or in the page's. */
  readonly functionWordOn: number;
}

export interface Part {
  /** Its index terms: a single one when all of the site's stemmers agree, else one per stemmer, in their order. */
  readonly terms: readonly string[];
  /** Distance from the unit's first part, in positions. */
  readonly offset: number;
  readonly shape: TokenShape;
}

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
  /** @param word a token of a text in search form */
  word(word: string): Word;
  /** One set bit per stemmer of the site. */
  readonly allStemmers: number;
}

/** The analysis of one word. */
export interface Word {
  /** Terms as in `Part`; empty when folding leaves nothing. */
  readonly terms: readonly string[];
  /** As in `Unit`. */
  readonly functionWordOn: number;
}

export interface QueryAnalyserOptions {
  /** Bound of the cache of analysed words, in bytes; 4 MiB by default. Stemming takes microseconds per word. */
  readonly cacheBytes?: number;
}

const DEFAULT_CACHE_BYTES = 4 * 1024 * 1024;
/** Memory of a cached word besides the characters of its key and terms: objects, arrays, cache entry. */
const BYTES_A_WORD = 200;

/** Quotation marks. The text between two of them is a phrase. */
const QUOTES = /["“”„«»]/;

/**
 * @param algorithms stemmers of the site's pages
 * @param language the site's language, whose function words count as such on all pages
 */
export function createQueryAnalyser(
  algorithms: readonly string[],
  language: string,
  { cacheBytes = DEFAULT_CACHE_BYTES }: QueryAnalyserOptions = {},
): QueryAnalyser {
  const stemmers = algorithms.length > 0 ? algorithms : [stemAlgorithm(language)];
  const stems = stemmers.map(stemmerFor);
  const allStemmers = 2 ** stemmers.length - 1;
  const ofSite = functionWords(language);
  const ofPages = stemmers.map((algorithm) => functionWords(languageOf(algorithm)));
  const cache = createBoundedCache<Word>(cacheBytes);

  const functionWordOn = (word: string): number => {
    if (ofSite.has(word)) return allStemmers;
    let bits = 0;
    ofPages.forEach((words, stemmer) => {
      if (words.has(word)) bits |= 1 << stemmer;
    });
    return bits;
  };
  const analyse = (written: string): Word => {
    const folded = fold(written);
    const terms = stems.map((stem) => stem(folded));
    const agreed = terms.every((term) => term === terms[0]) ? terms.slice(0, 1) : terms;
    return {
      terms: agreed[0] === '' && agreed.length === 1 ? [] : agreed,
      functionWordOn: functionWordOn(folded.replace(/['’]/g, '')),
    };
  };
  const word = (written: string): Word => {
    const known = cache.get(written);
    if (known !== undefined) return known;
    const found = analyse(written);
    const letters = found.terms.reduce((sum, { length }) => sum + length, written.length);
    cache.set(written, found, BYTES_A_WORD + 2 * letters);
    return found;
  };
  return {
    word,
    allStemmers,
    units(text) {
      const pieces = searchForm(text).split(QUOTES);
      return pieces.flatMap((piece, i) => {
        // Pieces at odd indexes are between two marks, except the last piece after an unpaired mark.
        const quoted = i % 2 === 1 && i < pieces.length - 1;
        return quoted ? readPhrase(piece, word) : readUnits(piece, word);
      });
    },
  };
}

type ReadWord = (word: string) => Word;

/** @param text in search form, without quotation marks */
function readUnits(text: string, readWord: ReadWord): Unit[] {
  const reader = new UnitReader(text, readWord);
  tokenise(text, reader);
  return reader.units();
}

/** Creates a unit for each word, each compound and each run of unspaced characters. */
class UnitReader implements TokenSink {
  readonly #text: string;
  readonly #readWord: ReadWord;
  readonly #found: Unit[] = [];
  #run: string[] = [];
  /** The current compound. */
  #compound = { end: -1, signed: false, whole: '', words: 0, parts: [] as Part[] };

  constructor(text: string, readWord: ReadWord) {
    this.#text = text;
    this.#readWord = readWord;
  }

  compound(start: number, end: number, signed: boolean): void {
    this.#compound = { end, signed, whole: fold(this.#text.slice(start, end)), words: 0, parts: [] };
  }

  word(start: number, end: number): void {
    this.#closeRun();
    const { terms, functionWordOn } = this.#readWord(this.#text.slice(start, end));
    const compound = this.#compound;
    if (end > compound.end) {
      if (terms.length > 0) {
        this.#found.push({ parts: [{ terms, offset: 0, shape: 'word' }], quoted: false, functionWordOn });
      }
      return;
    }
    if (terms.length > 0) compound.parts.push({ terms, offset: compound.words, shape: 'word' });
    compound.words++;
    const last = end === compound.end || (compound.signed && compound.end - end <= 2);
    if (!last) return;
    const parts = compound.signed ? withSign(compound.parts, compound.whole) : compound.parts;
    this.#found.push({ parts: fromFirst(parts), quoted: false, functionWordOn: 0 });
  }

  character(start: number, end: number, joined: boolean): void {
    if (!joined) this.#closeRun();
    this.#run.push(fold(this.#text.slice(start, end)));
  }

  border(): void {}

  units(): Unit[] {
    this.#closeRun();
    return this.#found.filter(({ parts }) => parts.length > 0);
  }

  #closeRun(): void {
    if (this.#run.length > 0) this.#found.push({ parts: bigrams(this.#run, 0), quoted: false, functionWordOn: 0 });
    this.#run = [];
  }
}

/** A name that ends with a sign (`C++`) is indexed as one term, at the position of its first part. */
function withSign(parts: readonly Part[], whole: string): Part[] {
  return [{ terms: [whole], offset: 0, shape: 'signed' }, ...parts.filter(({ offset }) => offset > 0)];
}

/** Makes offsets relative to the first part. Words that analyse to nothing take a position but are no parts. */
function fromFirst(parts: readonly Part[]): readonly Part[] {
  const before = parts[0]?.offset ?? 0;
  return before === 0 ? parts : parts.map((part) => ({ ...part, offset: part.offset - before }));
}

/** The fewest bigrams that cover a run of characters. A single character is its own term. */
function bigrams(run: readonly string[], offset: number): Part[] {
  if (run.length === 1) return [{ terms: [run[0]!], offset, shape: 1 }];
  const parts: Part[] = [];
  for (let i = 0; i < run.length; i += 2) {
    const at = Math.min(i, run.length - 2);
    parts.push({ terms: [run[at]! + run[at + 1]!], offset: offset + at, shape: 2 });
  }
  return parts;
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
      if (whole !== null) parts.push({ terms: [whole], offset, shape: 'signed' });
      whole = null;
      const { terms } = readWord(text.slice(start, end));
      if (terms.length > 0) parts.push({ terms, offset, shape: 'word' });
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
