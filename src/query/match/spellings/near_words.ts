import type { WordRange } from '../../../corpus/words/walk_words.ts';
import type { WordList } from '../../../corpus/words/word_list.ts';
import type { Engine } from '../engine.ts';

/** Minimum lengths, in letters, of words that may be one and two edits away. */
const ONE_EDIT = 4;
export const TWO_EDITS = 8;
/** Most near words of a typed one, or beginnings of words. */
const MOST_NEAR = 20;
const HAS_DIGIT = /\p{N}/u;

/** @returns the edits that a typed word of this length may have; a word with a digit is a name and has none */
export function mostEdits(word: string): 0 | 1 | 2 {
  if (HAS_DIGIT.test(word)) return 0;
  const letters = countLetters(word);
  if (letters < ONE_EDIT) return 0;
  return letters < TWO_EDITS ? 1 : 2;
}

export function countLetters(word: string): number {
  let count = 0;
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at);
    if (unit < 0xdc00 || unit > 0xdfff) count++;
  }
  return count;
}

/**
 * The site's words near to a typed one, but not the word itself.
 * @param open whether words count that only begin with something near
 * @returns by edits, then pages (most first), then word; at most `MOST_NEAR` ranges, of one word each unless `open`
 */
export function nearWords(
  { corpus: { words, text }, nearWords: kept }: Engine,
  word: string,
  open: boolean,
): readonly WordRange[] {
  const most = mostEdits(word);
  if (most === 0) return [];
  const key = `${open ? 'o' : 'w'}${word}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const ranges = words.near(word, { most, prefix: open });
  const swapped = swappedBeginning(words, word, open);
  const near = [...swapped, ...ranges.filter(({ distance, from, to }) => distance > 0 && !isWithin(swapped, from, to))]
    .map((range) => ({ range, pages: pagesOfRange(words, text.all.starts, range) }))
    .sort((a, b) => a.range.distance - b.range.distance || b.pages - a.pages || a.range.from - b.range.from)
    .slice(0, MOST_NEAR)
    .map(({ range }) => range);
  kept.set(key, near, near.length * BYTES_A_RANGE);
  return near;
}

const BYTES_A_RANGE = 64;

/** Says that words near to each of these are looked up next. */
export function prefetchNear({ corpus: { words } }: Engine, typed: readonly string[], open: boolean): void {
  for (const most of [1, 2] as const) {
    const some = typed.filter((word) => mostEdits(word) === most);
    if (some.length > 0) words.prefetch(some, { most, prefix: open });
  }
}

/**
 * The words in which the first two letters are swapped. That is one edit, as no letter is wrong; the walk counts two, for which short
 * words have no room.
 */
function swappedBeginning(words: WordList, word: string, open: boolean): WordRange[] {
  const swapped = swapFirst(word);
  if (swapped === word) return [];
  const at = open ? -1 : words.find(swapped);
  const [from, to] = open ? words.withPrefix(swapped) : [at, at < 0 ? at : at + 1];
  return from === to ? [] : [{ from, to, distance: 1 }];
}

export function swapFirst(word: string): string {
  return word.replace(/^(.)(.)/su, '$2$1');
}

function isWithin(ranges: readonly WordRange[], from: number, to: number): boolean {
  return ranges.some((range) => range.from <= from && to <= range.to);
}

/** The terms of words. Loops over many words destructure it once. */
type WordTerms = Pick<WordList, 'terms' | 'termStarts'>;

/** @param starts of the postings of all fields; @returns how many pages hold a form of the word */
export function pagesOfWord({ terms, termStarts }: WordTerms, starts: Uint32Array, word: number): number {
  let pages = 0;
  for (let i = termStarts[word]!; i < termStarts[word + 1]!; i++) pages += starts[terms[i]! + 1]! - starts[terms[i]!]!;
  return pages;
}

function pagesOfRange(words: WordList, starts: Uint32Array, { from, to }: WordRange): number {
  let pages = 0;
  for (let word = from; word < to; word++) pages += pagesOfWord(words, starts, word);
  return pages;
}

/** @returns the words of `[from, to)` on the most pages, most first, then by word; at most `most` */
export function commonestWords(
  words: WordList,
  starts: Uint32Array,
  from: number,
  to: number,
  most: number,
): readonly number[] {
  const { terms, termStarts } = words;
  const read: WordTerms = { terms, termStarts };
  const found: number[] = [];
  const counts: number[] = [];
  for (let word = from; word < to; word++) {
    const pages = pagesOfWord(read, starts, word);
    if (found.length === most && pages <= counts[most - 1]!) continue;
    let at = found.length === most ? most - 1 : found.length;
    for (; at > 0 && counts[at - 1]! < pages; at--) {
      found[at] = found[at - 1]!;
      counts[at] = counts[at - 1]!;
    }
    found[at] = word;
    counts[at] = pages;
  }
  return found;
}

/** Most words that begin with an open one and are marked in texts. */
const MOST_COMMON = 24;

/** @returns the commonest words that begin with what is typed */
export function commonBeginnings({ words, text }: Engine['corpus'], typed: string): readonly number[] {
  return commonestWords(words, text.all.starts, ...words.withPrefix(typed), MOST_COMMON);
}
