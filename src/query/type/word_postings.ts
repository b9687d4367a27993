import { STEP_WORK, type Steps } from '../../async/steps.ts';
import { RANKING } from '../../corpus/index/fields.ts';
import { rarity } from '../../corpus/index/ranking.ts';
import type { WordRange } from '../../corpus/words/walk_words.ts';
import { LONGEST_PREFIX } from '../../corpus/words/word_list.ts';
import { unitPostings } from '../match/phrase.ts';
import {
  ANY_STEMMER,
  gallop,
  NO_POSTINGS,
  type Postings,
  partTerms,
  postingSet,
  sizeOf,
  wholePostings,
} from '../match/postings.ts';
import { unitKey } from '../match/unit_key.ts';
import { commonBeginnings, countLetters } from './near_words.ts';
import type { HeldPages, NearPostings } from './page_union.ts';
import type { TypedWord } from './read_typed.ts';
import type { SearchScratch, TypingEngine } from './typing_engine.ts';

/** Least weight of a word that only begins with what is typed; a word half as long again has more. */
const LEAST_PREFIX_WEIGHT = 0.5;
/** Bytes of UTF-8. */
const LONGEST_LETTER = 4;
/** Frequency of a beginning in a page's body when the artefact stores its pages without frequencies. */
const BODY_FREQUENCY = 0.05;
/** The fields whose words are looked up for such a beginning: the names of pages, which are short. */
const SHORT_FIELDS = ['title', 'aliases'] as const;

export const NOTHING: NearPostings = { ...NO_POSTINGS, edits: null };

/** Pages that hold the word as typed, in any form that its stem has. @param within as in `unitPostings` */
export function* exactPostings(
  { engine }: TypingEngine,
  { unit }: TypedWord,
  within: Postings | null = null,
): Steps<NearPostings> {
  return { ...(yield* unitPostings(engine, 'all', unit, within)), edits: null };
}

/** Pages that hold an open word, and the commonest words that begin with it; null when these are not known yet. */
interface OpenPages extends HeldPages {
  readonly common: readonly number[] | null;
}

/** An open word is cached when at least so many words begin with it: uniting fewer costs less than looking it up. */
const LEAST_CACHED = 16;
/** An open word on more pages is not cached, because it would evict all others. */
const MOST_CACHED = 1 << 15;
/** Bytes of a page and its impact. */
const BYTES_A_PAGE = 12;

/**
 * Pages that hold the word as typed, or one that begins with it.
 * @param within the list needs no other pages; null: all
 * @returns the list, valid until the next call
 */
export function* openPostings(
  typing: TypingEngine,
  scratch: SearchScratch,
  typed: TypedWord,
  within: Postings | null,
): Steps<OpenPages> {
  const { words, text, pages } = typing.engine.corpus;
  const range = words.withPrefix(typed.word!);
  const isFew = range[1] - range[0] < LEAST_CACHED;
  const isLong = pages.count > MOST_CACHED && words.hasPrefix(typed.word!);
  // Over a cluster a list may not be whole yet.
  if (isFew || isLong || text.lookUp !== null) {
    return { ...(yield* uniteBeginnings(typing, scratch, typed, range, within)), common: null };
  }
  const key = `${typed.word}\n${unitKey(typed.unit)}`;
  let known = typing.openWords.get(key);
  if (known === undefined) {
    const { list, holding } = yield* uniteBeginnings(typing, scratch, typed, range, null);
    if (holding > MOST_CACHED) return { list: onPagesIn(within, list), holding, common: null };
    const own = { pages: list.pages.slice(list.from, list.to), impacts: list.impacts.slice(list.from, list.to) };
    known = {
      list: { ...list, ...own, set: null, from: 0, to: own.pages.length },
      common: commonBeginnings(typing.engine, typed),
    };
    typing.openWords.set(key, known, BYTES_A_PAGE * own.pages.length);
  }
  return { list: onPagesIn(within, known.list), holding: sizeOf(known.list), common: known.common };
}

/** @returns the postings on the pages of another list; all when that is not shorter, or null */
function onPagesIn(within: Postings | null, list: NearPostings): NearPostings {
  if (within === null || sizeOf(within) >= sizeOf(list)) return list;
  const pages = new Uint32Array(sizeOf(within));
  const impacts = new Float64Array(sizeOf(within));
  let to = 0;
  let at = list.from;
  for (let i = within.from; i < within.to; i++) {
    const page = within.pages[i]!;
    at = gallop(list, at, page);
    if (at === list.to) break;
    if (list.pages[at] !== page) continue;
    pages[to] = page;
    impacts[to++] = list.impacts[at]!;
  }
  return { ...list, pages, impacts, from: 0, to };
}

