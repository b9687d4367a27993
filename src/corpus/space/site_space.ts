import { firstWhere } from '../artefact/number_lists.ts';
import type { SectionReader } from '../artefact/sections.ts';
import { LARGEST_PART, SCALE_PARTS } from './build_space.ts';

/** The vectors of pages and terms, one after the other. */
export interface SpaceParts {
  /** Numbers in a vector. */
  readonly dimensions: number;
  /** Terms that have a vector, ascending. */
  readonly terms: Uint32Array;
  /** Parallel to `terms`. */
  readonly termVectors: Int8Array;
  readonly termScales: Uint32Array;
  /** By page. */
  readonly pageVectors: Int8Array;
  /** By page: the squared length of its vector. */
  readonly pageLengths: Uint32Array;
}

/** The site's own space (see `prepareSpace`). */
export class SiteSpace {
  /** Numbers in a vector; 0 on a site that is too small to have a space. */
  readonly dimensions: number;
  readonly #terms: Uint32Array;
  readonly #termVectors: Int8Array;
  readonly #termScales: Uint32Array;
  readonly #pageVectors: Int8Array;
  readonly #pageLengths: Uint32Array;

  constructor({ dimensions, terms, termVectors, termScales, pageVectors, pageLengths }: SpaceParts) {
    this.dimensions = dimensions;
    this.#terms = terms;
    this.#termVectors = termVectors;
    this.#termScales = termScales;
    this.#pageVectors = pageVectors;
    this.#pageLengths = pageLengths;
  }

  /** The vector of a page and its squared length. */
  page(page: number): { readonly vector: Int8Array; readonly squaredLength: number } {
    const vector = this.#pageVectors.subarray(page * this.dimensions, (page + 1) * this.dimensions);
    return { vector, squaredLength: this.#pageLengths[page] ?? 0 };
  }

  /** The space of the same terms and other pages. */
  withPages(pages: Pick<SpaceParts, 'pageVectors' | 'pageLengths'>): SiteSpace {
    return new SiteSpace({
      dimensions: this.dimensions,
      terms: this.#terms,
      termVectors: this.#termVectors,
      termScales: this.#termScales,
      ...pages,
    });
  }

  /** Adds `weight` times the vector of a term, if it has one. */
  addTerm(term: number, weight: number, into: Float64Array): void {
    const at = this.#find(term);
    if (at < 0) return;
    const scaled = (weight * this.#termScales[at]!) / (LARGEST_PART * SCALE_PARTS);
    const vectors = this.#termVectors;
    const from = at * this.dimensions;
    for (let i = 0; i < into.length; i++) into[i]! += scaled * vectors[from + i]!;
  }

  /**
   * @param into receives by page the cosine of the angle between its vector and another; 0 when either is zero
   * @returns `into`
   */
  cosines({ parts, squaredLength }: SpaceVector, pages: Uint32Array, into: Float64Array): Float64Array {
    const vectors = this.#pageVectors;
    const dimensions = parts.length;
    const last = pages.length - 1;
    // Four pages at a time share each read of the other vector: a twentieth of a search. Behind the last page it is read again.
    for (let row = 0; row <= last; row += 4) {
      const first = pages[row]! * dimensions;
      const second = pages[Math.min(row + 1, last)]! * dimensions;
      const third = pages[Math.min(row + 2, last)]! * dimensions;
      const fourth = pages[Math.min(row + 3, last)]! * dimensions;
      let ofFirst = 0;
      let ofSecond = 0;
      let ofThird = 0;
      let ofFourth = 0;
      for (let i = 0; i < dimensions; i++) {
        const part = parts[i]!;
        ofFirst = (ofFirst + Math.imul(part, vectors[first + i]!)) | 0;
        ofSecond = (ofSecond + Math.imul(part, vectors[second + i]!)) | 0;
        ofThird = (ofThird + Math.imul(part, vectors[third + i]!)) | 0;
        ofFourth = (ofFourth + Math.imul(part, vectors[fourth + i]!)) | 0;
      }
      const products = [ofFirst, ofSecond, ofThird, ofFourth];
      for (let i = 0; i < 4 && row + i <= last; i++) {
        const length = this.#pageLengths[pages[row + i]!]! * squaredLength;
        into[row + i] = length === 0 ? 0 : products[i]! / Math.sqrt(length);
      }
    }
    return into;
  }

  #find(term: number): number {
    const at = firstWhere(0, this.#terms.length, (place) => this.#terms[place]! >= term);
    return this.#terms[at] === term ? at : -1;
  }
}

/** A vector of whole numbers, -127 to 127. */
export interface SpaceVector {
  readonly parts: Int8Array;
  readonly squaredLength: number;
}

/** @returns the vector rounded, its largest part to 127; null for a zero vector */
export function roundVector(vector: Float64Array): SpaceVector | null {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!));
  if (largest === 0) return null;
  const parts = new Int8Array(vector.length);
  let squaredLength = 0;
  for (let i = 0; i < vector.length; i++) {
    const part = Math.round((LARGEST_PART * vector[i]!) / largest);
    parts[i] = part;
    squaredLength += part * part;
  }
  return { parts, squaredLength };
}

export function readSpace(sections: SectionReader): SiteSpace {
  const terms = sections.numbers('space.terms');
  const termVectors = signed(sections.bytes('space.term-vectors'));
  return new SiteSpace({
    dimensions: terms.length === 0 ? 0 : termVectors.length / terms.length,
    terms,
    termVectors,
    termScales: sections.numbers('space.term-scales'),
    pageVectors: signed(sections.bytes('space.page-vectors')),
    pageLengths: sections.numbers('space.page-lengths'),
  });
}

function signed({ buffer, byteOffset, byteLength }: Uint8Array): Int8Array {
  return new Int8Array(buffer, byteOffset, byteLength);
}
