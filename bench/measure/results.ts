import type { EngineName } from '../engine.ts';
import type { KnownItemResult } from '../known_item/measure_known_items.ts';
import type { QueryClass } from '../queries/query_classes.ts';
import type { Quality, RetrievalForm } from '../retrieval/measure_retrieval.ts';

/** Milliseconds; each query's time is its median over the rounds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

export interface EngineDescription {
  readonly name: EngineName;
  readonly title: string;
  readonly version: string;
  readonly settings: string;
}

/** One engine on one site. */
export interface SiteMeasures {
  readonly buildSeconds: number;
  readonly openMilliseconds: number;
  /** Resident memory after the index was opened, and the part that the bare runtime takes. */
  readonly loadedBytes: number;
  readonly bareBytes: number;
  readonly artefactBytes: number;
  /** Classes for which the site gave no queries are absent. */
  readonly latency: Partial<Record<QueryClass, Latency>>;
  /** The part that finds the pages and their number; empty for engines that cannot do it alone. */
  readonly finding: Partial<Record<QueryClass, Latency>>;
  /** Ten rows with marked excerpts, total and facets as JSON: the same work for all. */
  readonly whole: Partial<Record<QueryClass, Latency>>;
  /** Queries whose total equals Catchword's, of those with a total from both; null if the engine gives none. */
  readonly agreement: Partial<Record<QueryClass, { readonly equal: number; readonly of: number } | null>>;
}

export interface SiteResult {
  readonly folder: string;
  readonly pages: number;
  readonly queries: Partial<Record<QueryClass, number>>;
  readonly rounds: number;
  readonly measures: Partial<Record<EngineName, SiteMeasures>>;
}

export interface RetrievalResult {
  readonly collection: string;
  readonly form: RetrievalForm;
  readonly quality: Partial<Record<EngineName, Quality>>;
}

export interface Results {
  readonly machine: string;
  readonly engines: readonly EngineDescription[];
  readonly site: SiteResult | null;
  readonly retrieval: readonly RetrievalResult[];
  readonly knownItems: readonly KnownItemResult[];
  /** Omitted engines with the reason. */
  readonly leftOut: readonly { readonly name: EngineName; readonly reason: string }[];
}
