import type { AnalyserFacts } from '../analysis/analyser_facts.ts';
import type { SiteSettings, Stamps } from '../corpus.ts';

/** The artefact's metadata, stored as JSON. */
export interface Manifest {
  readonly settings: SiteSettings;
  readonly stamps: Stamps;
  readonly analyser: AnalyserFacts;
  /** `characterFingerprint` of the section `text.characters`, by the Unicode tables that analysed the text. */
  readonly characters: string;
  /** Number of pages. */
  readonly pages: number;
}
