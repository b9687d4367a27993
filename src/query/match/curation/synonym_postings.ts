import type { Steps } from '../../../async/steps.ts';
import type { PageTable } from '../../../corpus/corpus.ts';
import type { StoredSynonyms } from '../../../corpus/curation/curation_table.ts';
import { rarity } from '../../../corpus/index/ranking.ts';
import type { Engine } from '../engine.ts';
import { unitPostings } from '../phrase.ts';
import { type FieldOrAll, find, NO_POSTINGS, type Postings, sizeOf } from '../postings.ts';
import type { SoughtWord } from '../sought_word.ts';
import type { Synonym } from './synonym_table.ts';

/** A synonym says what the typed word says, but in a word that nobody typed. */
const SHARE = 0.8;

/** The synonyms of a sought word, and what was found by them. */
export interface WordSynonyms {
  readonly synonyms: readonly Synonym[];
  /** Pages that hold the word itself, and their number. */
  own: Postings;
  ownHolding: number;
  /** Parallel to the synonyms: the pages that hold each, with its share. */
  lists: readonly Postings[];
}

export function wordSynonyms(synonyms: readonly Synonym[]): WordSynonyms | null {
  return synonyms.length === 0 ? null : { synonyms, own: NO_POSTINGS, ownHolding: 0, lists: [] };
}

/**
 * Adds the pages that hold a synonym to those of the word, which must be complete. A page that holds several counts by the best of them,
 * and a rarer synonym is not worth more than the word.
 */
export function* addSynonyms(engine: Engine, field: FieldOrAll, word: SoughtWord): Steps<void> {
  const { curated } = word;
  if (curated === null) return;
  const { pages } = engine.corpus;
  const most = word.holding === 0 ? Number.POSITIVE_INFINITY : rarity(pages.count, word.holding);
  const lists: Postings[] = [];
  for (const { rule, unit, covers } of curated.synonyms) {
    yield;
    const list = inLanguage(yield* unitPostings(engine, field, unit), rule.language, pages);
    const bound = Math.min(1, most / rarity(pages.count, sizeOf(list)));
    lists.push({ ...list, rarity: (list.rarity * SHARE * bound) / (covers * unit.parts.length) });
  }
  curated.own = word.list;
  curated.ownHolding = word.holding;
  curated.lists = lists;
  word.list = withSynonyms(word.list, curated);
  word.holding = sizeOf(word.list);
}

/** The pages of a list and those that were found by synonyms. */
export function withSynonyms(list: Postings, curated: WordSynonyms | null): Postings {
  return (curated?.lists ?? []).filter((each) => sizeOf(each) > 0).reduce(joinBest, list);
}

/** The rules by which a page counts for a word that it lacks, or has with less weight. */
export function synonymRulesOn(page: number, { curated }: SoughtWord): readonly StoredSynonyms[] {
  if (curated === null) return [];
  const values = curated.lists.map((list) => valueOn(page, list));
  const best = Math.max(...values, 0);
  if (best <= valueOn(page, curated.own)) return [];
  return [curated.synonyms[values.indexOf(best)]!.rule];
}

/** The texts that pages hold in place of a word that no page holds itself. */
export function heldSynonyms({ curated }: SoughtWord): readonly Synonym[] {
  if (curated === null || curated.ownHolding > 0) return [];
  return curated.synonyms.filter((_, at) => sizeOf(curated.lists[at] ?? NO_POSTINGS) > 0);
}

function valueOn(page: number, list: Postings): number {
  const at = find(list, page);
  return at < 0 ? 0 : list.impacts[at]! * list.rarity;
}

/** The postings on pages of a language range (RFC 4647 3.3.1). */
function inLanguage(list: Postings, range: string | null, { languages, language }: PageTable): Postings {
  if (range === null) return list;
  const admitted = languages.map((each) => `${each.toLowerCase()}-`.startsWith(`${range}-`));
  const kept: number[] = [];
  for (let i = list.from; i < list.to; i++) if (admitted[language[list.pages[i]!]!]) kept.push(i);
  return {
    pages: Uint32Array.from(kept, (i) => list.pages[i]!),
    impacts: Float64Array.from(kept, (i) => list.impacts[i]!),
    ...{ set: null, from: 0, to: kept.length, rarity: list.rarity },
  };
}

/** Joins two lists. A page in both has the higher of its values. */
function joinBest(a: Postings, b: Postings): Postings {
  const size = sizeOf(a) + sizeOf(b);
  const pages = new Uint32Array(size);
  const impacts = new Float64Array(size);
  let to = 0;
  for (let i = a.from, j = b.from; i < a.to || j < b.to; to++) {
    const page = Math.min(i < a.to ? a.pages[i]! : Infinity, j < b.to ? b.pages[j]! : Infinity);
    let best = 0;
    if (i < a.to && a.pages[i] === page) best = a.impacts[i++]! * a.rarity;
    if (j < b.to && b.pages[j] === page) best = Math.max(best, b.impacts[j++]! * b.rarity);
    pages[to] = page;
    impacts[to] = best;
  }
  return { pages, impacts, set: null, from: 0, to, rarity: 1 };
}
