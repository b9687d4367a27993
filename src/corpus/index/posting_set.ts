import type { SectionReader } from '../artefact/sections.ts';

/**
 * The inverted index: pages by term. The postings of term t are `[starts[t], starts[t + 1])` of the parallel arrays, pages
 * ascending.
 */
export interface PostingSet {
  readonly starts: Uint32Array;
  readonly pages: Uint32Array;
  /** The posting's score, 1 to 255, before multiplication by the term's rarity. */
  readonly impacts: Uint8Array;
  /** The highest impact in each block of `BLOCK` postings, counted from the set's first posting. Blocks may span terms. */
  readonly maxima: Uint8Array;
}

export const BLOCK = 64;

/** A posting list: pages, ascending, and what each adds to a score: `impacts[i] * rarity`, for i from `from` to `to` (exclusive). */
export interface PostingList {
  readonly pages: Uint32Array;
  readonly impacts: Uint8Array | Float64Array;
  /** The posting set that the list is a slice of, whose `maxima` bound the impacts; null for any other list. */
  readonly set: PostingSet | null;
  readonly from: number;
  readonly to: number;
  readonly rarity: number;
}

/** A posting set with the positions of the terms in the field. */
export interface PositionedSet extends PostingSet {
  /** A single position with the bit `SINGLE` set, or the start of a list in `positions`: its length, then steps, as varints. */
  readonly places: Uint32Array;
  readonly positions: Uint8Array;
}

export const SINGLE = 0x80000000;

export function readPostingSet(sections: SectionReader, name: string): PostingSet {
  return {
    starts: sections.numbers(`${name}.starts`),
    pages: sections.numbers(`${name}.pages`),
    impacts: sections.bytes(`${name}.impacts`),
    maxima: sections.bytes(`${name}.maxima`),
  };
}

export function readPositionedSet(sections: SectionReader, name: string): PositionedSet {
  return {
    ...readPostingSet(sections, name),
    places: sections.numbers(`${name}.places`),
    positions: sections.bytes(`${name}.positions`),
  };
}

/**
 * Reads the positions of one posting into `into`, ascending.
 * @returns the number of positions written, at most `into.length`
 */
export function readPositions({ places, positions }: PositionedSet, posting: number, into: Uint32Array): number {
  return readPositionsAt(positions, places[posting]!, into);
}

/** Like `readPositions`. @param positions, place as in `PositionedSet`, the place of one posting */
export function readPositionsAt(positions: Uint8Array, place: number, into: Uint32Array): number {
  if (place >= SINGLE) {
    into[0] = place - SINGLE;
    return 1;
  }
  let at = place;
  let byte = positions[at++]!;
  let length = byte & 0x7f;
  for (let shift = 7; byte > 0x7f; shift += 7) {
    byte = positions[at++]!;
    length |= (byte & 0x7f) << shift;
  }
  // Each has a byte at least, so a wrong count cannot go beyond the section.
  const most = Math.min(length, into.length, positions.length - at);
  let position = 0;
  for (let count = 0; count < most; count++) {
    let step = positions[at++]!;
    // Nearly all steps are one byte.
    if (step > 0x7f) {
      byte = step;
      step &= 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = positions[at++]!;
        step |= (byte & 0x7f) << shift;
      }
    }
    position = (position + step) | 0;
    into[count] = position;
  }
  return most;
}

const NO_BYTES = new Uint8Array(0);

/** Iterates over the positions of one posting without an array. Can stop early and be reopened. */
export class PositionCursor {
  /** The current position. */
  position = 0;
  #bytes: Uint8Array = NO_BYTES;
  #at = 0;
  #left = 0;

  /** Moves to the first position of a posting. */
  open({ places, positions }: PositionedSet, posting: number): this {
    const place = places[posting]!;
    this.#left = 0;
    this.position = place - SINGLE;
    if (place >= SINGLE) return this;
    this.#bytes = positions;
    this.#at = place;
    const count = this.#step();
    // Each has a byte at least, so a wrong count cannot go beyond the section.
    this.#left = Math.max(0, Math.min(count, positions.length - this.#at) - 1);
    this.position = this.#step();
    return this;
  }

  /**
   * Advances to the first position that is at least `least`.
   * @returns false when there is none
   */
  reach(least: number): boolean {
    while (this.position < least) {
      if (this.#left === 0) return false;
      this.#left--;
      this.position += this.#step();
    }
    return true;
  }

  #step(): number {
    let byte = this.#bytes[this.#at++]!;
    let value = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = this.#bytes[this.#at++]!;
      value |= (byte & 0x7f) << shift;
    }
    return value;
  }
}

/**
 * Whether the terms of a page's postings occur at these distances from some position.
 * @param distances in positions, one per posting, the first is 0
 */
export function standTogether(set: PositionedSet, postings: readonly number[], distances: readonly number[]): boolean {
  const count = postings.length;
  const cursors = postings.map((posting) => new PositionCursor().open(set, posting));
  // Advance each term to the candidate position; a term that lands after it moves the candidate forward.
  let place = 0;
  for (let i = 0, agreed = 0; ; i = i + 1 === count ? 0 : i + 1) {
    const cursor = cursors[i]!;
    if (!cursor.reach(place + distances[i]!)) return false;
    const found = cursor.position - distances[i]!;
    agreed = found === place ? agreed + 1 : 1;
    if (agreed === count) return true;
    place = found;
  }
}

export function blockMaxima(impacts: Uint8Array): Uint8Array {
  const maxima = new Uint8Array(Math.ceil(impacts.length / BLOCK));
  for (let block = 0; block < maxima.length; block++) {
    const end = Math.min((block + 1) * BLOCK, impacts.length);
    let highest = 0;
    for (let i = block * BLOCK; i < end; i++) if (impacts[i]! > highest) highest = impacts[i]!;
    maxima[block] = highest;
  }
  return maxima;
}
