import { withoutApostrophes } from '../../corpus/analysis/stem.ts';
import type { Part, Unit } from '../../corpus/analysis/unit.ts';
import { nameKey } from '../../corpus/analysis/words_of_text.ts';
import { readPositions } from '../../corpus/index/posting_set.ts';
import { rarity } from '../../corpus/index/ranking.ts';
import { fold } from '../../text/fold.ts';
import type { Engine } from '../match/engine.ts';
import type { ExcerptTerm } from '../match/match_set.ts';
import { ANY_STEMMER, find, partTerms, setOf, sizeOf, termPostings } from '../match/postings.ts';
import type { TypedSought } from '../match/sought_word.ts';
import { commonestWords } from '../match/spellings/near_words.ts';
import { UnitPositions } from '../match/unit_positions.ts';
import { LONGEST_SPAN, WORDS_BEFORE } from './excerpt.ts';
import { rangesOf, titleOf } from './highlight_text.ts';
import { type HitList, MOST_UNITS } from './hit_list.ts';
import { isOnPage, plainTitleRanges, type TitleTerm } from './title_ranges.ts';

/** Most words of a range of near words that are marked in texts: those on the most pages. */
const MOST_MARKED = 24;
/** Buffers for the first occurrences on a page. Reused: they are not held across a pause. */
const OF_CLAUSE = new Uint32Array(128);
const OF_TYPED = new Uint32Array(128);
const OF_BEGINNING = new Uint32Array(16);
/** Buffer for the positions around a place. */
const AROUND = new Uint32Array(LONGEST_SPAN + 1);
/** With more terms in titles, analysing a title costs less than looking for each of them. */
const MOST_TITLE_TERMS = 32;

/** Where the hits of a unit are: those of a term, or of parts side by side. */
type Source = { readonly unit: number; readonly into: Uint32Array } & (
  | { readonly positions: UnitPositions }
  | {
      readonly positions: null;
      readonly term: number;
      /** A word of the term is a hit only if it begins with this; null: every word is. */
      readonly beginning: string | null;
    }
);

const WORD: Part = { terms: [], offset: 0, shape: 'word', known: null };

function wordOf(terms: readonly string[]): Unit {
  return { parts: [{ ...WORD, terms }], quoted: false, functionWordOn: 0 };
}

/** Finds where the words of a question stand in the texts of pages. */
export class PageHits {
  /** Of hits: each is a typed word in all its spellings, a phrase, or a unit of a clause. */
  readonly units: Unit[] = [];
  /** By unit: the weight of a hit, and the number of the word that the unit belongs to, below 32. */
  readonly weights: number[] = [];
  readonly words: number[] = [];
  readonly #engine: Engine;
  readonly #sources: Source[] = [];
  /** Terms that are hits in a heading, and what its words may begin with. */
  readonly #terms = new Set<string>();
  readonly #beginnings: string[] = [];
  /** Terms that are hits in titles, of those that some title has. */
  readonly #titleTerms: TitleTerm[] = [];
  /** The units of clauses and their fields; null for typed words. */
  readonly #ofClauses: readonly ExcerptTerm[] | null;
  readonly #asked: string;
  /** Bytes of what was asked, in UTF-8. */
  readonly askedLength: number;
  /** Of words. */
  #count = 0;
  /** Of what was asked, once it is needed. */
  #key: string | null = null;

  private constructor(engine: Engine, ofClauses: readonly ExcerptTerm[] | null, asked: string) {
    this.#engine = engine;
    this.#ofClauses = ofClauses;
    this.#asked = asked;
    this.askedLength = Buffer.byteLength(asked);
  }

  /** The hits of the units of clauses. @param asked the whole text, which may be a heading */
  static ofTerms(engine: Engine, terms: readonly ExcerptTerm[], asked: string): PageHits {
    const made = new PageHits(engine, terms, asked);
    const { text } = engine.corpus;
    const inBody = terms.filter(({ field }) => field === 'all' || field === 'body').map(({ unit }) => unit);
    for (const { unit, positions } of mostDistinctive(engine, inBody)) {
      const number = made.#newUnit(made.units.length, unit, positions.weight)!;
      made.#sources.push({ unit: number, into: OF_CLAUSE, positions });
      for (const part of unit.parts) for (const term of part.terms) made.#terms.add(term);
    }
    for (const { unit, field } of terms) {
      if (field !== 'all' && field !== 'title') continue;
      for (const part of unit.parts) {
        for (const { term, stemmers } of partTerms(text, part)) made.#addTitleTerm(term, stemmers);
      }
    }
    return made;
  }

  /** The hits of typed words in all their spellings. @param asked the whole text, which may be a heading */
  static ofWords(engine: Engine, words: readonly TypedSought[], asked: string): PageHits {
    const made = new PageHits(engine, null, asked);
    for (const word of words) if (word.requiredOn !== 0) made.#addWord(word);
    return made;
  }

