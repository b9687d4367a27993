import type { FieldTerms } from '../analysis/analyse_field.ts';
import type { NamedSection } from '../artefact/artefact_format.ts';
import { rarity } from '../index/ranking.ts';
import { type DenseRows, factorRows, multiply, type SparseRows } from './factor_rows.ts';

/** Numbers in a vector, unless the site has fewer pages or terms. */
const MOST_DIMENSIONS = 64;
/** Minimum number of pages with a term. Rarer terms do not show which pages are alike. */
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

/** Pages chosen to compute the space from. It takes most of the time, and another thread may do it. */
export interface SpaceProblem {
  readonly rows: SparseRows;
  readonly dimensions: number;
}

/** A space whose terms are known, and whose vectors are still to be computed. */
export interface PreparedSpace {
  /** Null for a site that is too small to have a space. */
  readonly problem: SpaceProblem | null;
  /** @param vectors `solveSpace` of the problem; null: it is solved here */
  finish(vectors: DenseRows | null): NamedSection[];
}

/**
 * Prepares the site's own space, made by latent semantic analysis: a vector for each page and term, such that pages about the same
 * things have similar vectors even when they use other words.
 */
export function prepareSpace(input: SpaceInput): PreparedSpace {
  const weights = new TermWeights(input);
  const { terms, pages } = weights;
  const dimensions = Math.max(0, Math.min(MOST_DIMENSIONS, pages - 2, terms.length - 2));
  const problem = dimensions === 0 ? null : { rows: weights.rows(chosenPages(pages)), dimensions };
  return {
    problem,
    finish(solved) {
      const vectors = solved ?? (problem === null ? { width: 0, values: new Float64Array(0) } : solveSpace(problem));
      const ofTerms = quantise(vectors, terms.length);
      const { width } = vectors;
      const ofPages = new Int8Array(pages * width);
      for (let first = 0; first < pages && width > 0; first += PAGES_AT_ONCE) {
        const some = numbersBetween(first, Math.min(pages, first + PAGES_AT_ONCE));
        ofPages.set(quantise(multiply(weights.rows(some), vectors), some.length).parts, first * width);
      }
      const squaredLength = (page: number): number =>
        ofPages.subarray(page * width, (page + 1) * width).reduce((sum, part) => sum + part * part, 0);
      return [
        ['space.terms', terms],
        ['space.term-vectors', ofTerms.parts],
        ['space.term-scales', ofTerms.scales],
        ['space.page-vectors', ofPages],
        ['space.page-lengths', numbersBetween(0, pages).map(squaredLength)],
      ];
    },
  };
}

/** @returns a vector for each term of the space */
export function solveSpace({ rows, dimensions }: SpaceProblem): DenseRows {
  return factorRows(rows, dimensions);
}

/** Pages placed in the space at once, so that the weights of all pages are never in memory together. */
const PAGES_AT_ONCE = 2048;

/** A space without vectors, which raises no page. @param pages their number */
export function emptySpace(pages: number): NamedSection[] {
  return [
    ['space.terms', new Uint32Array(0)],
    ['space.term-vectors', new Int8Array(0)],
    ['space.term-scales', new Uint32Array(0)],
    ['space.page-vectors', new Int8Array(0)],
    ['space.page-lengths', new Uint32Array(pages)],
  ];
}

/** The terms that have vectors, and their weights on pages. */
class TermWeights {
  /** By number, ascending. */
  readonly terms: Uint32Array;
  /** Number of pages. */
  readonly pages: number;
  readonly #input: SpaceInput;
  /** By term: the rarity that weighs it. */
  readonly #rarities: Float64Array;
  /** By term: its place in `terms`, or -1. */
  readonly #columns: Int32Array;

  constructor(input: SpaceInput) {
    const { fields, termCount } = input;
    this.#input = input;
    this.pages = fields.body.length;
    const held = new Uint32Array(termCount);
    for (let page = 0; page < this.pages; page++) for (const term of this.#count(page).keys()) held[term]!++;
    this.terms = numbersBetween(0, termCount).filter(
      (term) => held[term]! >= FEWEST_PAGES && !input.isFunctionWord(term),
    );
    this.#rarities = new Float64Array(termCount);
    this.#columns = new Int32Array(termCount).fill(-1);
    this.terms.forEach((term, column) => {
      this.#columns[term] = column;
      this.#rarities[term] = rarity(this.pages, held[term]!);
    });
  }

  /** How often a page has each of its terms, in order of first occurrence. */
  #count(page: number): ReadonlyMap<number, number> {
    const { fields, numberOf } = this.#input;
    const counts = new Map<number, number>();
    for (const field of [fields.title[page]!, fields.body[page]!]) {
      field.terms.forEach((number, i) => {
        const term = numberOf[number]!;
        counts.set(term, (counts.get(term) ?? 0) + field.counts[i]!);
      });
    }
    return counts;
  }

  /** @returns a row of weights for each of some pages, with a column for each term */
  rows(pages: Uint32Array): SparseRows {
    const starts = new Uint32Array(pages.length + 1);
    const columns: number[] = [];
    const values: number[] = [];
    pages.forEach((page, row) => {
      let squares = 0;
      for (const [term, count] of this.#count(page)) {
        const column = this.#columns[term]!;
        if (column < 0) continue;
        const weight = countWeight(count) * this.#rarities[term]!;
        columns.push(column);
        values.push(weight);
        squares += weight * weight;
      }
      const length = Math.sqrt(squares);
      for (let i = starts[row]!; i < values.length; i++) values[i]! /= length;
      starts[row + 1] = values.length;
    });
    return {
      starts,
      columns: Uint32Array.from(columns),
      values: Float64Array.from(values),
      width: this.terms.length,
    };
  }
}

function countWeight(count: number): number {
  return Math.round(COUNT_PARTS * (1 + Math.log(count)));
}

/** @returns the pages that the space is computed from, at even distances */
function chosenPages(pages: number): Uint32Array {
  if (pages <= MOST_FACTORED) return numbersBetween(0, pages);
  return Uint32Array.from({ length: MOST_FACTORED }, (_, i) => Math.floor((i * pages) / MOST_FACTORED));
}

function numbersBetween(first: number, end: number): Uint32Array {
  return new Uint32Array(end - first).map((_, i) => first + i);
}

/** Scales each row so that its largest part is `LARGEST_PART`, and rounds it. @returns also the largest part of each row before */
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
