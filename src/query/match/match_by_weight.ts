import { STEP_WORK, type Steps } from '../../async/steps.ts';
import { RANKING } from '../../corpus/index/fields.ts';
import { rarity } from '../../corpus/index/ranking.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import { BitSet } from './bit_set.ts';
import type { PageSums } from './page_sums.ts';
import { gallop, type Postings, sizeOf } from './postings.ts';

/** A distinct word or phrase of a text. */
export interface WeightedWord {
  /** The pages that hold it; of a word that does not lead maybe only those that hold the leading word too. */
  readonly list: Postings;
  /** How many pages hold it. */
  readonly holding: number;
  /** How often the text has it. */
  readonly times: number;
  /** Pages on which it counts: bit i for those of the site's stemmer i. On others it is a function word. */
  readonly requiredOn: number;
  /** Whether only pages that hold it are found: a quoted phrase. */
  readonly isPhrase: boolean;
}

/**
 * The share of a text's weight that the words of a page must carry; of a question, the share of its average word: a page about its
 * subject may lack all other words.
 */
export const LEAST_SHARE = 0.6;
/** A longer text, counted in words that are no function words, is a question: it is found by what it is about. */
export const LONGEST_NAME = 3;
/** What a page that carries all of the weight gains, as a share of its sum; others gain as much of that as they carry of the weight. */
export const HOLDS_ALL = 0.25;
/** Most words of a text that are looked for: its heaviest. */
const MOST_WEIGHED = 50;

/**
 * Finds the pages whose words carry enough of the weight of a text: a word weighs its rarity, times how often the text has it. Looks
 * at the pages of the heaviest words only; without any of these no page carries enough.
 *
 * @param extra lists that add to sums alone
 * @param least the share that a page must carry; 0: any word is enough
 * @param into must be empty; @param longestName most words of a text that is no question
 */
export function* matchByWeight(
  { stemmers }: Pick<TextIndex, 'stemmers'>,
  words: readonly WeightedWord[],
  extra: readonly Postings[],
  least: number,
  into: PageSums,
  longestName = LONGEST_NAME,
): Steps<void> {
  if (words.some(({ list, isPhrase }) => isPhrase && sizeOf(list) === 0)) return;
  const weighed = heaviest(words, stemmers.length);
  const share = new Share(weighed, leastShare(weighed.length, least, longestName));
  const pages = yield* candidatesOf(weighed, share.leading, stemmers);
  const places = { pages, sums: new Float64Array(pages.length), carried: new Float64Array(pages.length) };
  for (const word of weighed)
    yield* inSteps(pages.length, (from, to, at) => addWord(word, stemmers, places, from, to, at));
  for (const list of extra) yield* inSteps(pages.length, (from, to, at) => addSums(list, places, from, to, at));
  for (const { list, isPhrase } of words) {
    if (isPhrase) yield* inSteps(pages.length, (from, to, at) => rejectOthers(list, places, from, to, at));
  }
  yield* inSteps(pages.length, (from, to) => {
    for (let i = from; i < to; i++) {
      const carried = places.carried[i]!;
      const stemmer = stemmers[pages[i]!]!;
      if (carried < share.leastOn(stemmer)) continue;
      into.add(pages[i]!, places.sums[i]! * (1 + (HOLDS_ALL * carried) / share.all[stemmer]!));
    }
    return 0;
  });
}

/** Works through candidates. @param work on those of `[from, to)`; @returns the place in a list, which the next call gets */
function* inSteps(length: number, work: (from: number, to: number, at: number) => number): Steps<void> {
  let at = 0;
  for (let from = 0; from < length; from += STEP_WORK) {
    yield;
    at = work(from, Math.min(from + STEP_WORK, length), at);
  }
}

interface Weighed extends WeightedWord {
  readonly weight: number;
}

function weightOf({ times, holding }: Pick<WeightedWord, 'times' | 'holding'>, pageCount: number): number {
  return times * rarity(pageCount, holding);
}

/** The share that the words of a page must carry of a text of so many words. */
function leastShare(words: number, least: number, longestName: number): number {
  return words <= longestName ? least : least / words;
}

/** Whether only pages that hold the heaviest word can carry enough. @returns that word's index, or -1 */
export function onlyLeader(
  words: readonly Pick<WeightedWord, 'times' | 'holding'>[],
  pageCount: number,
  least: number,
): number {
  const weights = words.map((word) => weightOf(word, pageCount));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const most = Math.max(...weights);
  return total - most < leastShare(words.length, least, LONGEST_NAME) * total ? weights.indexOf(most) : -1;
}

