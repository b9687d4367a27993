import { STEP_WORK, type Steps } from '../../../async/steps.ts';
import type { Unit } from '../../../corpus/analysis/unit.ts';
import type { Corpus } from '../../../corpus/corpus.ts';
import { rarity } from '../../../corpus/index/ranking.ts';
import type { TextIndex } from '../../../corpus/index/text_index.ts';
import type { WordRange } from '../../../corpus/words/walk_words.ts';
import { LONGEST_PREFIX, type WordList } from '../../../corpus/words/word_list.ts';
import type { Engine } from '../engine.ts';
import { PageSums } from '../page_sums.ts';
import { gallop, type Postings, partPostings, partTerms, sizeOf, wholePostings } from '../postings.ts';
import { type NearPostings, NOTHING } from '../sought_word.ts';
import { unitKey } from '../unit_key.ts';
import type { Workspace } from '../workspace.ts';
import { countLetters } from './near_words.ts';
import type { HeldPages, PageUnion } from './page_union.ts';

/** Least weight of a word that only begins with what is typed; a word half as long again has more. */
const LEAST_PREFIX_WEIGHT = 0.5;
/** Bytes of UTF-8. */
const LONGEST_LETTER = 4;
/** Frequency of a beginning in a page's body when the artefact stores its pages without frequencies. */
const BODY_FREQUENCY = 0.05;
/** The fields whose words are looked up for such a beginning: the names of pages, which are short. */
const SHORT_FIELDS = ['title', 'aliases'] as const;

/** An open word is cached when at least so many words begin with it: uniting fewer costs less than looking it up. */
const LEAST_CACHED = 16;
/** An open word on more pages is not cached, because it would evict all others. */
const MOST_CACHED = 1 << 15;
/** Bytes of a page, its impact and its edits. */
const BYTES_A_PAGE = 13;

/**
 * Pages that hold the word as typed, or one that begins with it.
 * @param unit, word the same, as a unit and as the site's word list has it
 * @param within the list needs no other pages; null: all
 */
export function* openPostings(
  { corpus, openWords }: Engine,
  workspace: Workspace,
  unit: Unit,
  word: string,
  within: Postings | null,
): Steps<HeldPages> {
  const { words, pages } = corpus;
  const [from, to] = words.withPrefix(word);
  const isLong = pages.count > MOST_CACHED && words.hasPrefix(word);
  if (to - from < LEAST_CACHED || isLong) {
    return yield* uniteBeginnings(corpus, workspace, unit, word, within);
  }
  const key = `${word}\n${unitKey(unit)}`;
  const kept = openWords.get(key);
  const known = kept ?? (yield* uniteBeginnings(corpus, workspace, unit, word, null));
  if (kept === undefined && known.holding <= MOST_CACHED) openWords.set(key, known, BYTES_A_PAGE * known.holding);
  return { list: onPagesIn(within, known.list), holding: known.holding };
}

/** @returns the postings on the pages of another list; all when that is not shorter, or null */
function onPagesIn(within: Postings | null, list: NearPostings): NearPostings {
  if (within === null || sizeOf(within) >= sizeOf(list)) return list;
  const shared = new PageSums(sizeOf(within));
  let at = list.from;
  for (let i = within.from; i < within.to && at < list.to; i++) {
    at = gallop(list, at, within.pages[i]!);
    if (at < list.to && list.pages[at] === within.pages[i]) shared.add(list.pages[at]!, list.impacts[at]!);
  }
  return { ...shared.asPostings(), rarity: list.rarity };
}

function* uniteBeginnings(
  corpus: Corpus,
  workspace: Workspace,
  { parts: [part] }: Unit,
  word: string,
  within: Postings | null,
): Steps<HeldPages> {
  const { text, words, pages } = corpus;
  const union = workspace.union(corpus);
  const exact = partTerms(text, part!);
  for (const { term, stemmers } of exact) union.weigh(term, 1, stemmers);
  const [from, to] = words.withPrefix(word);
  weighWords(union, words, { from, to, distance: 0 }, countLetters(word));
  if (union.weighed === exact.length) {
    union.takeTerms();
    const list = partPostings(text, 'all', part!);
    return { list, holding: sizeOf(list) };
  }
  const { starts } = text.all;
  const seen = exact.reduce((sum, { term }) => sum + starts[term + 1]! - starts[term]!, 0);
  const mostRarity = seen === 0 ? Number.POSITIVE_INFINITY : rarity(pages.count, seen);
  const baked = countLetters(word) <= LONGEST_PREFIX ? words.pagesOfPrefix(word) : null;
  if (baked === null) {
    yield* addTerms(union, text, 'all', union.takeTerms(), 0);
    return union.take({ mostRarity, within });
  }
  union.addPages(baked);
  for (const { term, stemmers } of exact) union.add(wholePostings(text, 'all', term), 1, 0, stemmers);
  const terms = union.takeTerms().slice(exact.length);
  for (const field of SHORT_FIELDS) yield* addTerms(union, text, field, terms, 0);
  return union.take({ mostRarity, least: BODY_FREQUENCY, within });
}