  /** The same hits as units, for texts other than the body. */
  get excerptTerms(): readonly ExcerptTerm[] {
    if (this.#ofClauses !== null) return this.#ofClauses;
    const { vocabulary } = this.#engine.corpus.text;
    const beginnings = this.#sources.flatMap((source) =>
      source.positions === null && source.beginning !== null ? [vocabulary.term(source.term)] : [],
    );
    return [...this.#terms, ...beginnings].map((term) => ({ unit: wordOf([term]), field: 'all' }));
  }

  /** Collects the first hits of each unit in a page's body, sorted. @returns whether all that an excerpt marks are read */
  read(page: number, hits: HitList): boolean {
    hits.count = 0;
    let areAll = true;
    const { text } = this.#engine.corpus;
    for (const source of this.#sources) {
      const { unit, into } = source;
      let count = 0;
      if (source.positions !== null) {
        count = source.positions.first(page, into);
        if (count === into.length) areAll = false;
      } else {
        const list = termPostings(text, 'body', source.term);
        const posting = find(list, page);
        if (posting >= 0) count = readPositions(setOf(list), posting, into);
        if (source.beginning !== null) count = this.#keep(page, into, count, source.beginning);
      }
      hits.add(unit, into, count);
    }
    hits.sort();
    return areAll || this.#ofClauses === null;
  }

  /** Collects the hits around a place of a page's body, sorted. */
  readAround(page: number, place: number, hits: HitList): void {
    hits.count = 0;
    const start = Math.max(0, place - WORDS_BEFORE);
    for (const { unit, positions } of this.#sources) {
      if (positions !== null) hits.add(unit, AROUND, positions.within(page, start, AROUND));
    }
    hits.sort();
  }

  /**
   * @param info the page's PageInfo, at least its first three members
   * @returns the ranges of the hits in the title, as in `Excerpt`
   */
  rangesInTitle(page: number, info: Uint8Array): readonly number[] {
    const engine = this.#engine;
    const isLookedFor = this.#titleTerms.length <= MOST_TITLE_TERMS;
    const plain = isLookedFor ? plainTitleRanges(engine, this.#titleTerms, this.#beginnings, page, info) : null;
    if (plain !== null) return plain;
    const title = titleOf(engine, page);
    if (this.#ofClauses === null) return this.rangesIn(page, title);
    const { vocabulary } = engine.corpus.text;
    const here = this.#titleTerms.filter((each) => isOnPage(engine, each, page));
    const terms = new Set(here.map(({ term }) => vocabulary.term(term)));
    return rangesOf(engine, page, title, (_, term) => terms.has(term));
  }

  /** @returns the ranges of the hits in a heading of the page, or in its title, as in `Excerpt` */
  rangesIn(page: number, text: string): readonly number[] {
    return rangesOf(this.#engine, page, text, (written, term) => {
      if (this.#terms.has(term)) return true;
      if (!this.#beginnings.some((beginning) => mayBegin(written, beginning))) return false;
      const word = withoutApostrophes(fold(written));
      return this.#beginnings.some((beginning) => word.startsWith(beginning));
    });
  }

  /** Whether a text has the words that were asked, and no others, in their order. */
  isAsked(text: string): boolean {
    this.#key ??= nameKey(this.#asked);
    return nameKey(text) === this.#key;
  }

  #addWord({ typed, open, holding, beginnings, spellings, curated, named, partly }: TypedSought): void {
    const { corpus, analyser } = this.#engine;
    const { words, text, pages } = corpus;
    const inNames = [named, partly].filter((name) => name !== null);
    const others = spellings === null ? inNames.map(({ list }) => sizeOf(list)) : [sizeOf(spellings.near)];
    const weight = rarity(pages.count, holding || Math.max(0, ...others));
    const single = typed.unit.parts.length === 1 && typed.unit.parts[0]!.shape === 'word';
    const word = this.#newWord();
    if (!single) this.#addUnit(word, typed.unit, weight);
    for (const [at, { unit }] of curated?.synonyms.entries() ?? []) {
      if (sizeOf(curated!.lists[at]!) > 0) this.#addUnit(word, unit, weight);
    }
    for (const { names, apart } of inNames) {
      if (apart !== null) this.#addPhrase(word, apart, weight);
      if (typed.word === null) for (const name of names) this.#addUnit(word, analyser.word(words.word(name)), weight);
    }
    // A part is a word of its own: a section with one part of a name has less of it than one with all.
    for (const part of typed.parts) this.#addUnit(this.#newWord(), part.unit, weight);
    if (typed.word === null) {
      // The halves of a run may stand anywhere.
      for (const half of spellings?.split?.halves ?? []) {
        for (const unit of analyser.units(half)) this.#addUnit(word, unit, weight);
      }
      return;
    }
    const unit = this.#newUnit(word, wordOf([]), weight);
    if (unit === null) return;
    const seen = new Set<number>();
    for (const { term } of partTerms(text, typed.unit.parts[0]!)) this.#addTerm(unit, term, null, seen);
    if (open !== null) {
      this.#addWords(unit, beginnings, open, seen);
      this.#beginnings.push(open);
    }
    for (const { names } of inNames) this.#addWords(unit, names.slice(0, MOST_MARKED), null, seen);
    if (spellings === null) return;
    for (const { from, to } of spellings.words) {
      this.#addWords(unit, commonestWords(words, text.all.starts, from, to, MOST_MARKED), null, seen);
    }
    if (spellings.joined !== null) this.#addWords(unit, [words.find(spellings.joined)], null, seen);
    if (spellings.split !== null) this.#addPhrase(word, spellings.split.halves.join(' '), weight);
  }

  #addPhrase(word: number, text: string, weight: number): void {
    const [phrase] = this.#engine.analyser.units(`"${text}"`);
    if (phrase !== undefined) this.#addUnit(word, phrase, weight);
  }

  #addWords(unit: number, listed: readonly number[], beginning: string | null, seen: Set<number>): void {
    const { terms, termStarts } = this.#engine.corpus.words;
    for (const word of listed) {
      for (let i = termStarts[word]!; i < termStarts[word + 1]!; i++) this.#addTerm(unit, terms[i]!, beginning, seen);
    }
  }

  #addTerm(unit: number, term: number, beginning: string | null, seen: Set<number>): void {
    if (seen.has(term)) return;
    seen.add(term);
    this.#sources.push({ unit, into: beginning === null ? OF_TYPED : OF_BEGINNING, positions: null, term, beginning });
    if (beginning !== null) return;
    this.#terms.add(this.#engine.corpus.text.vocabulary.term(term));
    this.#addTitleTerm(term, ANY_STEMMER);
  }

