import type { FieldTerms } from '../analysis/analyse_field.ts';
import { VarintWriter } from '../artefact/varint_writer.ts';
import { sortUsed } from '../list_change.ts';
import { FIELDS, type FieldName } from './fields.ts';
import { SINGLE } from './posting_set.ts';
import { impact, weightedFrequency } from './ranking.ts';

/** Postings by term, pages ascending: those of term t are `[starts[t], starts[t + 1])` of the other arrays. */
export interface Postings {
  readonly starts: Uint32Array;
  readonly pages: Uint32Array;
  readonly impacts: Uint8Array;
  /** Where the positions of each posting are; empty for postings without positions. */
  readonly places: Uint32Array;
}

export interface PositionedPostings extends Postings {
  /** The parts of all pages, by page. */
  readonly positions: Uint8Array;
  /** The start of each page's part in `positions`, and the end of the last one. */
  readonly parts: Uint32Array;
}

/** The terms of each page, by page. */
export type PageFields = Readonly<Record<FieldName, readonly FieldTerms[]>>;
/** The average length of each field. */
export type Averages = Readonly<Record<FieldName, number>>;

/** The terms that pages hold, in the order of the index. */
export interface TermOrder {
  /** Term numbers, sorted by term. */
  readonly sorted: Uint32Array;
  /** By term number: its place in `sorted`. */
  readonly ranks: Uint32Array;
}

const NO_TERMS: TermOrder = { sorted: new Uint32Array(0), ranks: new Uint32Array(0) };

/**
 * Sorts the terms that pages hold, so that numbers in the index do not depend on which worker found a term first.
 * @param terms by term number
 * @param uses by term number: how often it is used
 * @param earlier of the index before; returned itself when it still holds
 */
export function orderTerms(terms: readonly string[], uses: Uint32Array, earlier = NO_TERMS): TermOrder {
  const sorted = sortUsed(earlier.sorted, uses, (a, b) => (terms[a]! < terms[b]! ? -1 : 1));
  if (sorted === earlier.sorted && earlier.ranks.length === terms.length) return earlier;
  const ranks = new Uint32Array(terms.length);
  sorted.forEach((term, place) => {
    ranks[term] = place;
  });
  return { sorted, ranks };
}

/** Converts counts by term, stored at term + 1, to starts. @returns the index of each term's next posting */
function toStarts(starts: Uint32Array): Uint32Array {
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  return starts.slice(0, -1);
}

/**
 * Inverts one field of some pages.
 * @param pages ascending @param ranks the new number of each term @param termCount how many terms have one
 */
export function invertField(
  name: FieldName,
  fields: readonly FieldTerms[],
  average: number,
  pages: readonly number[],
  ranks: Uint32Array,
  termCount: number,
): PositionedPostings {
  const starts = new Uint32Array(termCount + 1);
  for (const page of pages) for (const term of fields[page]!.terms) starts[ranks[term]! + 1]!++;
  const next = toStarts(starts);
  const size = starts.at(-1)!;
  const out = { starts, pages: new Uint32Array(size), impacts: new Uint8Array(size), places: new Uint32Array(size) };
  const writer = new VarintWriter();
  const parts = new Uint32Array(fields.length + 1);
  // A separate function, because the runtime compiles frequently called functions sooner and better than the body of a long loop.
  const addPage = (page: number, { terms, counts, positions, length }: FieldTerms): void => {
    let at = 0;
    for (let i = 0; i < terms.length; i++) {
      const count = counts[i]!;
      const posting = next[ranks[terms[i]!]!]!++;
      out.pages[posting] = page;
      out.impacts[posting] = impact(weightedFrequency(name, count, length, average));
      out.places[posting] = count === 1 ? SINGLE + positions[at]! : writer.writeSteps(positions, at, count);
      at += count;
    }
    parts[page + 1] = writer.bytes().length;
  };
  for (const page of pages) addPage(page, fields[page]!);
  // A page without a part starts and ends where the previous one ends.
  for (let page = 1; page < parts.length; page++) if (parts[page]! < parts[page - 1]!) parts[page] = parts[page - 1]!;
  return { ...out, positions: writer.bytes(), parts };
}

/** Inverts all fields of some pages into one set. The parameters are those of `invertField`. */
export function invertAll(
  fields: PageFields,
  averages: Averages,
  pages: readonly number[],
  ranks: Uint32Array,
  termCount: number,
): Postings {
  const seen = new Int32Array(ranks.length).fill(-1);
  const starts = new Uint32Array(termCount + 1);
  for (const page of pages) {
    for (const name of FIELDS) {
      for (const term of fields[name][page]!.terms) {
        if (seen[term] === page) continue;
        seen[term] = page;
        starts[ranks[term]! + 1]!++;
      }
    }
  }
  const next = toStarts(starts);
  const size = starts.at(-1)!;
  const places = new Uint32Array(0);
  const out = { starts, pages: new Uint32Array(size), impacts: new Uint8Array(size), places };
  const frequencies = new Float64Array(ranks.length);
  const touched: number[] = [];
  for (const page of pages) {
    touched.length = 0;
    for (const name of FIELDS) {
      const { terms, counts, length } = fields[name][page]!;
      for (let i = 0; i < terms.length; i++) {
        const term = terms[i]!;
        if (frequencies[term] === 0) touched.push(term);
        frequencies[term]! += weightedFrequency(name, counts[i]!, length, averages[name]);
      }
    }
    for (const term of touched) {
      const posting = next[ranks[term]!]!++;
      out.pages[posting] = page;
      out.impacts[posting] = impact(frequencies[term]!);
      frequencies[term] = 0;
    }
  }
  return out;
}
