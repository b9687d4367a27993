import type { Curated } from '../match/curation/curated.ts';
import type { RaisedPin } from '../match/curation/pin_table.ts';
import type { PageSums } from '../match/page_sums.ts';
import { MISSING } from '../match/spellings/match_typed.ts';
import type { Candidates } from './top.ts';

/** By page: the factor of its score. */
export type FactorOf = (page: number) => number;

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
