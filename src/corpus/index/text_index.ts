import type { Unit } from '../analysis/unit.ts';
import type { SectionReader } from '../artefact/sections.ts';
import { withLazy } from '../lazily.ts';
import { readSpace, type SiteSpace } from '../space/site_space.ts';
import { BodyTexts } from './body_texts.ts';
import { FIELDS, type FieldName, type LENGTH_FIELDS } from './fields.ts';
import { NameIndex } from './name_index.ts';
import {
  type PositionedSet,
  type PostingList,
  type PostingSet,
  readPositionedSet,
  readPostingSet,
} from './posting_set.ts';
import { rarity } from './ranking.ts';
import { Vocabulary } from './vocabulary.ts';

/** The public members of a class. */
type Public<Class> = Pick<Class, keyof Class>;

/** Parts of pages that are read next. */
interface PrefetchedParts {
  readonly words: boolean;
  readonly space?: boolean;
  readonly marks?: boolean;
  readonly shown: boolean;
}

/** The full-text index of pages: all of an open artefact, or those that a question is about. */
export interface TextIndex {
  readonly vocabulary: Public<Vocabulary>;
  /** Inverse document frequency by term, in units of 1 / `RARITY_PARTS`. */
  readonly rarity: Uint32Array;
  readonly all: PostingSet;
  readonly fields: Readonly<Record<FieldName, PositionedSet>>;
  readonly bodies: Public<BodyTexts>;
  readonly names: Public<NameIndex>;
  readonly space: Public<SiteSpace>;
  /** By page: the rarity among titles of its title's distinct terms, summed, in units of 1 / `RARITY_PARTS`. */
  readonly titleWeights: Uint32Array;
  /** By page: relative lengths of a field in units of 1 / `LENGTH_PARTS`. */
  readonly lengths: Readonly<Record<(typeof LENGTH_FIELDS)[number], Uint32Array>>;
  /** By page: the stemmer that analysed it, as index into the analyser's `algorithms`. */
  readonly stemmers: Uint8Array;
  /**
   * The postings of a term.
   * @param field whose impacts they have
   * @param whole false: of a field only those on prefetched pages are needed, with positions; those of `all` are always whole
   */
  postings(field: FieldName | 'all', term: number, whole: boolean): PostingList;
  /** Finds the pages of units of several parts, with their summed scores; null: they are found by positions. */
  readonly phrase: ((field: FieldName | 'all', unit: Unit) => PostingList) | null;
  /**
   * Says what is read next of pages: their words, also their places in the space, which words rows mark, and what rows show. Marks are read
   * of these pages alone.
   */
  prefetch(pages: Iterable<number>, parts: PrefetchedParts): void;
  /** The rarity of a term among the titles of the whole site, where some title has it; like `rarity`. */
  rarityInTitles(term: number): number;
  /** Whether any page of the whole site holds a term. @param stemmers bit i: pages of the site's stemmer i count; -1: all do */
  isHeld(term: number, stemmers: number): boolean;
  /** Most list entries that `isHeld` reads for a term. */
  costOfHeld(term: number): number;
}

/** Opens the index. Each part is read when it is first used. */
export function readTextIndex(sections: SectionReader): TextIndex {
  const fields = withLazy(
    {},
    Object.fromEntries(FIELDS.map((name) => [name, () => readPositionedSet(sections, `text.${name}`)])),
  ) as TextIndex['fields'];
  const index: TextIndex = withLazy(
    {
      fields,
      postings(field: FieldName | 'all', term: number) {
        const set = field === 'all' ? index.all : fields[field];
        const { starts, pages, impacts } = set;
        return { pages, impacts, set, from: starts[term]!, to: starts[term + 1]!, rarity: index.rarity[term]! };
      },
      phrase: null,
      prefetch() {},
      rarityInTitles(term: number) {
        const { starts } = fields.title;
        return rarity(index.stemmers.length, starts[term + 1]! - starts[term]!);
      },
      costOfHeld(term: number) {
        const { starts } = index.all;
        return starts[term + 1]! - starts[term]!;
      },
      isHeld(term: number, on: number) {
        const { all, stemmers } = index;
        const { starts, pages } = all;
        for (let i = starts[term]!; i < starts[term + 1]!; i++) if ((on >>> stemmers[pages[i]!]!) & 1) return true;
        return false;
      },
    },
    {
      vocabulary: () => new Vocabulary(sections),
      rarity: () => sections.numbers('terms.rarity'),
      all: () => readPostingSet(sections, 'text.all'),
      bodies: () => new BodyTexts(sections),
      names: () => new NameIndex(sections),
      space: () => readSpace(sections),
      titleWeights: () => sections.numbers('text.title.weights'),
      lengths: () => ({
        title: sections.numbers('text.title.lengths'),
        body: sections.numbers('text.body.lengths'),
      }),
      stemmers: () => sections.bytes('text.stemmers'),
    },
  );
  return index;
}