  #addTitleTerm(term: number, stemmers: number): void {
    const list = termPostings(this.#engine.corpus.text, 'title', term);
    if (sizeOf(list) > 0) this.#titleTerms.push({ term, stemmers, list });
  }

  #addUnit(word: number, unit: Unit, weight: number): void {
    const own = this.#newUnit(word, unit, weight);
    if (own === null) return;
    const { text } = this.#engine.corpus;
    this.#sources.push({ unit: own, into: OF_TYPED, positions: new UnitPositions(text, 'body', unit) });
    for (const part of unit.parts) {
      for (const term of part.terms) this.#terms.add(term);
      for (const { term } of partTerms(text, part)) this.#addTitleTerm(term, ANY_STEMMER);
    }
  }

  /** Words are counted by the bits of a number. Only quoted words and parts can be so many that the last share a bit. */
  #newWord(): number {
    return Math.min(this.#count++, 31);
  }

  /** @returns the number of a new unit, or null when there are enough */
  #newUnit(word: number, unit: Unit, weight: number): number | null {
    if (this.units.length === MOST_UNITS) return null;
    this.weights.push(weight);
    this.words.push(word);
    return this.units.push(unit) - 1;
  }

  /** Keeps the positions whose word begins with `beginning`: another form of its stem may not. @returns how many */
  #keep(page: number, positions: Uint32Array, count: number, beginning: string): number {
    const { bodies } = this.#engine.corpus.text;
    const base = bodies.start(page);
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const start = base + bodies.offset(page, positions[i]!);
      if (beginsWith(bodies.bytes, start, beginning)) positions[kept++] = positions[i]!;
    }
    return kept;
  }
}

/** The most distinctive units, at most `MOST_UNITS` to bound the cost of each row, in query order. */
function mostDistinctive({ corpus }: Engine, units: readonly Unit[]) {
  const all = units.map((unit, place) => ({ unit, place, positions: new UnitPositions(corpus.text, 'body', unit) }));
  if (all.length <= MOST_UNITS) return all;
  return all
    .sort((a, b) => b.positions.weight - a.positions.weight || a.place - b.place)
    .slice(0, MOST_UNITS)
    .sort((a, b) => a.place - b.place);
}

/** A cheap first test: false when a word's first letter shows that its folded form does not begin so. */
function mayBegin(written: string, beginning: string): boolean {
  const unit = written.charCodeAt(0);
  if (unit >= 0x80 || unit === APOSTROPHE) return true;
  return (unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit) === beginning.charCodeAt(0);
}

const APOSTROPHE = 0x27;

/** Whether the text at `start` begins with a folded word. */
function beginsWith(bytes: Buffer, start: number, beginning: string): boolean {
  for (let i = 0; i < beginning.length; i++) {
    const byte = bytes[start + i]!;
    const lower = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
    if (lower === beginning.charCodeAt(i)) continue;
    if (lower < 0x80 && lower !== APOSTROPHE) return false;
    // A letter may take three bytes, and its accent as many.
    const read = bytes.utf8Slice(start, Math.min(bytes.length, start + 6 * beginning.length + 6));
    return withoutApostrophes(fold(read)).startsWith(beginning);
  }
  return true;
}
