/** What the owner of a site says about its search, as the curation file has it. */
import type { ContentWarning } from '../site_content.ts';

/** Name of the curation file, which is beside the configuration. */
export const CURATION_FILE = 'catchword.curation.yaml';

export interface Curation {
  readonly synonyms: readonly SynonymRule[];
  readonly pins: readonly PinRule[];
  readonly weights: readonly WeightRule[];
  readonly excluded: readonly ExcludeRule[];
}

/** A place in the file, counted from 1; the column in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Pages for one of `from` also are those for each of `to`. Two ways: both are the same list. */
export interface SynonymRule extends Place {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly isTwoWay: boolean;
  /** BCP 47 tag in lower case: only pages in that language are found by it; null: any. */
  readonly language: string | null;
}

/** Puts a page at a place of the results, from 1 to 10. */
export interface PinRule extends Place {
  /** `query`: the text is the whole query. `words`: the query holds all words of the text. */
  readonly by: 'query' | 'words';
  readonly text: string;
  readonly page: string;
  readonly place: number;
}

/** A path without a leading slash: with a trailing slash that of a folder and of all pages below it, else that of a page. */
interface PathRule extends Place {
  readonly path: string;
}

/** Multiplies the scores of pages. Of several rules for a page the one with the longest path applies. */
export interface WeightRule extends PathRule {
  readonly factor: number;
}

/** Leaves pages out of search. */
export type ExcludeRule = PathRule;

/** Something wrong with a rule, as a sentence. */
export interface CurationFault extends Place {
  readonly message: string;
}

/** A fault as a warning about the file. */
export function warnOf(file: string, { line, column, message }: CurationFault): ContentWarning {
  return { file, line, column, message: message.charAt(0).toUpperCase() + message.slice(1), rule: 'curation' };
}

export function countRules({ synonyms, pins, weights, excluded }: Curation): number {
  return synonyms.length + pins.length + weights.length + excluded.length;
}
