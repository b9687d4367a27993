import type { TextIndex } from '../../corpus/index/text_index.ts';
import { roundVector } from '../../corpus/space/site_space.ts';
import type { Engine } from '../match/engine.ts';
import type { Asked } from './asked.ts';
import type { Candidates } from './top.ts';

/** Maximum gain of a page, as a share of the best sum: that of a page with a cosine of 1. */
const SPACE_WEIGHT = 0.5;
/** The query's vector before it is rounded. Reused: it is not held across a pause. */
let SUM = new Float64Array(0);
/** Reused: no cosine is held across a pause. There are rarely more rows. */
const COSINES = new Float64Array(128);

/** Whether a question has a place in the space. */
export function usesSpace({ space }: TextIndex, { words, passage }: Asked): boolean {
  return space.dimensions > 0 && (words.length > 1 || passage !== null);
}

/**
 * Raises the sums of pages about the same subjects as the query, measured in the site's own space:
 *
 *     0.5 * best sum * cosine between the page and the query, if above zero
 *
 * The query's vector is the sum of its words' vectors, each times how often it is asked for and its rarity.
 */
export function addSpace({ corpus }: Engine, asked: Asked, { pages, sums }: Candidates, best: number): null {
  const { text } = corpus;
  const { space } = text;
  if (!usesSpace(text, asked)) return null;
  if (SUM.length !== space.dimensions) SUM = new Float64Array(space.dimensions);
  const sum = SUM.fill(0);
  for (const { terms, times } of asked.words) {
    for (const { term } of terms) space.addTerm(term, times * text.rarity[term]!, sum);
  }
  const vector = roundVector(sum);
  if (vector === null) return null;
  const cosines = space.cosines(
    vector,
    pages,
    pages.length <= COSINES.length ? COSINES : new Float64Array(pages.length),
  );
  for (let row = 0; row < pages.length; row++) sums[row]! += SPACE_WEIGHT * best * Math.max(0, cosines[row]!);
  return null;
}
