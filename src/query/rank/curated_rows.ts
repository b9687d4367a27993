import type { Curated } from '../match/curation/curated.ts';
import type { RaisedPin } from '../match/curation/pin_table.ts';
import type { PageSums } from '../match/page_sums.ts';
import { MISSING } from '../match/spellings/match_typed.ts';
import type { Asked } from './asked.ts';
import { type Candidates, inPageOrder } from './top.ts';

/** By page: the factor of its score. */
export type FactorOf = (page: number) => number;

/** What the owner's rules change of the ranking. */
export interface CuratedRanking {
  /** The factors that the sums found have, and that re-ranking does not see; null: none. */
  readonly factorOf: FactorOf | null;
  /** Other texts to re-rank by. A row has the sum of the text that raises it most. */
  readonly others: readonly Asked[];
  /** Receives the pages that another text raises. */
  readonly raised: Set<number>;
}

/** @returns null when no page of the site has a weight */
export function factorsOf(curated: Curated | null): FactorOf | null {
  if (curated === null || !curated.hasWeights) return null;
  return (page) => curated.weightOf(page)?.factor ?? 1;
}

/** Multiplies the sums of rows by the factors of their pages. @param power -1 takes the factors out again */
export function weigh({ pages, sums }: Candidates, factorOf: FactorOf | null, power: 1 | -1 = 1): void {
  if (factorOf === null) return;
  for (let row = 0; row < pages.length; row++) {
    const factor = factorOf(pages[row]!);
    sums[row] = power === 1 ? sums[row]! * factor : sums[row]! / factor;
  }
}

/** The rows of both, each with the higher of its sums. @param raised receives the pages that the others raise */
export function raise(rows: Candidates, others: Candidates, raised: Set<number>): Candidates {
  const best = new Map(Array.from(rows.pages, (page, row) => [page, rows.sums[row]!]));
  for (const [row, page] of others.pages.entries()) {
    const sum = others.sums[row]!;
    if (sum <= (best.get(page) ?? 0)) continue;
    best.set(page, sum);
    raised.add(page);
  }
  return inPageOrder(Uint32Array.from(best.keys()), Float64Array.from(best.values()));
}

/** Adds the pinned pages that were not found, as pages that hold none of the words. @returns their pins */
export function addPinned(found: PageSums, edits: Uint8Array, pins: readonly RaisedPin[]): readonly RaisedPin[] {
  const added = pins.filter(({ page }) => found.pages.subarray(0, found.count).indexOf(page) < 0);
  for (const { page } of added) {
    edits[found.count] = MISSING;
    found.add(page, 0);
  }
  return added;
}

/** Puts pinned pages at their places among the other rows. @param rows the first ones, at least as many as are shown */
export function placePins<Row extends { readonly page: number }>(
  rows: readonly Row[],
  pins: readonly RaisedPin[],
  rowOf: (page: number) => Row,
): readonly Row[] {
  if (pins.length === 0) return rows;
  const pinned = new Set(pins.map(({ page }) => page));
  const own = new Map(rows.map((row) => [row.page, row]));
  const placed = rows.filter(({ page }) => !pinned.has(page));
  for (const { page, at } of pins) placed.splice(at, 0, own.get(page) ?? rowOf(page));
  return placed;
}
