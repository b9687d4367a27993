import type { QueryAnalyser } from '../../corpus/analysis/analyse_query.ts';
import type { Part, PartTerm, Unit } from '../../corpus/analysis/unit.ts';
import { FIELDS, type FieldName, RANKING } from '../../corpus/index/fields.ts';
import type { MatchNode, TextClause } from '../../query/ask/plan.ts';
import { ANY_STEMMER, type FieldOrAll, partTerms } from '../../query/match/postings.ts';
import { type ClauseTerm, type ReadClause, readClause, requiredGroups } from '../../query/match/read_clause.ts';
import { partKey } from '../../query/match/unit_key.ts';
import { scoredClauses } from '../../query/rank/asked.ts';
import { EMPTY_POSITION } from '../index/mapping.ts';
import { ALL_PAGES, anyOf, type Dsl, impactOf, onStemmers, stemmersOf, type Translation } from './dsl.ts';
import type { KnownSite } from './known_site.ts';

/** Queries for clauses whose matches are known; null: none. */
export type KnownClauses = ReadonlyMap<TextClause, Dsl | null>;

export const NONE_KNOWN: KnownClauses = new Map();

/** A function word's share of its rarity is 1 / 64. */
export const SHARES = 1 / RANKING.commonShare;

/** Translates text clauses. A query of null matches no page. */
export class ClauseTranslator {
  readonly #site: KnownSite;
  readonly #analyser: QueryAnalyser;
  readonly #known: KnownClauses;

  constructor(site: KnownSite, analyser: QueryAnalyser, known = NONE_KNOWN) {
    this.#site = site;
    this.#analyser = analyser;
    this.#known = known;
  }

