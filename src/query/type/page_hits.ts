import { withoutApostrophes } from '../../corpus/analysis/stem.ts';
import type { Unit } from '../../corpus/analysis/unit.ts';
import { readPositions } from '../../corpus/index/posting_set.ts';
import { rarity } from '../../corpus/index/ranking.ts';
import { fold } from '../../text/fold.ts';
import type { ExcerptTerm } from '../match/match_set.ts';
import { ANY_STEMMER, find, findPage, partTerms, sizeOf, termPostings } from '../match/postings.ts';
import { UnitPositions } from '../match/unit_positions.ts';
import { rangesOf } from '../show/highlight_text.ts';
import { type HitList, MOST_UNITS } from '../show/hit_list.ts';
import { plainTitleRanges, type TitleTerm } from '../show/title_ranges.ts';
import { commonBeginningsOf, commonestWords } from './near_words.ts';
import type { SoughtWord } from './sought_word.ts';
import type { TypingEngine } from './typing_engine.ts';

/** Most words of a range of near words that are marked in texts: those on the most pages. */
const MOST_MARKED = 24;
/** Most occurrences of each term that are read on a page: of a typed word, and of one that only begins with it. */
const MOST_OCCURRENCES = 128;
const MOST_BEGINNINGS = 16;
/** The positions read last. Reused: they are not held across a pause. */
const OCCURRENCES = new Uint32Array(MOST_OCCURRENCES);
const FEW = new Uint32Array(MOST_BEGINNINGS);
/** With more terms in titles, analysing a title costs less than looking for each of them. */
const MOST_TITLE_TERMS = 32;

/** A term that is a hit, or several parts side by side. */
interface Source {
  readonly unit: number;
  readonly term: number;
  /** The term's postings in the bodies; none for parts, and over a cluster. */
  readonly from: number;
  readonly to: number;
  /** A word of the term is a hit only if it begins with this; null: every word is. */
  readonly beginning: string | null;
  /** Where the parts are side by side; null for a term. */
  readonly positions: UnitPositions | null;
}

/** A unit of hits: a typed word in all its spellings, or a phrase. */
export interface HitUnit {
  readonly unit: Unit;
  /** Number of the typed word among those that are required. */
  readonly word: number;
}

const SINGLE_WORD: Unit = {
  parts: [{ terms: [], offset: 0, shape: 'word', known: null }],
  quoted: false,
  functionWordOn: 0,
};

/** Finds where the words of a search stand in the texts of pages. */
export class PageHits {
  /** By unit of a hit. */
  readonly units: HitUnit[] = [];
  /** By unit: the weight of a hit. */
  readonly weights: number[] = [];
  #shape: string | null = null;
  readonly #typing: TypingEngine;
  readonly #sources: Source[] = [];
  /** Terms that are hits in a title, and what its words may begin with. */
  readonly #terms = new Set<string>();
  /** Those of the terms that some title has. */
  readonly #titleTerms: TitleTerm[] = [];
  readonly #beginnings: string[] = [];

  constructor(typing: TypingEngine, words: readonly SoughtWord[]) {
    this.#typing = typing;
    const required = words.filter(({ requiredOn }) => requiredOn !== 0);
    // Words are counted by the bits of a number. Only quoted words can be so many that the last share a bit.
    for (const [i, word] of required.entries()) this.#addWord(Math.min(i, 31), word);
  }

  /** Identifies how hits are shown: by the word of each unit, and the distances and shapes of its parts. */
  get shape(): string {
    this.#shape ??= this.units.map(shapeOf).join(';');
    return this.#shape;
  }