/** Unites the pages of an open word and of the words that begin with it. @param range these words; @param within as in `openPostings` */
function* uniteBeginnings(
  typing: TypingEngine,
  scratch: SearchScratch,
  typed: TypedWord,
  [from, to]: readonly [number, number],
  within: Postings | null,
): Steps<HeldPages> {
  const { text, words, pages } = typing.engine.corpus;
  const word = typed.word!;
  const exact = partTerms(text, typed.unit.parts[0]!);
  const { weights, union } = scratch;
  const terms: number[] = [];
  for (const { term, stemmers } of exact) {
    weights[term] = 1;
    scratch.stemmers[term] = stemmers;
    terms.push(term);
  }
  weighWords(scratch, typing, { from, to, distance: 0 }, countLetters(word), terms);
  if (terms.length === exact.length) {
    forget(scratch, terms);
    const list = yield* exactPostings(typing, typed);
    return { list, holding: sizeOf(list) };
  }
  const { all } = text;
  const seen = exact.reduce((sum, { term }) => sum + all.starts[term + 1]! - all.starts[term]!, 0);
  const mostRarity = seen === 0 ? Number.POSITIVE_INFINITY : rarity(pages.count, seen);
  const baked = countLetters(word) <= LONGEST_PREFIX ? words.pagesOfPrefix(word) : null;
  if (baked === null) {
    yield* addTerms(typing, scratch, terms, 0);
    return union.take(mostRarity, 0, within);
  }
  union.addPages(baked);
  for (const { term, stemmers } of exact) {
    const list = wholePostings(text, 'all', term);
    union.add(list, list.from, list.to, 1, stemmers);
    weights[term] = 0;
  }
  yield;
  yield* addTerms(typing, scratch, terms, 0, SHORT_FIELDS);
  return union.take(mostRarity, BODY_FREQUENCY, within);
}

/**
 * Pages that hold a word near to the typed one.
 * @param near by ascending distance, as `nearWords` gives them
 */
export function* nearPostings(
  typing: TypingEngine,
  scratch: SearchScratch,
  typed: TypedWord,
  near: readonly WordRange[],
): Steps<NearPostings> {
  const letters = countLetters(typed.word!);
  let terms: number[] = [];
  for (const [i, range] of near.entries()) {
    weighWords(scratch, typing, range, letters, terms);
    if (near[i + 1]?.distance === range.distance) continue;
    yield* addTerms(typing, scratch, terms, range.distance);
    terms = [];
  }
  return scratch.union.takeNear();
}

/** Notes the terms of words with their weights. @param terms receives those that were not noted before */
function weighWords(
  { weights, stemmers }: SearchScratch,
  { engine }: TypingEngine,
  { from, to }: WordRange,
  letters: number,
  terms: number[],
): void {
  const { bytes, starts, terms: listed, termStarts, stemmers: allowed } = engine.corpus.words;
  /** Words of this length and more have the least weight. */
  const leastLength = Math.ceil(letters / LEAST_PREFIX_WEIGHT);
  for (let word = from; word < to; word++) {
    const start = starts[word]!;
    const end = starts[word + 1]!;
    // A letter takes at most four bytes, so a word of many bytes need not be counted.
    const length = end - start > LONGEST_LETTER * leastLength ? leastLength : lengthOf(bytes, start, end);
    const weight = length <= letters ? 1 : Math.max(LEAST_PREFIX_WEIGHT, letters / length);
    for (let i = termStarts[word]!; i < termStarts[word + 1]!; i++) {
      const term = listed[i]!;
      if (weights[term] === 0) {
        terms.push(term);
        stemmers[term] = allowed[i]!;
      } else stemmers[term]! |= allowed[i]!;
      if (weights[term]! < weight) weights[term] = weight;
    }
  }
}

/** Adds the postings of the terms to the union, and forgets their weights. */
function* addTerms(
  { engine }: TypingEngine,
  scratch: SearchScratch,
  terms: readonly number[],
  edits: number,
  fields: readonly ('all' | (typeof SHORT_FIELDS)[number])[] = ['all'],
): Steps<void> {
  const { text } = engine.corpus;
  const { weights, stemmers, union } = scratch;
  let work = 0;
  for (const field of fields) {
    const set = text.lookUp === null ? postingSet(text, field) : null;
    for (let i = 0; i < terms.length; i++) {
      const term = terms[i]!;
      if (weights[term] === 0) continue;
      const list = set === null ? wholePostings(text, field, term) : null;
      const from = list === null ? set!.starts[term]! : list.from;
      const to = list === null ? set!.starts[term + 1]! : list.to;
      // Most words are in few fields.
      if (from < to) {
        if (edits === 0) union.add(list ?? set!, from, to, weights[term]!, stemmers[term]!);
        else union.addNear(list ?? set!, from, to, weights[term]!, edits, stemmers[term]!);
      }
      work += to - from + 4;
      if (work <= STEP_WORK) continue;
      work = 0;
      yield;
    }
  }
  forget(scratch, terms);
}

