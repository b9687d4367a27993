/** What every engine of the comparison does, and the shapes that pass between them and the measuring. */

/** A page as the peers get it: words as Catchword's analyser gives them, joined by blanks, so that all search the same terms. */
export interface TokenPage {
  readonly title: string;
  /** Aliases, tags, description and body. */
  readonly text: string;
  /** Slugs. */
  readonly tags: readonly string[];
  readonly collection: string | null;
}

/** A word of a query: as its author wrote it (for Catchword, which analyses it), and as the analysed pages hold it (for the peers). */
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
  /** Slug of a tag that every answer carries. */
  readonly tag: string | null;
  /** Whether to count collections and tags over all matches. */
  readonly facets: boolean;
  /** Set in `like` queries: the pasted text; `match` then holds its most telling words for engines that have no such form. */
  readonly passage: string | null;
}

/** A query made ready; `run` is what gets timed. */
export interface PreparedQuery<Answer = unknown> {
  run(): Answer;
  /** What of `run` finds the pages and their number, where the rest can be left off; timed apart. */
  readonly find?: () => unknown;
  /** Exact number of matches that the answer states, or null when the engine does not say. */
  total(answer: Answer): number | null;
}

export interface OpenedIndex {
  prepare(query: BenchQuery): PreparedQuery;
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

/** Searches a retrieval collection; both give document ids, best first. */
export interface Retriever {
  /** Documents that hold any word of the text. */
  any(text: string, limit: number): readonly string[];
  /** Documents similar to a passage; null: the engine has no such form and gets the passage's most telling words as `any`. */
  readonly like: ((passage: string, limit: number) => readonly string[]) | null;
}

export interface Engine {
  readonly title: string;
  /** Settings and limits of the comparison, one sentence or two for the legend. */
  readonly settings: string;
  version(): string;
  /** Writes the artefact into an empty folder. */
  build(source: BuildSource, folder: string): Promise<void> | void;
  open(folder: string): Promise<OpenedIndex> | OpenedIndex;
  createRetriever(documents: readonly RetrievalDocument[]): Promise<Retriever> | Retriever;
}

export const ENGINE_NAMES = ['catchword', 'tantivy', 'flexsearch', 'minisearch', 'fts5', 'lunr'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];
