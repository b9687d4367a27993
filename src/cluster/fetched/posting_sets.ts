import { blockMaxima, type PositionedSet, SINGLE } from '../../corpus/index/posting_set.ts';
import type { FoundTerm, FoundWords } from '../index/page_words.ts';

/**
 * The postings of terms on some pages in one field.
 * @param terms how many were asked for
 * @param words by page number, ascending
 * @param field index in `FIELDS`
 */
export function positionedSet(terms: number, words: ReadonlyMap<number, FoundWords>, field: number): PositionedSet {
  const ofTerms: { readonly page: number; readonly impact: number; readonly positions: Uint8Array }[][] = Array.from(
    { length: terms },
    () => [],
  );
  for (const [page, { terms: held }] of words) {
    for (const { asked, fields } of held) {
      const own = fields.find((each) => each.field === field);
      if (own !== undefined) ofTerms[asked]!.push({ page, ...own });
    }
  }
  const starts = new Uint32Array(terms + 1);
  for (let term = 0; term < terms; term++) starts[term + 1] = starts[term]! + ofTerms[term]!.length;
  const postings = ofTerms.flat();
  const impacts = Uint8Array.from(postings, ({ impact }) => impact);
  const lists: Uint8Array[] = [];
  let length = 0;
  const places = Uint32Array.from(postings, ({ positions }) => {
    const single = singlePosition(positions);
    if (single !== null) return SINGLE + single;
    lists.push(positions);
    length += positions.length;
    return length - positions.length;
  });
  return {
    ...{ starts, impacts, maxima: blockMaxima(impacts), places, positions: Buffer.concat(lists, length) },
    pages: Uint32Array.from(postings, ({ page }) => page),
  };
}

/** The position of a list of one, which is stored without a list; else null. */
function singlePosition(positions: FoundTerm['fields'][number]['positions']): number | null {
  if (positions[0] !== 1) return null;
  let position = 0;
  for (let at = 1, shift = 0; at < positions.length; at++, shift += 7) position |= (positions[at]! & 0x7f) << shift;
  return position;
}