/**
 * Pages that hold a word near to the typed one.
 * @param near by ascending distance, as `nearWords` gives them
 */
export function* nearPostings(
  { corpus }: Engine,
  workspace: Workspace,
  word: string,
  near: readonly WordRange[],
): Steps<NearPostings> {
  const union = workspace.union(corpus);
  const letters = countLetters(word);
  for (const [i, range] of near.entries()) {
    weighWords(union, corpus.words, range, letters);
    if (near[i + 1]?.distance === range.distance) continue;
    yield* addTerms(union, corpus.text, 'all', union.takeTerms(), range.distance);
  }
  return union.take().list;
}

/** Pages that hold one of some words. @param weightOf its weight, at most 1 */
export function* namePostings(
  { corpus }: Engine,
  workspace: Workspace,
  names: readonly number[],
  weightOf: (word: string) => number,
): Steps<Postings> {
  const { words, text } = corpus;
  const { terms, termStarts, stemmers } = words;
  const union = workspace.union(corpus);
  for (const name of names) {
    const weight = weightOf(words.word(name));
    for (let i = termStarts[name]!; i < termStarts[name + 1]!; i++) union.weigh(terms[i]!, weight, stemmers[i]!);
  }
  yield* addTerms(union, text, 'all', union.takeTerms(), 0);
  return union.take().list;
}

/** Weighs the terms of words by how much longer these are than what is typed. */
function weighWords(union: PageUnion, words: WordList, { from, to }: WordRange, letters: number): void {
  const { bytes, starts, terms, termStarts, stemmers } = words;
  /** Words of this length and more have the least weight. */
  const leastLength = Math.ceil(letters / LEAST_PREFIX_WEIGHT);
  for (let word = from; word < to; word++) {
    const start = starts[word]!;
    const end = starts[word + 1]!;
    // A letter takes at most four bytes, so a word of many bytes need not be counted.
    const length = end - start > LONGEST_LETTER * leastLength ? leastLength : lengthOf(bytes, start, end);
    const weight = length <= letters ? 1 : Math.max(LEAST_PREFIX_WEIGHT, letters / length);
    for (let i = termStarts[word]!; i < termStarts[word + 1]!; i++) union.weigh(terms[i]!, weight, stemmers[i]!);
  }
}

/** Adds the postings of terms that `takeTerms` gave. */
function* addTerms(
  union: PageUnion,
  text: TextIndex,
  field: 'all' | (typeof SHORT_FIELDS)[number],
  terms: ReturnType<PageUnion['takeTerms']>,
  edits: number,
): Steps<void> {
  let work = 0;
  for (const { term, weight, stemmers } of terms) {
    const list = wholePostings(text, field, term);
    if (list.from < list.to) union.add(list, weight, edits, stemmers);
    work += list.to - list.from + 4;
    if (work <= STEP_WORK) continue;
    work = 0;
    yield;
  }
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
export function nearest(lists: readonly NearPostings[]): NearPostings {
  const [first = NOTHING, ...rest] = lists.filter((list) => sizeOf(list) > 0);
  return rest.reduce(joinTwo, first);
}

function joinTwo(a: NearPostings, b: NearPostings): NearPostings {
  const size = sizeOf(a) + sizeOf(b);
  const pages = new Uint32Array(size);
  const impacts = new Float64Array(size);
  const edits = new Uint8Array(size);
  let j = b.from;
  let to = 0;
  for (let i = a.from; i < a.to || j < b.to; to++) {
    const isOfA = i < a.to && !(j < b.to && b.pages[j]! < a.pages[i]!);
    const list = isOfA ? a : b;
    const at = isOfA ? i++ : j++;
    if (isOfA && j < b.to && b.pages[j] === a.pages[at]) j++;
    pages[to] = list.pages[at]!;
    impacts[to] = list.impacts[at]! * list.rarity;
    if (list.edits !== undefined) edits[to] = list.edits[at - list.from]!;
  }
  return { pages, impacts, set: null, from: 0, to, rarity: 1, edits };
}
