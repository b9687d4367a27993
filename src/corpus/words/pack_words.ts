import { byCodePoint } from '../../text/by_code_point.ts';
import type { Spelling } from '../analysis/term_numbers.ts';
import type { NamedSection } from '../artefact/artefact_format.ts';
import { packNumberLists } from '../artefact/number_lists.ts';
import { packStrings } from '../artefact/string_list.ts';
import { LONGEST_PREFIX, MOST_WORDS_UNITED } from './word_list.ts';

/** Postings by term, of which only the pages are read. */
export interface PagesByTerm {
  readonly starts: Uint32Array;
  readonly pages: Uint32Array;
}

export interface SpellingsInput {
  /** The spellings that pages use. */
  readonly spellings: readonly Spelling[];
  /** The index's term number of each number that spellings have. */
  readonly numberOf: Uint32Array;
  /** Stemmers of the site; a page's stemmer is an index into them. */
  readonly algorithms: readonly string[];
}

/** The terms of one word, sorted, and for each the stemmers that make it: bit i for stemmer i. */
type TermsOfWord = readonly (readonly [term: number, stemmers: number])[];

/** The words as written. They do not depend on which pages hold them. */
export interface WordList {
  readonly sections: readonly NamedSection[];
  /** Each short prefix that many words have, sorted, with the terms of these words. */
  readonly prefixes: readonly { readonly prefix: string; readonly terms: TermsOfWord }[];
}

/** Lists words, sorted by code point, with their terms. */
export function listWords({ spellings, numberOf, algorithms }: SpellingsInput): WordList {
  const byWord = new Map<string, Map<number, number>>();
  for (const { word, algorithm, term } of spellings) {
    let terms = byWord.get(word);
    if (terms === undefined) {
      terms = new Map();
      byWord.set(word, terms);
    }
    const number = numberOf[term]!;
    terms.set(number, (terms.get(number) ?? 0) | (1 << algorithms.indexOf(algorithm)));
  }
  const words = [...byWord.keys()].sort(byCodePoint);
  const ofWords = words.map((word): TermsOfWord => [...byWord.get(word)!].sort(([a], [b]) => a - b));
  const prefixes = commonPrefixes(words, ofWords);
  return {
    sections: [
      ...packStrings('words', words),
      ...packNumberLists(
        'words.terms',
        ofWords.map((terms) => terms.map(([term]) => term)),
      ),
      ['words.stemmers', Uint32Array.from(ofWords.flatMap((terms) => terms.map(([, stemmers]) => stemmers)))],
      ...packStrings(
        'words.prefixes',
        prefixes.map(({ prefix }) => prefix),
      ),
    ],
    prefixes,
  };
}

/**
 * Packs the words, and the pages of short prefixes.
 * @param stemmers by page: its stemmer
 */
export function packWords(
  { sections, prefixes }: WordList,
  postings: PagesByTerm,
  stemmers: Uint8Array,
): NamedSection[] {
  const pages = prefixes.map(({ terms }) => new Uint8Array(unitePages(terms, postings, stemmers).buffer));
  return [...sections, ['words.prefixes.pages', pages]];
}

function commonPrefixes(words: readonly string[], ofWords: readonly TermsOfWord[]): WordList['prefixes'] {
  const found: { prefix: string; terms: TermsOfWord }[] = [];
  for (let length = 1; length <= LONGEST_PREFIX; length++) {
    for (let from = 0; from < words.length; ) {
      const prefix = firstCharacters(words[from]!, length);
      let to = from + 1;
      while (to < words.length && words[to]!.startsWith(prefix)) to++;
      if (to - from > MOST_WORDS_UNITED && [...prefix].length === length) {
        found.push({ prefix, terms: ofWords.slice(from, to).flat() });
      }
      from = to;
    }
  }
  return found.sort((a, b) => byCodePoint(a.prefix, b.prefix));
}

function firstCharacters(word: string, count: number): string {
  let end = 0;
  for (let i = 0; i < count && end < word.length; i++) end += word.codePointAt(end)! > 0xffff ? 2 : 1;
  return word.slice(0, end);
}

/** @returns one bit for each page that holds one of the terms */
function unitePages(
  terms: readonly (readonly [number, number])[],
  { starts, pages }: PagesByTerm,
  stemmers: Uint8Array,
): Uint32Array {
  const bits = new Uint32Array(Math.ceil(stemmers.length / 32));
  const united = new Map<number, number>();
  for (const [term, mask] of terms) {
    const done = united.get(term) ?? 0;
    if ((mask & ~done) === 0) continue;
    united.set(term, done | mask);
    for (let i = starts[term]!; i < starts[term + 1]!; i++) {
      const page = pages[i]!;
      if ((mask >>> stemmers[page]!) & 1) bits[page >>> 5]! |= 1 << (page & 31);
    }
  }
  return bits;
}
