/** What a page and the program beside static search files tell each other. */

/** Raise it when an older program cannot read what this one writes, or the reverse. */
export const PARTS_FORMAT = 1;

/** Name of the file that names the build in force, the only one that changes. */
export const MANIFEST_NAME = 'search.json';

/** The stemmers of snowball-stemmers by language, as scripts without modules. */
export interface StemmerScripts {
  /** What all of them need, before them. */
  readonly shared: string;
  /** By the name of the algorithm, such as `english`: the class `englishStemmer`. */
  readonly algorithms: Readonly<Record<string, string>>;
}

/** What the program of a site is assembled from. */
export interface ProgramScripts {
  /** A module that finds the stemmers in a constant `STEMMERS` before it. */
  readonly core: string;
  readonly stemmers: StemmerScripts;
}

/** The manifest: which folder beside it has the parts. */
export interface PartsManifest {
  readonly format: number;
  /** 16 hexadecimal digits. */
  readonly build: string;
}

/** The outcome of a search: the body of the response, why it is refused, which file cannot be used, or that the host is not reached. */
export type ProgramOutcome =
  | { readonly kind: 'answer'; readonly body: string }
  | { readonly kind: 'refusal' | 'broken'; readonly detail: string }
  | { readonly kind: 'offline' };

/**
 * Answers a query string, without its question mark, as `GET /api/search` does. Null: only loads what every search reads.
 * Rejects when it is aborted.
 */
export type AskProgram = (query: string | null, signal: AbortSignal) => Promise<ProgramOutcome>;

/** From the page to the worker: a search, or the number of one that is not wanted any more. */
export type ToProgram = { readonly number: number; readonly query: string | null } | { readonly abort: number };

/** From the worker to the page, after a first message `ready`. */
export type FromProgram = { readonly number: number; readonly outcome: ProgramOutcome };
