import { byCodePoint } from '../../text/by_code_point.ts';
import type { Spelling } from '../analysis/term_numbers.ts';
import type { NamedSection } from '../artefact/artefact_format.ts';
import { packStrings } from '../artefact/string_list.ts';
import { LONGEST_PREFIX, MOST_WORDS_UNITED } from './word_list.ts';

/** Postings by term, of which only the pages are read. */
export interface PagesByTerm {
  readonly starts: Uint32Array;
  readonly pages: Uint32Array;
}

export interface SpellingsInput {
  readonly spellings: readonly Spelling[];
  /** The numbers of the spellings that pages use, in the order of `compareSpellings`. */
  readonly sorted: Uint32Array;
  /** The index's term number of each number that spellings have. */
  readonly numberOf: Uint32Array;
  /** Stemmers of the site; a page's stemmer is an index into them. */
  readonly algorithms: readonly string[];
}

/** The words as written. They do not depend on which pages hold them. */
export interface WordList {
  readonly sections: readonly NamedSection[];
  /** The terms of all words, by word, those of a word ascending. */
  readonly terms: Uint32Array;
  /** For each of these: the stemmers that make it of the word; bit i for stemmer i. */
  readonly stemmers: Uint32Array;
  /** Each short prefix that many words have, sorted, with the range of the terms of these words. */
  readonly prefixes: readonly WordPrefix[];
}

interface WordPrefix {
  readonly prefix: string;
  readonly from: number;
  readonly to: number;
}

/** Compares numbers of spellings: by word, by code point, then by term as the index sorts terms, then by parts. */
export function compareSpellings(
  spellings: readonly Spelling[],
  terms: readonly string[],
): (a: number, b: number) => number {
  return (a, b) => {
    const left = spellings[a]!;
    const right = spellings[b]!;
    const order = byCodePoint(left.word, right.word);
    if (order !== 0) return order;
    if (left.term === right.term) return byCodePoint(left.name ?? '', right.name ?? '');
    return terms[left.term]! < terms[right.term]! ? -1 : 1;
  };
}

/** Lists words, sorted by code point, with their terms. */
export function listWords({ spellings, sorted, numberOf, algorithms }: SpellingsInput): WordList {
  const bits = new Map(algorithms.map((algorithm, i) => [algorithm, 1 << i]));
  const words: string[] = [];
  const starts: number[] = [0];
  const terms = new Uint32Array(sorted.length);
  const stemmers = new Uint32Array(sorted.length);
  let count = 0;
  for (const spelling of sorted) {
    const { word, algorithm, term } = spellings[spelling]!;
    const isNew = word !== words.at(-1);
    if (isNew) {
      starts[words.length] = count;
      words.push(word);
    }
    const number = numberOf[term]!;
    if (isNew || terms[count - 1] !== number) terms[count++] = number;
    stemmers[count - 1]! |= bits.get(algorithm)!;
  }
  starts[words.length] = count;
  const prefixes = commonPrefixes(words, starts);
  const ofWords = { terms: terms.subarray(0, count), stemmers: stemmers.subarray(0, count) };
  return {
    sections: [
      ...packStrings('words', words),
      ['words.terms', ofWords.terms],
      ['words.terms.starts', Uint32Array.from(starts)],
      ['words.stemmers', ofWords.stemmers],
      ...packStrings(
        'words.prefixes',
        prefixes.map(({ prefix }) => prefix),
      ),
    ],
    ...ofWords,
    prefixes,
  };
}

/**
 * Packs the words, and the pages of short prefixes.
 * @param ofPages by page: its stemmer
 */
export function packWords(list: WordList, postings: PagesByTerm, ofPages: Uint8Array): NamedSection[] {
  const { prefixes } = list;
  const width = Math.ceil(ofPages.length / 32);
  const pages = new Uint32Array(prefixes.length * width);
  const bitsOf = (prefix: number): Uint32Array => pages.subarray(prefix * width, (prefix + 1) * width);
  // Prefixes are sorted, so those that begin with a prefix follow it, and are done before it.
  for (let i = prefixes.length - 1; i >= 0; i--) {
    const { from, to } = prefixes[i]!;
    const bits = bitsOf(i);
    let at = from;
    for (let longer = i + 1; longer < prefixes.length && prefixes[longer]!.from < to; longer++) {
      if (prefixes[longer]!.from < at) continue;
      unitePages(list, at, prefixes[longer]!.from, postings, ofPages, bits);
      addBits(bits, bitsOf(longer));
      at = prefixes[longer]!.to;
    }
    unitePages(list, at, to, postings, ofPages, bits);
  }
  return [...list.sections, ['words.prefixes.pages', pages]];
}

/** @param starts of the terms of each word */
function commonPrefixes(words: readonly string[], starts: readonly number[]): WordPrefix[] {
  const found: WordPrefix[] = [];
  const shared = sharedCharacters(words);
  for (let length = 1; length <= LONGEST_PREFIX; length++) {
    for (let from = 0; from < words.length; ) {
      let to = from + 1;
      while (to < words.length && shared[to]! >= length) to++;
      if (to - from > MOST_WORDS_UNITED) {
        found.push({ prefix: firstCharacters(words[from]!, length), from: starts[from]!, to: starts[to]! });
      }
      from = to;
    }
  }
  return found.sort((a, b) => byCodePoint(a.prefix, b.prefix));
}

/** By word: with how many characters it begins as the word before does, at most `LONGEST_PREFIX`. */
function sharedCharacters(words: readonly string[]): Uint8Array {
  const shared = new Uint8Array(words.length);
  for (let i = 1; i < words.length; i++) {
    const [before, word] = [words[i - 1]!, words[i]!];
    let units = 0;
    for (let count = 0; count < LONGEST_PREFIX && units < word.length; count++) {
      const code = word.codePointAt(units)!;
      if (before.codePointAt(units) !== code) break;
      units += code > 0xffff ? 2 : 1;
      shared[i]!++;
    }
  }
  return shared;
}

function firstCharacters(word: string, count: number): string {
  let end = 0;
  for (let i = 0; i < count && end < word.length; i++) end += word.codePointAt(end)! > 0xffff ? 2 : 1;
  return word.slice(0, end);
}

function addBits(bits: Uint32Array, others: Uint32Array): void {
  for (let i = 0; i < bits.length; i++) bits[i]! |= others[i]!;
}

/** Sets one bit for each page that holds one of the terms of some words. */
function unitePages(
  { terms, stemmers }: Pick<WordList, 'terms' | 'stemmers'>,
  from: number,
  to: number,
  { starts, pages }: PagesByTerm,
  ofPages: Uint8Array,
  bits: Uint32Array,
): void {
  const united = new Map<number, number>();
  for (let at = from; at < to; at++) {
    const term = terms[at]!;
    const mask = stemmers[at]!;
    const done = united.get(term) ?? 0;
    if ((mask & ~done) === 0) continue;
    united.set(term, done | mask);
    for (let i = starts[term]!; i < starts[term + 1]!; i++) {
      const page = pages[i]!;
      if ((mask >>> ofPages[page]!) & 1) bits[page >>> 5]! |= 1 << (page & 31);
    }
  }
}
