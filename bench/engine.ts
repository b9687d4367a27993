/** The interface of the compared engines, and the data that they exchange with the measuring code. */
import type { Address } from './served/ask_service.ts';

/** A page for the peers: the terms of Catchword's analyser, joined by spaces, so that all engines search the same terms. */
export interface TokenPage {
  readonly title: string;
  /** Aliases, tags, description and body. */
  readonly text: string;
  /** Slugs. */
  readonly tags: readonly string[];
  readonly collection: string | null;
}

/** A word of a query: as written (for Catchword, which analyses it), and as a term (for the peers). */
export interface Word {
  readonly written: string;
  readonly term: string;
}

export type Match =
  | { readonly word: Word }
  | { readonly all: readonly Match[] }
  | { readonly any: readonly Match[] }
  | { readonly not: Match };

export interface BenchQuery {
  readonly match: Match;
  /** Slug of a tag that every match must have. */
  readonly tag: string | null;
  /** Whether to count collections and tags over all matches. */
  readonly facets: boolean;
  /** In `like` queries, the pasted text. `match` then holds its most telling words, for engines without such a form. */
  readonly passage: string | null;
}

/** A prepared query; `run` is timed. */
export interface PreparedQuery<Answer = unknown> {
  run(): Answer;
  /** The part of `run` that finds the pages and their number, timed separately; absent if the engine cannot do it alone. */
  readonly find?: () => unknown;
  /** Exact total in the answer, or null if the engine gives none. */
  total(answer: Answer): number | null;
}

export interface OpenedIndex {
  prepare(query: BenchQuery): PreparedQuery;
  /**
   * Opens the index again with the texts of the pages, so that `run` gives the answer as the bytes of JSON that a server would send:
   * ten rows with title and marked excerpt, the total, and facets where asked. Absent for an engine whose `run` does so already.
   * @param folder of the index; what rows need may be written there
   */
  readonly openWhole?: (pages: readonly TokenPage[], folder: string) => Promise<WholeIndex> | WholeIndex;
}

/** An index whose queries give whole answers. */
export interface WholeIndex {
  prepare(query: BenchQuery): { run(): Uint8Array };
}

export interface BuildSource {
  /** The folder of Markdown. */
  readonly content: string;
  readonly pages: readonly TokenPage[];
}

/** A document of a retrieval collection, as written. */
export interface RetrievalDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** Searches a retrieval collection; all methods return document ids, best first. */
export interface Retriever {
  /** Documents that hold any word of the text. */
  any(text: string, limit: number): readonly string[];
  /** Documents similar to a passage, or null if the engine has no such form: then it gets the most telling words of the passage as `any`. */
  readonly like: ((passage: string, limit: number) => readonly string[]) | null;
  /** Documents as the service answers with at an address that users ask, or null where it refuses the text; absent without a service. */
  readonly served?: (address: Address, text: string, limit: number) => Promise<readonly string[] | null>;
}

export interface Engine {
  readonly title: string;
  /** Settings and limits of the comparison in one or two sentences, for the legend. */
  readonly settings: string;
  version(): string;
  /** Writes the artefact into an empty folder. */
  build(source: BuildSource, folder: string): Promise<void> | void;
  open(folder: string): Promise<OpenedIndex> | OpenedIndex;
  createRetriever(documents: readonly RetrievalDocument[]): Promise<Retriever> | Retriever;
  /** Searches a baked site as served; absent for engines that search its pages as plain documents. Ids are paths. */
  openRetriever?(folder: string): Pick<Retriever, 'any'>;
}

export const ENGINE_NAMES = ['catchword', 'tantivy', 'flexsearch', 'minisearch', 'fts5', 'lunr'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];
