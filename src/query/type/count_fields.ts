import { STEP_WORK, type Steps } from '../../async/steps.ts';
import type { Corpus, OwnField } from '../../corpus/corpus.ts';

/** How many pages have a value of a field. */
interface FieldCount {
  readonly value: string | number | boolean;
  readonly count: number;
}

/** @returns for each of the fields its values by count, most first, then by value; null without fields */
export function* countFields(
  { fields }: Corpus,
  pages: Uint32Array,
  names: readonly string[],
  most = 0,
): Steps<Readonly<Record<string, readonly FieldCount[]>> | null> {
  if (names.length === 0) return null;
  const counted: [string, readonly FieldCount[]][] = [];
  for (const name of names) {
    const field = fields.find((each) => each.name === name)!;
    counted.push([name, yield* countValues(field, pages, most)]);
  }
  return Object.fromEntries(counted);
}

/** Pages looked at between two yields. */
const PAGES_A_STEP = STEP_WORK / 16;

function* countValues(field: OwnField, pages: Uint32Array, most: number): Steps<FieldCount[]> {
  const counts = new Uint32Array(field.count);
  for (let i = 0; i < pages.length; i++) {
    if (i % PAGES_A_STEP === PAGES_A_STEP - 1) yield;
    for (const value of field.ofPage(pages[i]!)) counts[value]!++;
  }
  // Values are numbered by their text, so a stable sort by count leaves equal counts in that order.
  return Array.from(counts, (count, value) => ({ value, count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, most === 0 ? undefined : most)
    .map(({ value, count }) => ({ value: typed(field, field.value(value)), count }));
}

function typed({ type }: OwnField, text: string): string | number | boolean {
  if (type === 'number') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
}
