import type { WordRange } from '../../corpus/words/walk_words.ts';
import type { WordSynonyms } from './curation/synonym_table.ts';
import { NO_POSTINGS, type Postings } from './postings.ts';
import type { ClauseTerm } from './read_clause.ts';
import type { TypedWord } from './spellings/read_typed.ts';

/** Postings of one word, with how many edits each page's spelling is away. */
export interface NearPostings extends Postings {
  /** Parallel to the postings; absent: 0 for all. */
  readonly edits?: Uint8Array;
}

export const NOTHING: NearPostings = NO_POSTINGS;

/** One word of a question, and the pages that hold it. */
export interface SoughtWord extends ClauseTerm {
  /** What its spellings begin with, as it may be the beginning of a longer word; null: it is whole. */
  readonly open: string | null;
  /**
   * Pages that hold it as written. Of an open word or a phrase maybe only those that hold the rarest other word too: of an open one they
   * are then fewer than `holding`.
   */
  list: NearPostings;
  /** How many pages hold it as written. */
  holding: number;
  /** The commonest words that begin with it, when it is open. */
  beginnings: readonly number[];
  /** Its other spellings; null when they were not looked for. */
  spellings: Spellings | null;
  /** The owner's synonyms of it, whose pages are in its list; null: none. */
  readonly curated: WordSynonyms | null;
  /** The names in code that it stands for, alone or with its neighbours, and those that have it as a part; null: none. */
  named: Named | null;
  partly: Named | null;
}

/** Names in code, or the parts of one, and the pages that hold them. */
export interface Named {
  readonly list: Postings;
  /** Of the site's words. */
  readonly names: readonly number[];
  /** Parts that stand side by side, with blanks between them; null: none. */
  readonly apart: string | null;
}

/** A word as someone types it. */
export interface TypedSought extends SoughtWord {
  readonly typed: TypedWord;
}

/** A word that is not looked up yet. */
export function soughtWord({ unit, times, requiredOn }: ClauseTerm, open: string | null = null): SoughtWord {
  return {
    unit,
    times,
    requiredOn,
    open,
    list: NOTHING,
    holding: 0,
    beginnings: [],
    spellings: null,
    curated: null,
    named: null,
    partly: null,
  };
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
