import type { FieldTerms } from './analysis/analyse_field.ts';

/** A page as input of the artefact. Path, names and texts are in NFC. */
export interface CorpusPage {
  readonly path: string;
  /** Canonical URL; null: the origin in the settings, the path and `ending`. */
  readonly canonical: string | null;
  /** What follows the path in the page's address: nothing, a slash or `.html`. */
  readonly ending?: '' | '/' | '.html';
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
  /** Values of the site's own fields, by name; null or absent: the page has none. */
  readonly fields?: Readonly<Record<string, string | number | boolean | readonly string[] | null>>;
  /** Ids of the pages that this one links to (`CorpusInput.numberOf`). */
  readonly links: readonly number[];
  /** UTF-8. */
  readonly markdown: Uint8Array;
  /** Its Markdown as written, in UTF-8; absent: as it is published. */
  readonly source?: Uint8Array;
  /** The page's text in UTF-8, blocks separated by `\n`. */
  readonly text: Uint8Array;
  /** `analyseField` of that text, numbered by the corpus's `terms`. */
  readonly body: FieldTerms;
  /** First body position of each heading's section, in the order of `headings`. */
  readonly sections: readonly number[];
}
