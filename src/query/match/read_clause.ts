import type { QueryAnalyser } from '../../corpus/analysis/analyse_query.ts';
import type { Unit } from '../../corpus/analysis/unit.ts';
import type { TextClause } from '../ask/plan.ts';
import type { ExcerptTerm } from './match_set.ts';
import { ANY_STEMMER, type FieldOrAll } from './postings.ts';
import { unitKey } from './unit_key.ts';

/** A distinct unit of a clause. Repeats raise its score and cause no further look-up. */
export interface ClauseTerm {
  readonly unit: Unit;
  readonly times: number;
  /**
   * Pages on which the unit is required: bit i for pages of the site's stemmer i, or `ANY_STEMMER`. On other pages it is a
   * function word, which only adds to the score.
   */
  readonly requiredOn: number;
}

/** An analysed text clause. */
export interface ReadClause {
  readonly field: FieldOrAll;
  /** All units in order. */
  readonly units: readonly Unit[];
  /** Its distinct units. */
  readonly terms: readonly ClauseTerm[];
  /** Whether all pages require the same terms. */
  readonly uniform: boolean;
}

export function readClause(analyser: QueryAnalyser, { text, in: field }: TextClause): ReadClause {
  return readUnits(analyser, field, analyser.units(text));
}

/** Function words are required only when there are no other words. */
export function readUnits({ allStemmers }: QueryAnalyser, field: FieldOrAll, units: readonly Unit[]): ReadClause {
  const counted = countRepeats(units);
  const nothingElseOn = counted.reduce((bits, { unit }) => bits & unit.functionWordOn, allStemmers);
  const terms = counted.map(({ unit, times }) => {
    const bits = (~unit.functionWordOn | nothingElseOn) & allStemmers;
    return { unit, times, requiredOn: bits === allStemmers ? ANY_STEMMER : bits };
  });
  const uniform = terms.every(({ requiredOn }) => requiredOn === 0 || requiredOn === ANY_STEMMER);
  return { field, units, terms, uniform };
}

function countRepeats(units: readonly Unit[]): { unit: Unit; times: number }[] {
  if (units.length === 1) return [{ unit: units[0]!, times: 1 }];
  const counted = new Map<string, { unit: Unit; times: number }>();
  for (const unit of units) {
    const key = unitKey(unit);
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { unit, times: 1 });
    else {
      known.times++;
      if (unit.quoted) known.unit = unit;
    }
  }
  return [...counted.values()];
}

export function excerptTermsOf({ terms, field }: ReadClause): ExcerptTerm[] {
  return terms.filter(({ requiredOn }) => requiredOn !== 0).map(({ unit }) => ({ unit, field }));
}

/** Distinct, in order of first occurrence. */
export function distinctExcerptTerms(terms: readonly ExcerptTerm[]): readonly ExcerptTerm[] {
  if (terms.length < 2 || (terms.length === 2 && !isSameTerm(terms[0]!, terms[1]!))) return terms;
  return [...new Map(terms.map((each) => [`${each.field}\n${unitKey(each.unit)}`, each])).values()];
}

function isSameTerm(a: ExcerptTerm, b: ExcerptTerm): boolean {
  return a.field === b.field && unitKey(a.unit) === unitKey(b.unit);
}

/** A group of stemmers on whose pages a clause requires the same terms. Terms are given by index in the clause. */
export interface RequiredGroup {
  /** Bit i for the site's stemmer i. */
  stemmers: number;
  readonly required: readonly number[];
  readonly others: readonly number[];
}

export function requiredGroups(
  { allStemmers }: QueryAnalyser,
  { terms }: { readonly terms: readonly Pick<ClauseTerm, 'requiredOn'>[] },
): RequiredGroup[] {
  const groups = new Map<string, RequiredGroup>();
  for (let stemmer = 0; (allStemmers >>> stemmer) & 1; stemmer++) {
    const isRequired = terms.map(({ requiredOn }) => ((requiredOn >>> stemmer) & 1) === 1);
    const key = isRequired.map(Number).join('');
    const known = groups.get(key);
    if (known !== undefined) {
      known.stemmers |= 1 << stemmer;
      continue;
    }
    const places = terms.map((_, place) => place);
    groups.set(key, {
      stemmers: 1 << stemmer,
      required: places.filter((place) => isRequired[place]),
      others: places.filter((place) => !isRequired[place]),
    });
  }
  return [...groups.values()];
}
