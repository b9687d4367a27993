import type { QueryAnalyser } from '../../../corpus/analysis/analyse_query.ts';
import type { Unit } from '../../../corpus/analysis/unit.ts';
import { partKey } from '../unit_key.ts';

const QUOTES = /["“”„«»]/g;

/** The words of a text as keys, in order: equal for texts whose words have the same terms. Quotation marks only separate. */
export function wordKeys(analyser: QueryAnalyser, text: string): readonly string[] {
  return analyser.units(text.replace(QUOTES, ' ')).flatMap(keysOf);
}

/** The keys of a unit's parts. */
export function keysOf({ parts }: Unit): readonly string[] {
  return parts.map(partKey);
}

/** One key for several; keys have no line breaks. */
export function joinKeys(keys: readonly string[]): string {
  return keys.join('\n');
}
