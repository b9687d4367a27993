import { STEP_WORK, type Steps } from '../../../async/steps.ts';
import type { Unit } from '../../../corpus/analysis/unit.ts';
import type { PageTable } from '../../../corpus/corpus.ts';
import type { StoredSynonyms } from '../../../corpus/curation/curation_table.ts';
import { rarity } from '../../../corpus/index/ranking.ts';
import type { TextIndex } from '../../../corpus/index/text_index.ts';
import type { Engine } from '../engine.ts';
import { unitPostings } from '../phrase.ts';
import { type FieldOrAll, find, NO_POSTINGS, type Postings, partTerms, sizeOf } from '../postings.ts';
import type { SoughtWord } from '../sought_word.ts';
import type { Workspace } from '../workspace.ts';
import type { Synonym, WordSynonyms } from './synonym_table.ts';

/** A synonym says what the typed word says, but in a word that nobody typed. */
const SHARE = 0.8;

/**
 * Adds the pages that hold a synonym to those of the word, which must be complete: as if all were one word, as rare as they are together.
 * A page that holds several counts by the best of them.
 */
export function* addSynonyms(
  engine: Engine,
  workspace: Workspace,
  field: FieldOrAll,
  word: SoughtWord,
  curated: WordSynonyms,
): Steps<void> {
  const { pages, text } = engine.corpus;
  const lists: Postings[] = [];
  for (const { rule, unit } of curated.synonyms) {
    yield;
    const list = inLanguage(yield* unitPostings(engine, field, unit), rule.language, pages);
    lists.push(scaled(list, SHARE / rarityIn(text, list, unit)));
  }
  const own = scaled(word.list, 1 / rarityIn(text, word.list, word.unit));
  const all = yield* bestOf(workspace, lists);
  const joined = joinBest(own, all);
  const together = rarity(pages.count, sizeOf(joined));
  curated.own = scaled(own, together);
  curated.ownHolding = word.holding;
  curated.lists = lists.map((list) => scaled(list, together));
  curated.all = scaled(all, together);
  word.list = scaled(joined, together);
  word.holding = sizeOf(joined);
}

function scaled(list: Postings, factor: number): Postings {
  return { ...list, rarity: list.rarity * factor };
}

/** What the impacts of a unit's list were multiplied by. Where the lists of several terms were joined, each was by its own rarity. */
function rarityIn(text: TextIndex, list: Postings, { parts }: Unit): number {
  if (list.rarity !== 1 || sizeOf(list) === 0) return list.rarity || 1;
  const rarities = parts.map((part) => Math.max(0, ...partTerms(text, part).map(({ term }) => text.rarity[term]!)));
  return rarities.reduce((sum, each) => sum + each, 0) || 1;
}

/** The pages of a list and those that were found by synonyms. */
export function withSynonyms(list: Postings, curated: WordSynonyms | null): Postings {
  return curated === null ? list : joinBest(list, curated.all);
}

/**
 * The rules by which a page counts for a word that it lacks, or has with less weight.
 * @param isRaised whether its row is ordered by a text with synonyms: then that of its best synonym in any case
 */
export function synonymRulesOn(page: number, { curated }: SoughtWord, isRaised: boolean): readonly StoredSynonyms[] {
  if (curated === null) return [];
  const values = curated.lists.map((list) => valueOn(page, list));
  const best = Math.max(...values, 0);
  if (best === 0 || (!isRaised && best <= valueOn(page, curated.own))) return [];
  return [curated.synonyms[values.indexOf(best)]!.rule];
}

/** The synonyms of a word that some page holds. */
export function heldSynonyms({ curated }: SoughtWord): readonly Synonym[] {
  if (curated === null) return [];
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
  let kept = 0;
  for (let i = list.from; i < list.to; i++) if (admitted[language[list.pages[i]!]!]) kept++;
  const pages = new Uint32Array(kept);
  const impacts = new Float64Array(kept);
  for (let i = list.from, at = 0; at < kept; i++) {
    if (!admitted[language[list.pages[i]!]!]) continue;
    pages[at] = list.pages[i]!;
    impacts[at++] = list.impacts[i]!;
  }
  return { pages, impacts, set: null, from: 0, to: kept, rarity: list.rarity };
}

/** Joins lists. A page has the highest of its values. */
function* bestOf({ sums, seen }: Workspace, lists: readonly Postings[]): Steps<Postings> {
  seen.clear();
  for (const { pages, impacts, rarity: factor, from, to } of lists) {
    for (let start = from; start < to; start += STEP_WORK) {
      yield;
      const end = Math.min(start + STEP_WORK, to);
      seen.addAll(pages, start, end);
      for (let i = start; i < end; i++) {
        const value = impacts[i]! * factor;
        if (value > sums[pages[i]!]!) sums[pages[i]!] = value;
      }
    }
  }
  const pages = seen.toPages(seen.count());
  const impacts = new Float64Array(pages.length);
  for (let i = 0; i < pages.length; i++) {
    if (i % STEP_WORK === STEP_WORK - 1) yield;
    impacts[i] = sums[pages[i]!]!;
    sums[pages[i]!] = 0;
  }
  return { pages, impacts, set: null, from: 0, to: pages.length, rarity: 1 };
}

/** Joins two lists. A page in both has the higher of its values. */
function joinBest(a: Postings, b: Postings): Postings {
  if (sizeOf(b) === 0) return a;
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
