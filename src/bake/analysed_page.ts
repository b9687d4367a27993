import type { PageDraft } from '../content/markdown/read_page.ts';
import type { ContentWarning } from '../content/site_content.ts';
import type { FieldTerms } from '../corpus/analysis/analyse_field.ts';
import type { Spelling } from '../corpus/analysis/term_numbers.ts';

/** The part of a draft that assembling a site needs: all but its texts, which are kept as bytes. */
export type DraftFacts = Omit<PageDraft, 'text' | 'markdown' | 'code' | 'sections'>;

/**
 * The result of analysing one file. It depends only on the file's path and bytes and the site's context. Plain data, so it
 * can be cached and sent between threads.
 */
export interface AnalysedPage {
  readonly file: string;
  /** SHA-256 of the file's bytes, in hexadecimal. */
  readonly digest: string;
  readonly warnings: readonly ContentWarning[];
  /** Where files that it includes were looked for, relative to the content root; left out when it includes none. */
  readonly included?: readonly string[];
  /** Null when the file is not a page. */
  readonly page: {
    readonly draft: DraftFacts;
    /** UTF-8. */
    readonly text: Uint8Array;
    readonly markdown: Uint8Array;
    /** Terms of the text, as numbers in the term table of the same analysis. */
    readonly body: FieldTerms;
    /** First body position of each heading's section, in the order of the headings. */
    readonly sections: readonly number[];
  } | null;
}

/** A file whose bytes have not changed since the earlier analysis. */
export interface UnchangedPage {
  readonly file: string;
  readonly digest: string;
  readonly unchanged: true;
}

/** A batch of pages as a worker returns it. */
export interface AnalysedBatch {
  readonly pages: readonly (AnalysedPage | UnchangedPage)[];
  /** Terms that are new in this batch; their numbers continue those of the worker's earlier batches. */
  readonly newTerms: readonly string[];
  /** Spellings that are new in this batch, likewise. Their terms are numbered by the worker. */
  readonly newSpellings: readonly Spelling[];
}