  read(clause: TextClause): ReadClause {
    return readClause(this.#analyser, clause);
  }

  /** The pages that match a tree, without scores. */
  tree(node: MatchNode): Dsl | null {
    if ('text' in node) {
      const known = this.#known.get(node);
      return known === undefined ? this.clause(this.read(node), false) : known;
    }
    if ('not' in node) {
      const denied = this.tree(node.not);
      return denied === null ? ALL_PAGES : { bool: { must_not: [denied] } };
    }
    if ('any' in node) return anyOf(node.any.map((each) => this.tree(each)).filter((each) => each !== null));
    const all: Dsl[] = [];
    for (const each of node.all) {
      const query = this.tree(each);
      if (query === null) return null;
      all.push(query);
    }
    return { bool: { filter: all } };
  }

  /**
   * A tree of a single level, in which each clause is matched and scored at once: clauses of which any holds, or clauses that all hold
   * beside nodes without scores.
   * @returns undefined for any other tree
   */
  flatTree(node: Exclude<MatchNode, TextClause>): Translation | undefined {
    if ('not' in node) return undefined;
    const nodes = 'all' in node ? node.all : node.any;
    const clauses = nodes.filter((each) => 'text' in each).map((clause) => this.read(clause));
    const others = nodes.filter((each) => !('text' in each));
    const isFlat = 'all' in node ? others.every((each) => scoredClauses(each).length === 0) : others.length === 0;
    if (clauses.length === 0 || !isFlat) return undefined;
    const scored = clauses.map((read) => this.clause(read, true));
    const filter = others.map((each) => this.tree(each));
    const parts = clauses.every(isWhole) ? 1 : SHARES;
    if ('any' in node) return { query: anyOf(scored.filter((query) => query !== null)), order: 'sum', parts };
    const must = scored.filter((query) => query !== null);
    const some = filter.filter((query) => query !== null);
    const isEmpty = must.length < scored.length || some.length < filter.length;
    const query = isEmpty ? null : { bool: { must, ...(some.length > 0 && { filter: some }) } };
    return { query, order: 'sum', parts };
  }

  /** @param scored whether the score matters; without it function words are left out */
  clause(read: ReadClause, scored: boolean): Dsl | null {
    if (read.terms.length === 0) return null;
    if (read.uniform) {
      const isRequired = ({ requiredOn }: ClauseTerm): boolean => requiredOn !== 0;
      return this.#conjunction(
        read.field,
        read.terms.filter(isRequired),
        scored ? read.terms.filter((term) => !isRequired(term)) : [],
      );
    }
    const groups = requiredGroups(this.#analyser, read).map(({ stemmers, required, others }) => {
      const query = this.#conjunction(
        read.field,
        required.map((term) => read.terms[term]!),
        scored ? others.map((term) => read.terms[term]!) : [],
      );
      return query === null ? null : onStemmers(stemmers, query);
    });
    return anyOf(groups.filter((group) => group !== null));
  }

  /** The pages that hold all of the terms; others only add to scores. */
  #conjunction(field: FieldOrAll, required: readonly ClauseTerm[], others: readonly ClauseTerm[]): Dsl | null {
    const must: Dsl[] = [];
    for (const { unit, times } of required) {
      const query = this.#unit(field, unit, times);
      if (query === null) return null;
      must.push(query);
    }
    const should = others
      .map(({ unit, times }) => this.#unit(field, unit, times * RANKING.commonShare))
      .filter((query) => query !== null);
    if (must.length === 1 && should.length === 0) return must[0]!;
    return { bool: { must, ...(should.length > 0 && { should, minimum_should_match: 0 }) } };
  }

  /** @param factor of the scores */
  #unit(field: FieldOrAll, unit: Unit, factor: number): Dsl | null {
    if (unit.parts.length === 1) return anyOf(this.#part(field, unit.parts[0]!, factor));
    const phrase = this.phrase(field, unit);
    if (phrase === null) return null;
    const distinct = new Map<string, { readonly part: Part; times: number }>();
    for (const part of unit.parts) {
      const known = distinct.get(partKey(part));
      if (known === undefined) distinct.set(partKey(part), { part, times: 1 });
      else known.times++;
    }
    const should = [...distinct.values()].flatMap(({ part, times }) => this.#part(field, part, factor * times));
    return { bool: { filter: [phrase], should, minimum_should_match: 0 } };
  }

  /** The pages that hold the parts of a unit side by side, without scores. */
  phrase(field: FieldOrAll, unit: Unit): Dsl | null {
    const names: readonly FieldName[] = field === 'all' ? FIELDS : [field];
    return anyOf(names.flatMap((name) => this.#phraseIn(name, unit)));
  }

  /** The terms of a part; no page has two of them. */
  #part(field: FieldOrAll, part: Part, factor: number, on = ANY_STEMMER): Dsl[] {
    return this.#terms(part, on).map(({ term, stemmers }) =>
      onStemmers(stemmers, impactOf(field, term, this.#site.rarity[term]! * factor)),
    );
  }

  /** The terms of a part on pages of some stemmers. */
  #terms(part: Part, on: number): PartTerm[] {
    return partTerms(this.#site, part)
      .map(({ term, stemmers }) => ({ term, stemmers: stemmers & on }))
      .filter(({ stemmers }) => stemmers !== 0);
  }

  /** The pages that have the parts of a unit side by side in a field: a query for each group of stemmers with the same terms. */
  #phraseIn(field: FieldName, { parts }: Unit): Dsl[] {
    const groups = new Map<string, number>();
    const isPlain = parts.every(({ terms }) => terms.length === 1);
    for (const stemmer of isPlain ? [0] : stemmersOf(this.#analyser.allStemmers)) {
      const text = this.#placed(parts, stemmer);
      if (text !== null) groups.set(text, (groups.get(text) ?? 0) | (1 << stemmer));
    }
    return [...groups].map(([text, stemmers]) => {
      const phrase: Dsl = { match_phrase: { [`p.${field}`]: text } };
      return isPlain ? phrase : { bool: { filter: [phrase, { terms: { stemmer: stemmersOf(stemmers) } }] } };
    });
  }

  /** The parts as the field of positions has them, on pages of a stemmer; null when one of them is nowhere. */
  #placed(parts: readonly Part[], stemmer: number): string | null {
    const places: string[] = [];
    for (const { terms, offset, shape } of parts) {
      const term = this.#site.vocabulary.find(terms.length === 1 ? terms[0]! : terms[stemmer]!);
      if (term < 0) return null;
      // A signed name stands with its first word, and terms of one position would mean any of them.
      if (shape === 'signed' || places[offset] === undefined) places[offset] = `${term}`;
    }
    return Array.from(places, (place) => place ?? EMPTY_POSITION).join(' ');
  }
}

/** Whether the sums of a clause are whole numbers. */
export function isWhole({ terms }: ReadClause): boolean {
  return terms.every(({ requiredOn }) => requiredOn === ANY_STEMMER);
}
