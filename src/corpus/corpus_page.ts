import type { FieldTerms } from './analysis/analyse_field.ts';

/** A page as the artefact takes it in. Path, names and texts are in normal form C. */
export interface CorpusPage {
  readonly path: string;
  /** Canonical address; null: the site's origin and the path. */
  readonly canonical: string | null;
  readonly title: string;
  readonly description: string;
  readonly indexing: string;
  readonly collection: string | null;
  readonly aliases: readonly string[];
  /** Slugs of the page's tags. */
  readonly tags: readonly string[];
  readonly published: string | null;
  readonly updated: string | null;
  readonly language: string;
  readonly headings: readonly { readonly depth: number; readonly text: string; readonly anchor: string }[];
  /** Pages that this one links to, by their places in the list of pages. */
  readonly links: readonly number[];
  /** UTF-8. */
  readonly markdown: Uint8Array;
  /** UTF-8 of the page's text, blocks separated by `\n`. */
  readonly text: Uint8Array;
  /** `analyseField` of that text, numbered by the corpus's `terms`. */
  readonly body: FieldTerms;
}
