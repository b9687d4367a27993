import { hash } from 'node:crypto';
import { relative } from 'node:path';
import { type PageSource, readSource } from '../content/files/read_source.ts';
import { type PageDraft, readPage } from '../content/markdown/read_page.ts';
import type { SiteContext } from '../content/site/site_context.ts';
import type { ContentWarning } from '../content/site_content.ts';
import { analyseField, type FieldTerms } from '../corpus/analysis/analyse_field.ts';
import type { Spelling, TermNumbers } from '../corpus/analysis/term_numbers.ts';

/** The part of a draft that assembling a site needs: all but its texts, which are kept as bytes. */
export type DraftFacts = Omit<PageDraft, 'text' | 'markdown' | 'source' | 'code' | 'sections'>;

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
    readonly source: Uint8Array;
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

/** A file to read. `known`: the digest of its bytes in an earlier analysis, or null. */
export interface FileToAnalyse {
  readonly file: string;
  readonly known: string | null;
}

/** Where files are read, and by what conventions. */
export interface SourcePlace {
  /** Absolute path of the content root. */
  readonly root: string;
  /** Real path of the folder that files included by pages must be in. */
  readonly within: string;
  readonly context: SiteContext;
}

const encoder = new TextEncoder();

/** Reads and analyses files of one content root. Adds new terms to `numbers`. */
export function analyseFiles(
  { root, within, context }: SourcePlace,
  files: readonly FileToAnalyse[],
  numbers: TermNumbers,
): AnalysedBatch {
  const terms = numbers.terms.length;
  const spellings = numbers.spellings.length;
  const pages = files.map(({ file, known }) => {
    const included = new Set<string>();
    const { source, refusal } = readSource(root, file, context, within, included);
    if (source === null) return unreadable(file, refusal);
    const digest = hash('sha256', source.bytes, 'hex');
    if (digest === known) return { file, digest, unchanged: true as const };
    const page = analyse(file, source, digest, context, numbers);
    return included.size === 0 ? page : { ...page, included: [...included].map((path) => relative(root, path)) };
  });
  return { pages, newTerms: numbers.terms.slice(terms), newSpellings: numbers.spellings.slice(spellings) };
}

/** An unreadable file becomes a warning: the other files are still published. */
function unreadable(file: string, refusal: string): AnalysedPage {
  const warning = { file, line: 0, column: 0, message: `Cannot read the page: ${refusal}`, rule: 'unreadable' };
  return { file, digest: 'unreadable', warnings: [warning], page: null };
}

function analyse(
  file: string,
  source: PageSource,
  digest: string,
  context: SiteContext,
  numbers: TermNumbers,
): AnalysedPage {
  const read = readPage(file, source.bytes, context, source.lines);
  const { draft } = read;
  const warnings = [...source.warnings, ...read.warnings];
  if (draft === null) return { file, digest, warnings, page: null };
  const { text, markdown, source: written, code: _code, sections, ...rest } = draft;
  const body = analyseField(text, draft.language, numbers);
  return {
    file,
    digest,
    warnings,
    page: {
      draft: rest,
      text: encoder.encode(text),
      markdown: encoder.encode(markdown),
      source: encoder.encode(written),
      body,
      sections: positionsOf(text, sections, body),
    },
  };
}

/** @param places ascending UTF-16 offsets in the text; @returns for each the first position of the body at or after it */
function positionsOf(text: string, places: readonly number[], { steps }: FieldTerms): number[] {
  let position = -1;
  let at = -1;
  let byte = 0;
  let counted = 0;
  return places.map((place) => {
    byte += Buffer.byteLength(text.slice(counted, place));
    counted = place;
    while (at < byte && position + 1 < steps.length) at = Math.max(at, 0) + steps[++position]!;
    return at < byte ? steps.length : Math.max(position, 0);
  });
}
