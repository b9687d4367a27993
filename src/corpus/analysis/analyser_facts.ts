import { STEMMER } from './stem.ts';

/** Raised whenever the same text gives other terms than before: the program that opens an artefact must analyse as it was analysed. */
export const ANALYSER_VERSION = 2;

/** What an artefact's text was analysed by. */
export interface AnalyserFacts {
  readonly version: number;
  /** Version of the Unicode tables that classified and folded characters. */
  readonly unicode: string;
  readonly stemmer: string;
  /** Stemmers of the languages that pages have, sorted. */
  readonly algorithms: readonly string[];
}

/** @param algorithms stemmers of the pages' languages; @returns the facts of the analyser that runs here */
export function analyserFacts(algorithms: readonly string[]): AnalyserFacts {
  return { version: ANALYSER_VERSION, unicode: process.versions.unicode ?? 'unknown', stemmer: STEMMER, algorithms };
}
