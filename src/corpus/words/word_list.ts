import { firstWhere, readNumberLists } from '../artefact/number_lists.ts';
import type { SectionReader } from '../artefact/sections.ts';
import { compareBytes, StringList } from '../artefact/string_list.ts';
import { lazily, withLazy } from '../lazily.ts';
import { type WalkOptions, type WordRange, walkWords } from './walk_words.ts';

/** Prefixes of up to this many characters have their pages baked in, when more than `MOST_WORDS_UNITED` words have them. */
export const LONGEST_PREFIX = 3;
/** Words of a prefix whose pages are united while answering; of longer prefixes, however many they are. */
export const MOST_WORDS_UNITED = 256;

/** The site's words as pages write them: folded, without apostrophes, sorted by code point. A word is named by its index. */
export interface WordList {
  readonly count: number;
  /** UTF-8 of all words; word w is `[starts[w], starts[w + 1])`. */
  readonly bytes: Buffer;
  readonly starts: Uint32Array;
  word(word: number): string;
  /** @returns the word's index, or -1 */
  find(word: string): number;
  /** @returns the words that begin with `prefix`, as `[from, to)` */
  withPrefix(prefix: string): readonly [from: number, to: number];
  /** @returns the words near to a typed one, as `walkWords` finds them */
  near(typed: string, options: WalkOptions): readonly WordRange[];
  /** Says which words are looked up next, or with `near` those near to which. */
  prefetch(typed: readonly string[], near: WalkOptions | null): void;
  /** Terms of word w are `terms[i]` for i in `[termStarts[w], termStarts[w + 1])`. Terms are numbered as in the index. */
  readonly terms: Uint32Array;
  readonly termStarts: Uint32Array;
  /** Parallel to `terms`: bit i when the site's stemmer i makes this term of the word. */
  readonly stemmers: Uint32Array;
  /** Whether the pages of a prefix are baked in. */
  hasPrefix(prefix: string): boolean;
  /** @returns one bit for each page that holds a word with this prefix, or null when that is not baked in */
  pagesOfPrefix(prefix: string): Uint32Array | null;
}

/** Where a text can be among the words, or when `open` the words that begin with it, as `[from, to)`. */
export type Within = (text: string, open: boolean) => readonly [from: number, to: number];

/**
 * Opens the words. They are read when one of them is first used.
 * @param pages number of the site's pages
 * @param within absent: anywhere
 */
export function readWords(sections: SectionReader, pages: number, within?: Within): WordList {
  const strings = lazily(() => new StringList(sections, 'words'));
  const range = within ?? (() => [0, strings().count] as const);
  const terms = lazily(() => readNumberLists(sections, 'words.terms'));
  const prefixes = lazily(() => new StringList(sections, 'words.prefixes'));
  const prefixPages = lazily(() => sections.numbers('words.prefixes.pages'));
  const width = Math.ceil(pages / 32);
  return withLazy(
    {
      word: (word: number) => strings().get(word),
      find: (word: string) => strings().search(word, ...range(word, false)),
      withPrefix(prefix: string) {
        const { bytes, starts } = strings();
        const key = Buffer.from(prefix);
        const [first, end] = range(prefix, true);
        const from = firstWhere(first, end, (word) => compareBytes(bytes, starts[word]!, starts[word + 1]!, key) >= 0);
        const isBeyond = (word: number): boolean => {
          const start = starts[word]!;
          return compareBytes(bytes, start, Math.min(starts[word + 1]!, start + key.length), key) > 0;
        };
        return [from, firstWhere(from, end, isBeyond)] as const;
      },
      near: (typed: string, options: WalkOptions) => walkWords(strings(), typed, options).ranges,
      prefetch() {},
      hasPrefix: (prefix: string) => prefixes().search(prefix) >= 0,
      pagesOfPrefix(prefix: string) {
        const number = prefixes().search(prefix);
        return number < 0 ? null : prefixPages().subarray(number * width, (number + 1) * width);
      },
    },
    {
      count: () => strings().count,
      bytes: () => strings().bytes,
      starts: () => strings().starts,
      terms: () => terms().numbers,
      termStarts: () => terms().starts,
      stemmers: () => sections.numbers('words.stemmers'),
    },
  );
}
