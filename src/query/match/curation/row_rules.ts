import type { Engine } from '../engine.ts';
import type { SoughtWord } from '../sought_word.ts';
import type { RaisedPin } from './pin_table.ts';
import { synonymRulesOn } from './synonym_postings.ts';

/** A rule of the owner that moved a row. */
export interface RowRule {
  readonly rule: 'pin' | 'weight' | 'synonym';
  /** The rule in one line. */
  readonly text: string;
  /** Its line in the curation file. */
  readonly line: number;
}

/**
 * The rules that moved a row: that which pins it, its weight, and the synonyms by which it was found.
 * @param pins those that put the page where it is
 * @param isWeighed whether rows are ordered by scores
 */
export function rulesOfRow(
  engine: Engine,
  { page, bySynonym = false }: { readonly page: number; readonly bySynonym?: boolean },
  words: readonly SoughtWord[],
  pins: readonly RaisedPin[],
  isWeighed: boolean,
): readonly RowRule[] {
  const curated = engine.curated();
  if (curated === null) return [];
  const weight = isWeighed ? curated.weightOf(page) : null;
  const synonyms = new Set(words.flatMap((word) => synonymRulesOn(page, word, bySynonym)));
  return [
    ...pins
      .filter((each) => each.page === page)
      .map(({ pin }) => ({ rule: 'pin' as const, text: pin.rule, line: pin.line })),
    ...(weight === null ? [] : [{ rule: 'weight' as const, text: weight.rule, line: weight.line }]),
    ...[...synonyms].map(({ rule, line }) => ({ rule: 'synonym' as const, text: rule, line })),
  ];
}