/** The words that are looked for, the heaviest first. A word that no page holds has no weight. */
function heaviest(words: readonly WeightedWord[], pageCount: number): Weighed[] {
  return words
    .filter(({ list }) => sizeOf(list) > 0)
    .map((word) => ({ ...word, weight: weightOf(word, pageCount) }))
    .sort((a, b) => Number(b.isPhrase) - Number(a.isPhrase) || b.weight - a.weight)
    .slice(0, MOST_WEIGHED);
}

/** How much of the weight pages of each stemmer must carry. */
class Share {
  /** How many of the heaviest words together leave less than that to the others. */
  readonly leading: number;
  /** All of the weight, by stemmer. */
  readonly all: Float64Array;
  /** By stemmer; null: any word is enough. */
  readonly #least: Float64Array | null;

  constructor(words: readonly Weighed[], least: number) {
    this.all = Float64Array.from({ length: STEMMERS }, (_, stemmer) => weightOn(words, stemmer));
    this.#least = least === 0 ? null : this.all.map((weight) => least * weight);
    let leading = least === 0 ? words.length : 0;
    while (leading < words.length && this.#isCarriedWithout(words.slice(leading))) leading++;
    this.leading = leading;
  }

  leastOn(stemmer: number): number {
    return this.#least === null ? 0 : this.#least[stemmer]!;
  }

  #isCarriedWithout(rest: readonly Weighed[]): boolean {
    return this.#least!.some((least, stemmer) => least > 0 && weightOn(rest, stemmer) >= least);
  }
}

/** Most stemmers of a site: the bits of a set of them. */
const STEMMERS = 32;

function weightOn(words: readonly Weighed[], stemmer: number): number {
  let sum = 0;
  for (const { weight, requiredOn } of words) if ((requiredOn >>> stemmer) & 1) sum += weight;
  return sum;
}

/** The pages that hold one of the first words where it counts, ascending. */
function* candidatesOf(words: readonly Weighed[], leading: number, stemmers: Uint8Array): Steps<Uint32Array> {
  const set = new BitSet(stemmers.length);
  for (const { list, requiredOn } of words.slice(0, leading)) {
    for (let from = list.from; from < list.to; from += STEP_WORK) {
      yield;
      const to = Math.min(from + STEP_WORK, list.to);
      if (requiredOn === -1) set.addAll(list.pages, from, to);
      else addWhereRequired(set, list.pages, from, to, requiredOn, stemmers);
    }
  }
  const pages = new Uint32Array(set.count());
  set.list(pages);
  return pages;
}

function addWhereRequired(
  set: BitSet,
  pages: Uint32Array,
  from: number,
  to: number,
  requiredOn: number,
  stemmers: Uint8Array,
): void {
  for (let i = from; i < to; i++) if ((requiredOn >>> stemmers[pages[i]!]!) & 1) set.add(pages[i]!);
}

/** Candidates, ascending, with their sums and the weight that their words carry. */
interface Places {
  readonly pages: Uint32Array;
  readonly sums: Float64Array;
  readonly carried: Float64Array;
}

/** @param at where to go on in the list; @returns where the next candidates go on */
function addWord(
  { list, times, weight, requiredOn }: Weighed,
  stemmers: Uint8Array,
  { pages, sums, carried }: Places,
  from: number,
  to: number,
  at: number,
): number {
  const { pages: listed, impacts } = list;
  const gain = list.rarity * times;
  let next = Math.max(at, list.from);
  for (let i = from; i < to && next < list.to; i++) {
    const page = pages[i]!;
    next = gallop(list, next, page);
    if (next === list.to || listed[next] !== page) continue;
    const isRequired = ((requiredOn >>> stemmers[page]!) & 1) === 1;
    if (isRequired) carried[i]! += weight;
    sums[i]! += impacts[next]! * gain * (isRequired ? 1 : RANKING.commonShare);
  }
  return next;
}

/** Like `addWord`, for sums alone. */
function addSums(list: Postings, { pages, sums }: Places, from: number, to: number, at: number): number {
  let next = Math.max(at, list.from);
  for (let i = from; i < to && next < list.to; i++) {
    next = gallop(list, next, pages[i]!);
    if (next < list.to && list.pages[next] === pages[i]) sums[i]! += list.impacts[next]! * list.rarity;
  }
  return next;
}

/** Like `addWord`: candidates that are not in the list carry less than nothing. */
function rejectOthers(list: Postings, { pages, carried }: Places, from: number, to: number, at: number): number {
  let next = Math.max(at, list.from);
  for (let i = from; i < to; i++) {
    next = gallop(list, next, pages[i]!);
    if (next === list.to || list.pages[next] !== pages[i]) carried[i] = Number.NEGATIVE_INFINITY;
  }
  return next;
}
