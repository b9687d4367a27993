import { shorten } from './fit_rows.ts';
import { type ListedHeading, locateHeadings } from './locate_headings.ts';

/** A part of a page's Markdown, with the headings in it. */
export interface PageSection {
  readonly markdown: string;
  readonly headings: readonly ListedHeading[];
}

/**
 * The section under a heading, to the next heading of the same depth or a higher one, the heading included. Where the Markdown does
 * not show the heading, the section begins at the last heading before it that it shows.
 *
 * @param wanted an anchor, or the text of a heading
 * @returns null when the page has no such heading
 */
export function pageSection(markdown: string, headings: readonly ListedHeading[], wanted: string): PageSection | null {
  const at = findHeading(headings, wanted);
  if (at === -1) return null;
  const next = headings.findIndex(({ depth }, index) => index > at && depth <= headings[at]!.depth);
  const after = next === -1 ? headings.length : next;
  const offsets = locateHeadings(markdown, headings);
  const start = offsets.slice(0, at + 1).findLast((offset) => offset !== -1) ?? 0;
  const end = offsets.slice(after).find((offset) => offset > start) ?? markdown.length;
  return { markdown: markdown.slice(start, end), headings: headings.slice(at, after) };
}

function findHeading(headings: readonly ListedHeading[], wanted: string): number {
  const anchor = wanted.replace(/^#/, '');
  const exact = headings.findIndex((heading) => heading.anchor === anchor);
  if (exact !== -1) return exact;
  const lower = wanted.trim().toLowerCase();
  return headings.findIndex(({ text }) => text.toLowerCase() === lower);
}

/**
 * The outline of a page with at most `most` headings: of a page with more, those of the upper levels; when there are too many of
 * them too, the first.
 */
export function outlineOf(
  headings: readonly ListedHeading[],
  most: number,
  longestText: number,
): readonly ListedHeading[] {
  let shown = headings;
  for (let depth = 5; depth >= 1 && shown.length > most; depth--) {
    const upper = headings.filter((heading) => heading.depth <= depth);
    if (upper.length === 0) break;
    shown = upper;
  }
  return shown.slice(0, most).map(({ depth, text, anchor }) => ({ depth, text: shorten(text, longestText), anchor }));
}