  /** The same hits as units, for texts other than the body. */
  get excerptTerms(): readonly ExcerptTerm[] {
    const words = [...this.#terms].map((term): ExcerptTerm => {
      return { unit: { ...SINGLE_WORD, parts: [{ ...SINGLE_WORD.parts[0]!, terms: [term] }] }, field: 'all' };
    });
    const { vocabulary } = this.#typing.engine.corpus.text;
    for (const source of this.#sources) {
      if (source.positions !== null || source.beginning === null) continue;
      const part = { ...SINGLE_WORD.parts[0]!, terms: [vocabulary.term(source.term)] };
      words.push({ unit: { ...SINGLE_WORD, parts: [part] }, field: 'all' });
    }
    return words;
  }

  /** Collects the hits in a page's body, sorted. */
  read(page: number, hits: HitList): void {
    hits.count = 0;
    const { text } = this.#typing.engine.corpus;
    const { body } = text.fields;
    const isWhole = text.lookUp === null;
    const { pages } = body;
    for (const { unit, term, from, to, beginning, positions } of this.#sources) {
      if (positions !== null) {
        hits.add(unit, OCCURRENCES, positions.first(page, OCCURRENCES, Number.POSITIVE_INFINITY));
        continue;
      }
      const posting = isWhole ? findPage(pages, from, to, page) : find(termPostings(text, 'body', term), page);
      if (posting < 0) continue;
      const count = readPositions(body, posting, beginning === null ? OCCURRENCES : FEW);
      if (beginning === null) hits.add(unit, OCCURRENCES, count);
      else hits.add(unit, FEW, this.#keep(page, FEW, count, beginning));
    }
    hits.sort();
  }

  /**
   * @param info the page's PageInfo, at least its first three members; @param title its title as a JSON string
   * @returns the ranges of the hits in the title, as in `Excerpt`
   */
  rangesInTitle(page: number, info: Uint8Array, title: string): readonly number[] {
    const { engine } = this.#typing;
    const isLookedFor = engine.corpus.text.lookUp === null && this.#titleTerms.length <= MOST_TITLE_TERMS;
    const plain = isLookedFor ? plainTitleRanges(engine, this.#titleTerms, this.#beginnings, page, info) : null;
    return plain ?? this.rangesIn(page, JSON.parse(title) as string);
  }

  /** @returns the ranges of the hits in a title or heading of the page, as in `Excerpt` */
  rangesIn(page: number, text: string): readonly number[] {
    return rangesOf(this.#typing.engine, page, text, (written, term) => {
      if (this.#terms.has(term)) return true;
      if (!this.#beginnings.some((beginning) => mayBegin(written, beginning))) return false;
      const word = withoutApostrophes(fold(written));
      return this.#beginnings.some((beginning) => word.startsWith(beginning));
    });
  }

  #addWord(word: number, sought: SoughtWord): void {
    const { typed, open, holding, spellings } = sought;
    const { engine } = this.#typing;
    const { words, text, pages } = engine.corpus;
    const weight = rarity(pages.count, holding || (spellings === null ? 0 : sizeOf(spellings.near)));
    const single = typed.unit.parts.length === 1 && typed.unit.parts[0]!.shape === 'word';
    if (!single) this.#addUnit(word, typed.unit, weight);
    if (typed.parts.length > 0) for (const part of typed.parts) this.#addUnit(word, part.unit, weight);
    if (typed.word === null) {
      // The halves of a run may stand anywhere.
      for (const half of spellings?.split?.halves ?? []) {
        for (const unit of engine.analyser.units(half)) this.#addUnit(word, unit, weight);
      }
      return;
    }
    const unit = this.#newUnit(word, SINGLE_WORD, weight);
    if (unit === null) return;
    const seen = new Set<number>();
    for (const { term } of partTerms(text, typed.unit.parts[0]!)) this.#addTerm(unit, term, null, seen);
    if (open) {
      this.#addWords(unit, commonBeginningsOf(engine, sought), typed.word, seen);
      this.#beginnings.push(typed.word);
    }
    if (spellings === null) return;
    for (const { from, to } of spellings.words) {
      this.#addWords(unit, commonestWords(words, text.all.starts, from, to, MOST_MARKED), null, seen);
    }
    if (spellings.joined !== null) this.#addWords(unit, [words.find(spellings.joined)], null, seen);
    if (spellings.split !== null) {
      const [phrase] = engine.analyser.units(`"${spellings.split.halves.join(' ')}"`);
      if (phrase !== undefined) this.#addUnit(word, phrase, weight);
    }
  }

  #addWords(unit: number, listed: readonly number[], beginning: string | null, seen: Set<number>): void {
    const { words } = this.#typing.engine.corpus;
    for (const word of listed) {
      for (let i = words.termStarts[word]!; i < words.termStarts[word + 1]!; i++) {
        this.#addTerm(unit, words.terms[i]!, beginning, seen);
      }
    }
  }

  #addTerm(unit: number, term: number, beginning: string | null, seen: Set<number>): void {
    if (seen.has(term)) return;
    seen.add(term);
    const { text } = this.#typing.engine.corpus;
    const { starts } = text.fields.body;
    const [from, to] = text.lookUp === null ? [starts[term]!, starts[term + 1]!] : [0, 0];
    this.#sources.push({ unit, term, from, to, beginning, positions: null });
    if (beginning !== null) return;
    this.#terms.add(this.#typing.engine.corpus.text.vocabulary.term(term));
    this.#addTitleTerm(term);
  }

  #addTitleTerm(term: number): void {
    const { text } = this.#typing.engine.corpus;
    if (text.lookUp !== null) return;
    const list = termPostings(text, 'title', term);
    if (sizeOf(list) > 0) this.#titleTerms.push({ term, stemmers: ANY_STEMMER, list });
  }

  #addUnit(word: number, unit: Unit, weight: number): void {
    const own = this.#newUnit(word, unit, weight);
    if (own === null) return;
    const { text } = this.#typing.engine.corpus;
    const positions = new UnitPositions(text, 'body', unit);
    this.#sources.push({ unit: own, term: -1, from: 0, to: 0, beginning: null, positions });
    for (const part of unit.parts) {
      for (const term of part.terms) this.#terms.add(term);
      for (const { term } of partTerms(text, part)) this.#addTitleTerm(term);
    }
  }

  /** @returns the number of a new unit, or null when there are enough */
  #newUnit(word: number, unit: Unit, weight: number): number | null {
    if (this.units.length === MOST_UNITS) return null;
    this.weights.push(weight);
    return this.units.push({ unit, word }) - 1;
  }

  /** Keeps the positions whose word begins with `beginning`: another form of its stem may not. @returns how many */
  #keep(page: number, positions: Uint32Array, count: number, beginning: string): number {
    const { bodies } = this.#typing.engine.corpus.text;
    const { bytes } = bodies;
    const base = bodies.start(page);
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const start = base + bodies.offset(page, positions[i]!);
      if (beginsWith(bytes, start, beginning)) positions[kept++] = positions[i]!;
    }
    return kept;
  }
}

function shapeOf({ unit, word }: HitUnit): string {
  return `${word},${unit.parts.map(({ offset, shape }) => `${offset}${shape}`).join()}`;
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
