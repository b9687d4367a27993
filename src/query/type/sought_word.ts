import type { WordRange } from '../../corpus/words/walk_words.ts';
import type { NearPostings } from './page_union.ts';
import type { TypedWord } from './read_typed.ts';

/** One word of a search, and the pages that hold it. */
export interface SoughtWord {
  readonly typed: TypedWord;
  /** Whether it may be the beginning of a word. */
  readonly open: boolean;
  /** How often it is typed. */
  readonly times: number;
  /** Pages that must hold it: bit i for those of the site's stemmer i. On others it is a function word. 0: on none. */
  readonly requiredOn: number;
  /**
   * Pages that hold it as typed; not looked up for a function word. For an open word maybe only those that hold the rarest other
   * word too: then they are fewer than `holding`.
   */
  exact: NearPostings;
  /** How many pages of the site hold it as typed. */
  holding: number;
  /** Its other spellings; null when they were not looked for. */
  spellings: Spellings | null;
  /** The commonest words that begin with it, when it is open; null until they are looked up. */
  common: readonly number[] | null;
}

/** What is cached of an open word: all its pages, and the commonest words that begin with it. */
export interface OpenWord {
  readonly list: NearPostings;
  readonly common: readonly number[];
}

/** Two words that stand side by side and were typed as one. */
export interface Split {
  /** In their order. */
  readonly halves: readonly [string, string];
  /** 1 for the missing space; 2 when a half is mistyped too. */
  readonly edits: 1 | 2;
}

/** Other spellings of a typed word, and the pages that hold one. */
export interface Spellings {
  readonly words: readonly WordRange[];
  /** Two words that it was typed as one of; null: none. */
  readonly split: Split | null;
  /** The word that it makes with the word before or behind it; null: none. */
  readonly joined: string | null;
  readonly near: NearPostings;
}
