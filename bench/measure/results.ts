import type { EngineName } from '../engine.ts';
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
  /** Resident memory after the index was opened, and what of it the bare runtime takes. */
  readonly loadedBytes: number;
  readonly bareBytes: number;
  readonly artefactBytes: number;
  /** Without the classes that the site gave no queries for. */
  readonly latency: Partial<Record<QueryClass, Latency>>;
  /** What of it finds the pages and their number; empty for engines of which this cannot be told apart. */
  readonly finding: Partial<Record<QueryClass, Latency>>;
  /** Queries whose stated total is Catchword's, of those that both state; null where the engine states none. */
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
  /** Engines left out, and why. */
  readonly leftOut: readonly { readonly name: EngineName; readonly reason: string }[];
}
