import type { QueryAnalyser } from '../../corpus/analysis/analyse_query.ts';
import type { Part, Unit } from '../../corpus/analysis/unit.ts';
import { FIELDS, type FieldName } from '../../corpus/index/fields.ts';
import { ANY_STEMMER, type FieldOrAll } from '../../query/match/postings.ts';
import { EMPTY_POSITION } from '../index/mapping.ts';
import type { ClusterSite } from '../index/site_parts.ts';
import { type Dsl, onStemmers, stemmersOf } from './dsl.ts';

type Site = Pick<ClusterSite, 'vocabulary'>;

/** The pages that hold the parts of a unit side by side; null: none does. */
export function translatePhrase(site: Site, analyser: QueryAnalyser, field: FieldOrAll, unit: Unit): Dsl | null {
  const names: readonly FieldName[] = field === 'all' ? FIELDS : [field];
  const should = names.flatMap((name) => phraseIn(site, analyser, name, unit));
  return should.length === 0 ? null : { bool: { should, minimum_should_match: 1 } };
}

/** A query for each group of stemmers with the same terms. */
function phraseIn(site: Site, { allStemmers }: QueryAnalyser, field: FieldName, { parts }: Unit): Dsl[] {
  const groups = new Map<string, number>();
  const isPlain = parts.every(({ terms }) => terms.length === 1);
  for (const stemmer of isPlain ? [0] : stemmersOf(allStemmers)) {
    const text = placed(site, parts, stemmer);
    if (text !== null) groups.set(text, (groups.get(text) ?? 0) | (1 << stemmer));
  }
  return [...groups].map(([text, stemmers]) =>
    onStemmers(isPlain ? ANY_STEMMER : stemmers, { match_phrase: { [`p.${field}`]: text } }),
  );
}

/** The parts as the field of positions has them, on pages of a stemmer; null when one of them is nowhere. */
function placed({ vocabulary }: Site, parts: readonly Part[], stemmer: number): string | null {
  const places: string[] = [];
  for (const { terms, offset, shape } of parts) {
    const term = vocabulary.find(terms.length === 1 ? terms[0]! : terms[stemmer]!);
    if (term < 0) return null;
    // A signed name stands with its first word, and terms of one position would mean any of them.
    if (shape === 'signed' || places[offset] === undefined) places[offset] = `${term}`;
  }
  return Array.from(places, (place) => place ?? EMPTY_POSITION).join(' ');
}
