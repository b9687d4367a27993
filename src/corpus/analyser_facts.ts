/** What the words of an artefact were analysed by. */
export interface AnalyserFacts {
  /** Version of the Unicode tables that classified and folded characters. */
  readonly unicode: string;
  readonly stemmer: string;
  /** Stemmers of the languages that pages have, sorted. */
  readonly algorithms: readonly string[];
}
