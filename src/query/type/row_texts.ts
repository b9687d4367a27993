import type { HitList } from '../show/hit_list.ts';
import type { JsonWriter } from '../show/json_writer.ts';

/** The texts that a row showed last, with all that they depend on. Most stay the same from letter to letter. */
export interface RowText {
  /** The hits (`HitList.copy`), and what their units are (`PageHits.shape`). */
  readonly hits: Uint32Array;
  readonly shape: string;
  readonly titleRanges: readonly number[];
  /** Number of sections asked for. */
  readonly sections: number;
  /** Flattened: a range of the hits, `[from, to)`, and the best place among them. Only these places depend on the weights of words. */
  readonly places: readonly number[];
  /** From the excerpt to the end of the sections. */
  readonly json: string;
}

/** What is noted while the texts of a row are written. Reused. */
export class RowNotes {
  /** As in `RowText`. */
  readonly places: number[] = [];
  /** Whether a heading was read for words, which depends on more than the hits. */
  hasReadHeading = false;

  clear(): void {
    this.places.length = 0;
    this.hasReadHeading = false;
  }

  /** Finds and notes the best place among a row's hits. */
  bestPlace(hits: HitList, weights: readonly number[], from = 0, to = hits.count): number {
    const place = hits.bestPlace(weights, from, to);
    this.places.push(from, to, place);
    return place;
  }
}

/** What the texts of a row are written from. */
export interface RowSource extends Pick<RowText, 'shape' | 'titleRanges' | 'sections'> {
  readonly hits: HitList;
  readonly weights: readonly number[];
}

/** Whether the row shows the same as last time. */
export function isShownAgain(known: RowText, { hits, shape, weights, titleRanges, sections }: RowSource): boolean {
  return (
    hits.equals(known.hits) &&
    known.shape === shape &&
    known.sections === sections &&
    areEqual(known.titleRanges, titleRanges) &&
    areBest(known.places, hits, weights)
  );
}

/** Maximum number of bytes kept of a row, so that its memory is known before it is shown. Nearly all rows need less. */
export const BYTES_OF_TEXT = 5120;
/** Measured bytes of a row's text but for its lists and characters. */
const BYTES_OF_OBJECTS = 400;

/** @returns what the row shows, to be kept; null when it is too long, or depends on more than is compared */
export function rowTextOf(
  { hits, shape, titleRanges, sections }: RowSource,
  { places, hasReadHeading }: RowNotes,
  writer: JsonWriter,
  start: number,
): RowText | null {
  const numbers = hits.count + 2 * (titleRanges.length + places.length);
  const bytes = BYTES_OF_OBJECTS + 2 * (writer.length - start + shape.length) + 4 * numbers;
  if (hasReadHeading || bytes > BYTES_OF_TEXT) return null;
  return { hits: hits.copy(), shape, titleRanges, sections, places: places.slice(), json: writer.textFrom(start) };
}

function areEqual(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function areBest(places: readonly number[], hits: HitList, weights: readonly number[]): boolean {
  for (let i = 0; i < places.length; i += 3) {
    if (hits.bestPlace(weights, places[i], places[i + 1]) !== places[i + 2]) return false;
  }
  return true;
}
