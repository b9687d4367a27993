import type { Steps } from '../../async/steps.ts';
import { RANKING } from '../../corpus/index/fields.ts';
import { IMPACT_STEPS, RARITY_PARTS, SCORE_PLACES, scoreParts } from '../../corpus/index/ranking.ts';
import type { ScoreStep } from '../ask/search_plan.ts';
import type { Engine } from '../match/engine.ts';
import { weighedParts } from '../match/look_up.ts';
import { find, type Postings } from '../match/postings.ts';
import { listsOfNames } from '../match/spellings/match_named.ts';
import { MISSING, type TypedMatches } from '../match/spellings/match_typed.ts';
import type { SearchRow } from './rank_search.ts';
import type { Trace } from './trace.ts';

/** A step of a row's score. The gains of all steps are the score. */
export interface ExplainedStep {
  readonly step: ScoreStep;
  /** The word of the text. */
  readonly word?: string;
  /** Its frequency in the fields of the page, by their weights: from 0 to 1. */
  readonly weight?: number;
  /** How rare it is on the site. */
  readonly rarity?: number;
  /** Edits of the words: rows with fewer come first. */
  readonly typos?: number;
  readonly gain: number;
}

/** A list that adds to the sum of a page, and what it says. */
interface Source {
  readonly step: ScoreStep;
  readonly word: string;
  readonly list: Postings;
  /** Factor of its sums. */
  readonly times: number;
}

/** What made the score of a row: the sums of matching, then what raised them. @param isWeighed whether sums have the factors of the owner's rules */
export function* explainRow(
  engine: Engine,
  matches: TypedMatches,
  trace: Trace,
  { page, sum: whole, edits }: SearchRow,
  isWeighed: boolean,
): Steps<readonly ExplainedStep[]> {
  // A pinned page that was not found.
  if (whole === 0) return [];
  const factor = (isWeighed ? engine.curated()?.weightOf(page)?.factor : undefined) ?? 1;
  const at = matches.found.pages.subarray(0, matches.found.count).indexOf(page);
  const score = scoreParts(whole);
  const steps: ExplainedStep[] = [];
  let sum = 0;
  let parts = 0;
  const add = (step: ScoreStep, after: number, facts: Partial<ExplainedStep> = {}): void => {
    sum = after;
    const now = scoreParts(after);
    // Sums are rounded between steps, so the last ones may be a part of a score away from it.
    const gain = (Math.abs(now - score) <= ROUNDING ? score : now) - parts;
    if (gain === 0 || (gain < 0 && gain >= -ROUNDING)) return;
    parts += gain;
    steps.push({ step, ...facts, gain: gain / 10 ** SCORE_PLACES });
  };
  for (const { step, word, list, times } of yield* sourcesOf(engine, matches, page, at)) {
    const impact = list.impacts[find(list, page)]!;
    // Lists of several terms have sums in place of impacts.
    const isTerm = list.rarity > 1;
    const facts = isTerm ? { weight: places(impact / IMPACT_STEPS), rarity: places(list.rarity / RARITY_PARTS) } : {};
    add(step, sum + impact * list.rarity * times, { word, ...facts });
  }
  if (matches.isRaised) add('share', matches.found.sums[at]! / factor);
  for (const { step, sum: after } of trace.sumsOf(page, sum)) add(step, after);
  if (factor !== 1) add('weight', sum * factor);
  if (edits > 0 && edits !== MISSING) steps.push({ step: 'typos', typos: edits, gain: 0 });
  return steps;
}

/** Units of the last decimal place of a score. */
const ROUNDING = 2;

/** Rounded for readers. */
function places(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** The lists that have a page, in the way it was found. @param at its index among the pages found */
function* sourcesOf(engine: Engine, matches: TypedMatches, page: number, at: number): Steps<Source[]> {
  const { words, extra, weighed, heldTotal, exactTotal, ranked } = matches;
  const stemmer = engine.corpus.text.stemmers[page]!;
  const sources: Source[] = [];
  const add = (step: ScoreStep, word: string, list: Postings, times: number): boolean => {
    const isOn = find(list, page) >= 0;
    if (isOn) sources.push({ step, word, list, times });
    return isOn;
  };
  const isByWeight = at >= heldTotal && at >= ranked[0] && at < ranked[1];
  const required = words.filter(({ requiredOn }) => requiredOn !== 0);
  if (isByWeight) {
    for (const part of (yield* weighedParts(engine, 'all', weighed)).parts) {
      const own = required.find(({ unit }) =>
        unit.parts.some(({ terms }) => terms.join() === part.unit.parts[0]!.terms.join()),
      );
      const isRequired = ((part.requiredOn >>> stemmer) & 1) === 1;
      add('word', own?.typed.text ?? '', part.list, part.times * (isRequired ? 1 : RANKING.commonShare));
    }
  } else {
    for (const word of required) {
      const times = word.times * ((word.requiredOn >>> stemmer) & 1 ? 1 : RANKING.commonShare);
      const { text } = word.typed;
      if (add('word', text, word.list, times) || at < exactTotal) continue;
      if (listsOfNames(word, true).some((list) => add('name', text, list, times)) || at < heldTotal) continue;
      if (word.spellings !== null) add('word', text, word.spellings.near, times);
    }
  }
  for (const { step, word, list } of extra) add(step, word, list, 1);
  return sources;
}
