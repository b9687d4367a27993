import { readNumberLists } from '../artefact/number_lists.ts';
import type { Sections } from '../artefact/sections.ts';
import { compareBytes, StringList } from '../artefact/string_list.ts';
import { lazily } from '../lazily.ts';

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

/**
 * Opens the words. They are read when one of them is first used.
 * @param pages number of the site's pages
 */
export function readWords(sections: Sections, pages: number): WordList {
  const words = lazily(() => openWords(sections));
  const prefixes = lazily(() => new StringList(sections, 'words.prefixes'));
  const prefixPages = lazily(() => sections.numbers('words.prefixes.pages'));
  const width = Math.ceil(pages / 32);

  /** The first word from `from` on that is not before `key`, or with `beyond` the first that is behind all words with this prefix. */
  const bound = (key: Buffer, beyond: boolean, from: number): number => {
    const { bytes, starts, strings } = words();
    let low = from;
    let high = strings.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const start = starts[middle]!;
      const end = beyond ? Math.min(starts[middle + 1]!, start + key.length) : starts[middle + 1]!;
      const order = compareBytes(bytes, start, end, key);
      if (order < 0 || (beyond && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    get count() {
      return words().strings.count;
    },
    get bytes() {
      return words().bytes;
    },
    get starts() {
      return words().starts;
    },
    word: (word) => words().strings.get(word),
    find: (word) => words().strings.search(word),
    withPrefix(prefix) {
      const key = Buffer.from(prefix);
      const from = bound(key, false, 0);
      return [from, bound(key, true, from)];
    },
    get terms() {
      return words().terms.numbers;
    },
    get termStarts() {
      return words().terms.starts;
    },
    get stemmers() {
      return words().stemmers;
    },
    hasPrefix: (prefix) => prefixes().search(prefix) >= 0,
    pagesOfPrefix(prefix) {
      const number = prefixes().search(prefix);
      return number < 0 ? null : prefixPages().subarray(number * width, (number + 1) * width);
    },
  };
}

function openWords(sections: Sections) {
  const raw = sections.bytes('words');
  return {
    bytes: Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength),
    starts: sections.numbers('words.starts'),
    strings: new StringList(sections, 'words'),
    terms: readNumberLists(sections, 'words.terms'),
    stemmers: sections.numbers('words.stemmers'),
  };
}
