import type { Range, SearchSection } from '../../client/api_types.ts';

/** What stands between the title and the text in an excerpt where only the title has hits. */
const BEHIND_TITLE = ' — ';

/** A text with its hits. */
export type MarkedText = readonly [text: string, ranges: readonly Range[]];

/** An excerpt and its hits without the title, which a row shows above it. Where only the title has hits, excerpts begin with it. */
export function behindTitle(
  { excerpt, ranges }: { readonly excerpt: string; readonly ranges: readonly Range[] },
  title: string,
): MarkedText {
  const named = `${title}${BEHIND_TITLE}`;
  if (excerpt === title) return ['', []];
  return excerpt.startsWith(named) ? [excerpt.slice(named.length), []] : [excerpt, ranges];
}

/** The excerpt of a section and its hits without its heading, which stands above it: most excerpts begin with it. */
export function behindHeading({
  heading,
  excerpt,
  ranges,
}: Pick<SearchSection, 'heading' | 'excerpt' | 'ranges'>): MarkedText {
  if (excerpt === heading) return ['', []];
  const cut = excerpt.startsWith(`${heading} `) ? heading.length + 1 : 0;
  const shown = ranges.filter(([start]) => start >= cut).map(([start, end]): Range => [start - cut, end - cut]);
  return [excerpt.slice(cut), shown];
}

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

/** The address at which the explorer shows a page: each segment of its path is percent-encoded on its own. */
export function pageAddress(path: string, anchor = ''): string {
  return `/explore/page/${encodePath(path)}${anchor === '' ? '' : `#${encodeURIComponent(anchor)}`}`;
}

export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/**
 * The levels at which headings stand below the title of a page, from 2 to 6, without a gap: authors choose depths by their look.
 * @example headingLevels([3, 5, 3, 1]) // [2, 3, 2, 2]
 */
export function headingLevels(depths: readonly number[]): readonly number[] {
  const open: number[] = [];
  return depths.map((depth) => {
    while (open.length > 0 && open.at(-1)! >= depth) open.pop();
    open.push(depth);
    return Math.min(open.length + 1, 6);
  });
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;
const LETTERS = /[A-Za-z\u00c0-\u058f\u0900-\ufb1c]/g;
/** Texts on programs have many Latin words in any language. */
const fewest = 0.25;

/** The direction of a text by all of its letters. The attribute `dir="auto"` reads the first one, which may be of a foreign name. */
export function textDirection(text: string): 'rtl' | 'ltr' {
  const own = text.match(RIGHT_TO_LEFT)?.length ?? 0;
  if (own === 0) return 'ltr';
  return own / (own + (text.match(LETTERS)?.length ?? 0)) >= fewest ? 'rtl' : 'ltr';
}
