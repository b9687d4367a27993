import type { TokenShape } from './tokenise.ts';

/** A search unit of a query text: one part, or several that must be adjacent. */
export interface Unit {
  readonly parts: readonly Part[];
  /** Whether it was quoted. Relaxed answers still require a quoted phrase. */
  readonly quoted: boolean;
  /** Bit i: the unit is a function word on pages of the site's stemmer i, in the site's language or in the page's. */
  readonly functionWordOn: number;
}

export interface Part {
  /** Its index terms: a single one when all of the site's stemmers agree, else one per stemmer, in their order. */
  readonly terms: readonly string[];
  /** Distance from the unit's first part, in positions. */
  readonly offset: number;
  readonly shape: TokenShape;
  /** Its distinct terms that the site has, when the analyser looks them up; else null. */
  readonly known: readonly PartTerm[] | null;
}

/** A term of a part, and the stemmers on whose pages it is the part's term: bit i for the site's stemmer i. */
export interface PartTerm {
  readonly term: number;
  readonly stemmers: number;
}
