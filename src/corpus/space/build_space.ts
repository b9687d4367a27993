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
      const vectors = solved ?? (problem === null ? NO_VECTORS : solveSpace(problem));
      const ofTerms = quantise(vectors, terms.length);
      const pageVectors = vectorsOfPages(weights, vectors);
      return [
        ['space.terms', terms],
        ['space.term-vectors', ofTerms.parts],
        ['space.term-scales', ofTerms.scales],
        ['space.page-vectors', pageVectors],
        ['space.page-lengths', squaredLengths(pageVectors, dimensions, pages)],
      ];
    },
  };
}

/** @returns a vector for each term of the space */
export function solveSpace({ rows, dimensions }: SpaceProblem): DenseRows {
  return factorRows(rows, dimensions);
}

const NO_VECTORS: DenseRows = { width: 0, values: new Float64Array(0) };

/** Pages placed in the space at once, so that the weights of all pages are never in memory together. */
const PAGES_AT_ONCE = 2048;

function vectorsOfPages(weights: TermWeights, vectors: DenseRows): Int8Array {
  const { pages } = weights;
  const { width } = vectors;
  const parts = new Int8Array(pages * width);
  for (let first = 0; first < pages && width > 0; first += PAGES_AT_ONCE) {
    const some = numbersBetween(first, Math.min(pages, first + PAGES_AT_ONCE));
    parts.set(quantise(multiply(weights.rows(some), vectors), some.length).parts, first * width);
  }
  return parts;
}

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
  readonly #fields: SpaceInput['fields'];
  readonly #counter: PageCounter;
  /** By term: the rarity that weighs it. */
  readonly #rarities: Float64Array;
  /** By term: its place in `terms`, or -1. */
  readonly #columns: Int32Array;

  constructor({ fields, numberOf, termCount, isFunctionWord }: SpaceInput) {
    this.#fields = fields;
    this.pages = fields.body.length;
    this.#counter = new PageCounter(numberOf, termCount);
    const held = new Uint32Array(termCount);
    for (let page = 0; page < this.pages; page++) for (const term of this.#count(page)) held[term]!++;
    this.terms = Uint32Array.from(held.keys()).filter((term) => held[term]! >= FEWEST_PAGES && !isFunctionWord(term));
    this.#rarities = new Float64Array(termCount);
    this.#columns = new Int32Array(termCount).fill(-1);
    this.terms.forEach((term, column) => {
      this.#columns[term] = column;
      this.#rarities[term] = rarity(this.pages, held[term]!);
    });
  }

  #count(page: number): readonly number[] {
    return this.#counter.count(this.#fields.title[page]!, this.#fields.body[page]!);
  }

  /** @returns a row of weights for each of some pages, with a column for each term */
  rows(pages: Uint32Array): SparseRows {
    const { title, body } = this.#fields;
    let most = 0;
    for (const page of pages) most += title[page]!.terms.length + body[page]!.terms.length;
    const starts = new Uint32Array(pages.length + 1);
    const columns = new Uint32Array(most);
    const values = new Float64Array(most);
    let at = 0;
    for (let row = 0; row < pages.length; row++) {
      const from = at;
      let squares = 0;
      for (const term of this.#count(pages[row]!)) {
        const column = this.#columns[term]!;
        if (column < 0) continue;
        const weight = countWeight(this.#counter.counts[term]!) * this.#rarities[term]!;
        columns[at] = column;
        values[at++] = weight;
        squares += weight * weight;
      }
      const length = Math.sqrt(squares);
      for (let i = from; i < at; i++) values[i]! /= length;
      starts[row + 1] = at;
    }
    return { starts, columns: columns.subarray(0, at), values: values.subarray(0, at), width: this.terms.length };
  }
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

function squaredLengths(parts: Int8Array, width: number, rows: number): Uint32Array {
  return Uint32Array.from({ length: rows }, (_, row) =>
    parts.subarray(row * width, (row + 1) * width).reduce((sum, part) => sum + part * part, 0),
  );
}
