import type { SiteSettings } from '../../corpus/corpus.ts';

/** What differs from one described service to another. */
export interface ApiFacts {
  readonly settings: SiteSettings;
  /** Origin that answers, without a trailing slash. */
  readonly origin: string;
  readonly features: ApiFeatures;
}

export interface ApiFeatures {
  /** Whether a bare QUERY is answered as well as its override. */
  readonly nativeQuery: boolean;
  /** Whether every resource asks for the shared password. */
  readonly gated: boolean;
  /** Whether feedback is kept, so that its resources are there. */
  readonly feedback: boolean;
}
