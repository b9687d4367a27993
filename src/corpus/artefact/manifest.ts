import type { AnalyserFacts } from '../analysis/analyser_facts.ts';
import type { SiteSettings, Stamps } from '../corpus.ts';

/** What the artefact says of itself: read back as JSON when it is opened. */
export interface Manifest {
  readonly settings: SiteSettings;
  readonly stamps: Stamps;
  readonly analyser: AnalyserFacts;
}
