import { STEMMER } from './stem.ts';

/** Raise it when the same text gives different terms. The program that opens an artefact must have the analyser that baked it. */
export const ANALYSER_VERSION = 2;

/** The analyser that an artefact was baked with. */
export interface AnalyserFacts {
  readonly version: number;
  /** Version of the runtime's Unicode tables. */
  readonly unicode: string;
  readonly stemmer: string;
  /** Stemmers of the languages that pages have, sorted. */
  readonly algorithms: readonly string[];
}

/** @param algorithms stemmers of the pages' languages; @returns the facts of this program's analyser */
export function analyserFacts(algorithms: readonly string[]): AnalyserFacts {
  return { version: ANALYSER_VERSION, unicode: process.versions.unicode ?? 'unknown', stemmer: STEMMER, algorithms };
}
