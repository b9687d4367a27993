import { STEP_WORK, type Steps } from '../../async/steps.ts';
import type { Part, Unit } from '../../corpus/analysis/unit.ts';
import { FIELDS, type FieldName } from '../../corpus/index/fields.ts';
import { intersect } from './conjunction.ts';
import type { Engine } from './engine.ts';
import { PageSums } from './page_sums.ts';
import {
  type FieldOrAll,
  find,
  NO_POSTINGS,
  type Postings,
  partPostings,
  partTerms,
  repeated,
  sizeOf,
  unite,
} from './postings.ts';
import { partKey } from './unit_key.ts';
import { UnitPositions } from './unit_positions.ts';

/**
 * Pages that contain the unit in the given field (`all`: in any one field), with the summed scores of its parts.
 * @param within restricts the search for a unit of several parts to these pages; null: all pages. Ignored for a single part.
 */
export function* unitPostings(
  engine: Engine,
  field: FieldOrAll,
  unit: Unit,
  within: Postings | null = null,
): Steps<Postings> {
  const index = engine.corpus.text;
  if (unit.parts.length === 1) return partPostings(index, field, unit.parts[0]!);
  if (unit.parts.some((part) => partTerms(index, part).length === 0)) return NO_POSTINGS;
  if (index.phrase !== null) return onPages(index.phrase(field, unit), within);
  if (field !== 'all') return yield* phrasePostings(engine, field, field, unit, within);
  const lists: Postings[] = [];
  for (const name of FIELDS) {
    const list = yield* phrasePostings(engine, name, 'all', unit, within);
    if (sizeOf(list) > 0) lists.push(list);
  }
  if (lists.length === 0) return NO_POSTINGS;
  return lists.length === 1 ? lists[0]! : highest(lists);
}

/** The postings of a list on the pages of another one. */
function onPages(list: Postings, within: Postings | null): Postings {
  if (within === null) return list;
  const kept: number[] = [];
  for (let i = list.from; i < list.to; i++) if (find(within, list.pages[i]!) >= 0) kept.push(i);
  return {
    ...list,
    pages: Uint32Array.from(kept, (i) => list.pages[i]!),
    impacts: Float64Array.from(kept, (i) => list.impacts[i]!),
    set: null,
    from: 0,
    to: kept.length,
  };
}

/** @param weigh the field whose impacts are summed, or `all` */
function* phrasePostings(
  engine: Engine,
  field: FieldName,
  weigh: FieldOrAll,
  unit: Unit,
  within: Postings | null,
): Steps<Postings> {
  yield;
  const index = engine.corpus.text;
  const parts = distinctParts(unit);
  const lists = parts.map(({ part }) => partPostings(index, field, part));
  const fewest = Math.min(...lists.map(sizeOf));
  if (fewest === 0) return NO_POSTINGS;
  const shared = new PageSums(fewest);
  const unscored = [...(within === null ? [] : [within]), ...lists].map((list) => ({ ...list, rarity: 0 }));
  yield* intersect(unscored, [], shared);
  const positions = new UnitPositions(index, field, unit);
  let kept = 0;
  let work = 0;
  for (let i = 0; i < shared.count; i++) {
    work += 8 * unit.parts.length;
    if (work > STEP_WORK) {
      work = 0;
      yield;
    }
    if (!positions.isOn(shared.pages[i]!)) continue;
    shared.pages[kept] = shared.pages[i]!;
    shared.sums[kept++] = shared.sums[i]!;
  }
  shared.count = kept;
  const weights = parts.map(({ part, times }) => repeated(partPostings(index, weigh, part), times));
  const summed = new PageSums(kept);
  yield* intersect([shared.asPostings()], weights, summed);
  return summed.asPostings();
}

/** The unit's distinct parts in order of first occurrence, each with its count. */
function distinctParts(unit: Unit): { part: Part; times: number }[] {
  const parts = new Map<string, { part: Part; times: number }>();
  for (const part of unit.parts) {
    const key = partKey(part);
    const known = parts.get(key);
    if (known === undefined) parts.set(key, { part, times: 1 });
    else known.times++;
  }
  return [...parts.values()];
}

/** Merges the lists of several fields. Their sums are over all fields, so a page in several lists counts once. */
function highest(lists: readonly Postings[]): Postings {
  const sums = new Map<number, number>();
  for (const { pages, impacts, to } of lists) for (let i = 0; i < to; i++) sums.set(pages[i]!, impacts[i]!);
  const united = unite(lists);
  const impacts = Float64Array.from(united.pages.subarray(0, united.to), (page) => sums.get(page)!);
  return { ...united, impacts };
}
