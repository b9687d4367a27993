import { fold } from '../../text/fold.ts';
import { functionWords } from './function_words.ts';
import { stemAlgorithm, stemmerFor } from './stem.ts';
import { tokenise } from './tokenise.ts';

/** One thing that a text asks for: a run of one or more parts that stand side by side. */
export interface Unit {
  readonly parts: readonly Part[];
  /** A function word of the site's language. */
  readonly common: boolean;
}

export interface Part {
  /** The terms that it may be in the index: one for each stemmer that the site's pages need, without repeats. */
  readonly terms: readonly string[];
  /** Positions behind the unit's first part. */
  readonly offset: number;
  /** What stands there: a word, a word with its sign (`C++`), or so many characters of an unspaced script. */
  readonly shape: 'word' | 'signed' | 1 | 2;
}

export interface QueryAnalyser {
  /**
   * Reads a caller's text as the index's texts were read.
   *
   * A word is a unit; so is a compound (its parts side by side), a run of unspaced characters (its bigrams) and a quoted part. A
   * quotation mark without its partner separates and does nothing else.
   */
  units(text: string): readonly Unit[];
  word(word: string): Word;
}

/** What one word as written stands for. */
export interface Word {
  /** Its stems, one for each stemmer that the site's pages need, without repeats; none when folding leaves nothing. */
  readonly terms: readonly string[];
  readonly common: boolean;
}

/** Words whose analysis is kept: a stemmer takes microseconds. */
const WORDS_KEPT = 1 << 15;

/** Quotation marks that make a phrase of what stands between two of them. */
const QUOTES = /["“”„«»]/;

/**
 * @param algorithms stemmers of the site's pages
 * @param language the site's own, whose function words count as such
 */
export function createQueryAnalyser(algorithms: readonly string[], language: string): QueryAnalyser {
  const stems = (algorithms.length > 0 ? algorithms : [stemAlgorithm(language)]).map(stemmerFor);
  const common = functionWords(language);
  const kept = new Map<string, Word>();

  const analyse = (written: string): Word => {
    const folded = fold(written);
    const terms = [...new Set(stems.map((stem) => stem(folded)))].filter((term) => term !== '');
    return { terms, common: common.has(folded.replace(/['’]/g, '')) };
  };
  const word = (written: string): Word => {
    let known = kept.get(written);
    if (known === undefined) {
      known = analyse(written);
      if (kept.size >= WORDS_KEPT) kept.clear();
      kept.set(written, known);
    }
    return known;
  };
  return {
    word,
    units(text) {
      const pieces = text.split(QUOTES);
      return pieces.flatMap((piece, i) => {
        // Pieces at odd places stand between two marks, unless the last mark has no partner.
        const quoted = i % 2 === 1 && i < pieces.length - 1;
        return quoted ? phrase(piece, word) : units(piece, word);
      });
    },
  };
}

type ReadWord = (word: string) => Word;

function units(text: string, readWord: ReadWord): Unit[] {
  const found: Unit[] = [];
  let run: string[] = [];
  let compound = { end: -1, signed: false, whole: '', words: 0, parts: [] as Part[] };
  const closeRun = (): void => {
    if (run.length > 0) found.push({ parts: bigrams(run, 0), common: false });
    run = [];
  };
  tokenise(text, {
    compound(start, end, signed) {
      compound = { end, signed, whole: fold(text.slice(start, end)), words: 0, parts: [] };
    },
    word(start, end) {
      closeRun();
      const { terms, common } = readWord(text.slice(start, end));
      if (end > compound.end) {
        if (terms.length > 0) found.push({ parts: [{ terms, offset: 0, shape: 'word' }], common });
        return;
      }
      if (terms.length > 0) compound.parts.push({ terms, offset: compound.words, shape: 'word' });
      compound.words++;
      const last = end === compound.end || (compound.signed && compound.end - end <= 2);
      if (last)
        found.push({
          parts: fromFirst(compound.signed ? withSign(compound.parts, compound.whole) : compound.parts),
          common: false,
        });
    },
    character(start, end, joined) {
      if (!joined) closeRun();
      run.push(fold(text.slice(start, end)));
    },
    border() {},
  });
  closeRun();
  return found.filter(({ parts }) => parts.length > 0);
}

/** A name that closes with a sign is one term as a whole, which stands where its first part does. */
function withSign(parts: readonly Part[], whole: string): Part[] {
  return [{ terms: [whole], offset: 0, shape: 'signed' }, ...parts.filter(({ offset }) => offset > 0)];
}

/** Words of which folding leaves nothing take a position in a text, but no unit begins with one. */
function fromFirst(parts: readonly Part[]): readonly Part[] {
  const before = parts[0]?.offset ?? 0;
  return before === 0 ? parts : parts.map((part) => ({ ...part, offset: part.offset - before }));
}

/** Bigrams that cover a run of characters; a single character is its own term. */
function bigrams(run: readonly string[], offset: number): Part[] {
  if (run.length === 1) return [{ terms: [run[0]!], offset, shape: 1 }];
  const parts: Part[] = [];
  for (let i = 0; i < run.length; i += 2) {
    const at = Math.min(i, run.length - 2);
    parts.push({ terms: [run[at]! + run[at + 1]!], offset: offset + at, shape: 2 });
  }
  return parts;
}

function phrase(text: string, readWord: ReadWord): Unit[] {
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
  return parts.length > 0 ? [{ parts: fromFirst(parts), common: false }] : [];
}
