import type { SiteSettings } from '../../corpus/corpus.ts';
import type { OptionalFeatures } from '../resource.ts';

/** What the description of a service depends on, besides the resource table. */
export interface ApiFacts {
  readonly settings: SiteSettings;
  /** Origin of the service, without a trailing slash. */
  readonly origin: string;
  readonly features: ApiFeatures;
}

/** What a service is set to do. Without an optional feature, its resources do not exist. */
export interface ApiFeatures extends OptionalFeatures {
  /** Whether the service accepts the method QUERY itself, besides POST with the override. */
  readonly nativeQuery: boolean;
  /** Whether every resource requires the shared password. */
  readonly gated: boolean;
}
