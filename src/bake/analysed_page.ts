import type { PageDraft } from '../content/read_page.ts';
import type { ContentWarning } from '../content/site_content.ts';
import type { FieldTerms } from '../corpus/analysis/analyse_field.ts';

/** What assembling a site reads of a draft: all but its texts, which stay as bytes. */
export type DraftFacts = Omit<PageDraft, 'text' | 'markdown' | 'code'>;

/** What one source file became on a worker: all that its bytes alone decide. Plain data, so it can cross threads and be kept. */
export interface AnalysedPage {
  readonly file: string;
  /** SHA-256 of the file's bytes, in hexadecimal. */
  readonly digest: string;
  readonly warnings: readonly ContentWarning[];
  /** Null when the file is no page. */
  readonly page: {
    readonly draft: DraftFacts;
    /** UTF-8. */
    readonly text: Uint8Array;
    readonly markdown: Uint8Array;
    /** Terms of the text, by the numbers of the analysis that they came with. */
    readonly body: FieldTerms;
  } | null;
}

/** A file whose bytes are those that were analysed before. */
export interface UnchangedPage {
  readonly file: string;
  readonly digest: string;
  readonly unchanged: true;
}

/** Some pages as a worker hands them over. */
export interface AnalysedBatch {
  readonly pages: readonly (AnalysedPage | UnchangedPage)[];
  /** Terms that the worker met first in this batch; their numbers follow those it handed over before. */
  readonly newTerms: readonly string[];
}
