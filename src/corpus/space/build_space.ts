import type { FieldTerms } from '../analysis/analyse_field.ts';
import type { NamedSection } from '../artefact/artefact_format.ts';
import { rarity } from '../index/ranking.ts';
import { factorRows } from './factor_rows.ts';
import { type DenseRows, multiply, type SparseRows } from './sparse_rows.ts';

/** Numbers in a vector, unless the site has fewer pages or terms. */
const MOST_DIMENSIONS = 64;
/** Rarer terms say nothing about which pages are alike. */
const FEWEST_PAGES = 3;
/** Pages that the space is computed from, spread by number; all pages are then placed in it. */
const MOST_FACTORED = 1500;
/** Weights of counts are whole numbers of 1 / `COUNT_PARTS`, as logarithms may differ in their last bit between machines. */
const COUNT_PARTS = 4096;
/** The largest part of a stored vector. */
export const LARGEST_PART = 127;
/** A term vector's scale is stored in units of 1 / `SCALE_PARTS`. */
export const SCALE_PARTS = 2 ** 24;

export interface SpaceInput {
  /** Titles and bodies by page. */
  readonly fields: Readonly<Record<'title' | 'body', readonly FieldTerms[]>>;
  /** The number in the artefact of each term number in `fields`. */
  readonly numberOf: Uint32Array;
  /** Number of terms in the artefact. */
  readonly termCount: number;
  /** Whether a term, by its number in the artefact, is a function word. */
  isFunctionWord(term: number): boolean;
}

/**
 * Computes the site's own space by latent semantic analysis: a vector for each page and term, such that pages about the same things
 * have similar vectors even when they use other words.
 */
export function buildSpace(input: SpaceInput): NamedSection[] {
  const { terms, rows } = weighTerms(input);
  const pages = rows.starts.length - 1;
  const dimensions = Math.max(0, Math.min(MOST_DIMENSIONS, pages - 2, terms.length - 2));
  const vectors: DenseRows =
    dimensions === 0
      ? { width: 0, values: new Float64Array(0) }
      : factorRows(pages <= MOST_FACTORED ? rows : chooseRows(rows, MOST_FACTORED), dimensions);
  const ofTerms = quantise(vectors, terms.length);
  const ofPages = quantise(dimensions === 0 ? vectors : multiply(rows, vectors), pages);
  return [
    ['space.terms', terms],
    ['space.term-vectors', ofTerms.parts],
    ['space.term-scales', ofTerms.scales],
    ['space.page-vectors', ofPages.parts],
    ['space.page-lengths', squaredLengths(ofPages.parts, dimensions, pages)],
  ];
}

/** A space without vectors, in which no page gains. @param pages their number */
export function emptySpace(pages: number): NamedSection[] {
  return [
    ['space.terms', new Uint32Array(0)],
    ['space.term-vectors', new Int8Array(0)],
    ['space.term-scales', new Uint32Array(0)],
    ['space.page-vectors', new Int8Array(0)],
    ['space.page-lengths', new Uint32Array(pages)],
  ];
}

/** @returns the terms that have vectors, by number, and a row of weights for each page, with a column for each of them */
function weighTerms({ fields, numberOf, termCount, isFunctionWord }: SpaceInput): {
  terms: Uint32Array;
  rows: SparseRows;
} {
  const { title, body } = fields;
  const pages = body.length;
  const counter = new PageCounter(numberOf, termCount);
  const held = new Uint32Array(termCount);
  for (let page = 0; page < pages; page++) for (const term of counter.count(title[page]!, body[page]!)) held[term]!++;
  const terms = Uint32Array.from(held.keys()).filter((term) => held[term]! >= FEWEST_PAGES && !isFunctionWord(term));
  const columnOf = new Int32Array(termCount).fill(-1);
  terms.forEach((term, column) => {
    columnOf[term] = column;
  });
  const starts = new Uint32Array(pages + 1);
  const size = terms.reduce((sum, term) => sum + held[term]!, 0);
  const columns = new Uint32Array(size);
  const values = new Float64Array(size);
  let at = 0;
  for (let page = 0; page < pages; page++) {
    const from = at;
    let squares = 0;
    for (const term of counter.count(title[page]!, body[page]!)) {
      const column = columnOf[term]!;
      if (column < 0) continue;
      const weight = countWeight(counter.counts[term]!) * rarity(pages, held[term]!);
      columns[at] = column;
      values[at++] = weight;
      squares += weight * weight;
    }
    const length = Math.sqrt(squares);
    for (let i = from; i < at; i++) values[i]! /= length;
    starts[page + 1] = at;
  }
  return { terms, rows: { starts, columns, values, width: terms.length } };
}

/** Counts the terms of one page after the other, without creating an array for each. */
class PageCounter {
  /** Counts on the page last counted, by term. */
  readonly counts: Uint32Array;
  readonly #numberOf: Uint32Array;
  #terms: number[] = [];

  constructor(numberOf: Uint32Array, termCount: number) {
    this.#numberOf = numberOf;
    this.counts = new Uint32Array(termCount);
  }

  /** @returns the distinct terms, in order of first occurrence */
  count(...fields: readonly FieldTerms[]): readonly number[] {
    const { counts } = this;
    for (const term of this.#terms) counts[term] = 0;
    this.#terms = [];
    for (const field of fields) {
      for (let i = 0; i < field.terms.length; i++) {
        const term = this.#numberOf[field.terms[i]!]!;
        if (counts[term] === 0) this.#terms.push(term);
        counts[term]! += field.counts[i]!;
      }
    }
    return this.#terms;
  }
}

function countWeight(count: number): number {
  return Math.round(COUNT_PARTS * (1 + Math.log(count)));
}

/** @returns this many of the rows, at even distances */
function chooseRows({ starts, columns, values, width }: SparseRows, count: number): SparseRows {
  const rows = starts.length - 1;
  const chosen = Array.from({ length: count }, (_, i) => Math.floor((i * rows) / count));
  const chosenStarts = new Uint32Array(count + 1);
  chosen.forEach((row, i) => {
    chosenStarts[i + 1] = chosenStarts[i]! + starts[row + 1]! - starts[row]!;
  });
  const chosenColumns = new Uint32Array(chosenStarts[count]!);
  const chosenValues = new Float64Array(chosenStarts[count]!);
  chosen.forEach((row, i) => {
    chosenColumns.set(columns.subarray(starts[row]!, starts[row + 1]!), chosenStarts[i]!);
    chosenValues.set(values.subarray(starts[row]!, starts[row + 1]!), chosenStarts[i]!);
  });
  return { starts: chosenStarts, columns: chosenColumns, values: chosenValues, width };
}

/** Rounds each row to whole numbers, its largest part to `LARGEST_PART`. @returns also what the largest part was, by row */
function quantise({ width, values }: DenseRows, rows: number): { parts: Int8Array; scales: Uint32Array } {
  const parts = new Int8Array(rows * width);
  const scales = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) {
    let largest = 0;
    for (let i = row * width; i < (row + 1) * width; i++) largest = Math.max(largest, Math.abs(values[i]!));
    if (largest === 0) continue;
    scales[row] = Math.round(largest * SCALE_PARTS);
    for (let i = row * width; i < (row + 1) * width; i++) parts[i] = Math.round((LARGEST_PART * values[i]!) / largest);
  }
  return { parts, scales };
}

function squaredLengths(parts: Int8Array, width: number, rows: number): Uint32Array {
  return Uint32Array.from({ length: rows }, (_, row) =>
    parts.subarray(row * width, (row + 1) * width).reduce((sum, part) => sum + part * part, 0),
  );
}