function forget({ weights }: SearchScratch, terms: readonly number[]): void {
  for (const term of terms) weights[term] = 0;
}

/** @returns the letters of UTF-8 text */
function lengthOf(bytes: Buffer, from: number, to: number): number {
  let letters = 0;
  for (let i = from; i < to; i++) if ((bytes[i]! & 0xc0) !== 0x80) letters++;
  return letters;
}

/**
 * Joins lists of one word. A page in several lists counts in the first of them.
 * @param lists nearest first
 */
export function* nearest(lists: readonly NearPostings[]): Steps<NearPostings> {
  const [first = NOTHING, ...rest] = lists.filter((list) => sizeOf(list) > 0);
  let joined = first;
  for (const list of rest) joined = yield* joinTwo(joined, list);
  return joined;
}

function* joinTwo(a: NearPostings, b: NearPostings): Steps<NearPostings> {
  const size = sizeOf(a) + sizeOf(b);
  const pages = new Uint32Array(size);
  const impacts = new Float64Array(size);
  const edits = new Uint8Array(size);
  let j = b.from;
  let to = 0;
  for (let i = a.from; i < a.to || j < b.to; ) {
    if (to > 0) yield;
    for (const end = to + STEP_WORK; to < end && (i < a.to || j < b.to); to++) {
      const isOfA = i < a.to && !(j < b.to && b.pages[j]! < a.pages[i]!);
      const [list, at] = isOfA ? [a, i++] : [b, j++];
      if (isOfA && j < b.to && b.pages[j] === a.pages[at]) j++;
      pages[to] = list.pages[at]!;
      impacts[to] = list.impacts[at]! * list.rarity;
      if (list.edits !== null) edits[to] = list.edits[at - list.from]!;
    }
  }
  return { pages, impacts, set: null, from: 0, to, rarity: 1, edits };
}

/**
 * Admits pages on which the word is a function word: they need not hold it, and it adds little to their score.
 * @param requiredOn bit i: pages of the site's stemmer i must hold the word
 */
export function* admit({ engine }: TypingEngine, list: NearPostings, requiredOn: number): Steps<NearPostings> {
  if (requiredOn === ANY_STEMMER) return list;
  const { stemmers } = engine.corpus.text;
  const admitted = new AdmittedPages();
  let at = list.from;
  for (let page = 0; page < stemmers.length; page += STEP_WORK) {
    if (page > 0) yield;
    at = admitted.add(list, at, stemmers, page, Math.min(page + STEP_WORK, stemmers.length), requiredOn);
  }
  return admitted.postings();
}

class AdmittedPages {
  readonly #pages: number[] = [];
  readonly #impacts: number[] = [];
  readonly #edits: number[] = [];

  /**
   * Adds those of the pages `[page, end)`. A plain function: the compiler optimises loops in a generator less well.
   * @param at the list's first posting that is not before `page`; @returns that of `end`
   */
  add(list: NearPostings, at: number, stemmers: Uint8Array, page: number, end: number, requiredOn: number): number {
    let next = at;
    for (let each = page; each < end; each++) {
      const isRequired = ((requiredOn >>> stemmers[each]!) & 1) === 1;
      const isHeld = next < list.to && list.pages[next] === each;
      const sum = isHeld ? list.impacts[next]! * list.rarity : 0;
      const own = isHeld && isRequired && list.edits !== null ? list.edits[next - list.from]! : 0;
      if (isHeld) next++;
      if (isRequired && !isHeld) continue;
      this.#pages.push(each);
      this.#impacts.push(isRequired ? sum : sum * RANKING.commonShare);
      this.#edits.push(own);
    }
    return next;
  }

  postings(): NearPostings {
    const pages = Uint32Array.from(this.#pages);
    const impacts = Float64Array.from(this.#impacts);
    return { pages, impacts, edits: Uint8Array.from(this.#edits), set: null, from: 0, to: pages.length, rarity: 1 };
  }
}
