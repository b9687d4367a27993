import { cleanMarkdown } from './clean_markdown.ts';
import type { PageLink } from './page_link.ts';

export interface CleanBody {
  readonly markdown: string;
  /** With their places in the clean Markdown; without one where nothing of the link is left. */
  readonly links: readonly PageLink[];
}

/** Noncharacters around the number of a destination. */
const OPEN = '\uFDD6';
const CLOSE = '\uFDD7';
const SIGN = /\uFDD6(\d{1,9})\uFDD7/g;

/**
 * Cleans a page's Markdown (`cleanMarkdown`) and finds its links again. The destinations are hidden meanwhile, so that they stay as they
 * are, and what a component names as one is still that link.
 * @param front what stands before the text and stays as it is: the front matter, or the title
 * @param links with the byte ranges of their destinations in `front + body`
 */
export function cleanBody(
  front: string,
  body: string,
  links: readonly PageLink[],
  anchorOf: (heading: string) => string | null,
): CleanBody {
  const source = front + body;
  if (source.includes(OPEN) || source.includes(CLOSE)) return { markdown: source, links };
  const { text, ranges } = hide(Buffer.from(source), links);
  const clean = front + cleanMarkdown(text.slice(front.length), anchorOf);
  if (clean === text) return { markdown: source, links };
  return show(clean, Buffer.from(source), links, ranges);
}

type Range = readonly [start: number, end: number];

/** Replaces destinations by signs with their numbers. Those that overlap the one before stay. */
function hide(bytes: Buffer, links: readonly PageLink[]): { text: string; ranges: readonly Range[] } {
  const located = links.flatMap(({ range }) => (range === undefined ? [] : [range]));
  const ranges: Range[] = [];
  let text = '';
  let copied = 0;
  for (const range of located.sort(([a], [b]) => a - b)) {
    if (range[0] < copied || range[1] > bytes.length) continue;
    text += `${bytes.utf8Slice(copied, range[0])}${OPEN}${ranges.length}${CLOSE}`;
    copied = range[1];
    ranges.push(range);
  }
  return { text: text + bytes.utf8Slice(copied, bytes.length), ranges };
}

function show(clean: string, source: Buffer, links: readonly PageLink[], ranges: readonly Range[]): CleanBody {
  /** Where each destination begins now, by where it began. */
  const places = new Map<number, Range>();
  let markdown = '';
  let bytes = 0;
  let copied = 0;
  for (const sign of clean.matchAll(SIGN)) {
    const before = clean.slice(copied, sign.index);
    const range = ranges[Number(sign[1])]!;
    const start = bytes + Buffer.byteLength(before);
    bytes = start + range[1] - range[0];
    if (!places.has(range[0])) places.set(range[0], [start, bytes]);
    markdown += before + source.utf8Slice(...range);
    copied = sign.index + sign[0].length;
  }
  const moved = links.map((link) => {
    const { range, ...rest } = link;
    const place = range === undefined ? undefined : places.get(range[0]);
    return place === undefined ? rest : { ...rest, range: place };
  });
  return { markdown: markdown + clean.slice(copied), links: moved };
}
