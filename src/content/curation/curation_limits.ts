/** Limits of a curation file. */
export const curationLimits = {
  /** Bytes. */
  file: 8 * 1024 * 1024,
  /** Rules of all kinds together. */
  rules: 10_000,
  /** Texts that one list of synonyms has, or one side of an arrow. */
  synonyms: 32,
  /** Texts of all rules of synonyms together. */
  texts: 50_000,
  /** Characters of a text that is searched for, or of a path. */
  text: 200,
  /** Words of a text that is searched for. */
  words: 8,
  /** The last place that a page may be pinned to. */
  place: 10,
  leastFactor: 0.1,
  mostFactor: 10,
} as const;
