import type { Range } from '../../client/api_types.ts';

/** The pieces of a text, with what stands for each hit. Offsets are UTF-16 code units, as `slice` reads them. */
export function marked<Piece>(
  text: string,
  ranges: readonly Range[],
  mark: (hit: string) => Piece,
): (string | Piece)[] {
  const pieces: (string | Piece)[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    pieces.push(text.slice(at, start), mark(text.slice(start, end)));
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.filter((piece) => piece !== '');
}
