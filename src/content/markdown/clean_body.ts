import type { MarkdownCode } from '../../text/markdown/markdown_code.ts';
import { cleanMarkdown, isClean } from './clean_markdown.ts';
import type { PageLink } from './page_link.ts';

export interface CleanBody {
  readonly markdown: string;
  /** With their places in the clean Markdown; without one where nothing of the link is left. */
  readonly links: readonly PageLink[];
}

/** A page's Markdown before it is cleaned. */
export interface WrittenMarkdown {
  /** What stands before the text and stays as it is: the front matter, or the title. */
  readonly front: string;
  readonly body: string;
  /** The code of the body. */
  readonly code: MarkdownCode;
  /** With the byte ranges of their destinations in `front + body`. */
  readonly links: readonly PageLink[];
}

/** Noncharacters around the number of a destination. */
const OPEN = '\uFDD6';
const CLOSE = '\uFDD7';
const SIGN = /\uFDD6(\d{1,9})\uFDD7/g;

/**
 * Cleans a page's Markdown (`cleanMarkdown`) and finds its links again. The destinations are hidden meanwhile, so that they stay as they
 * are, and what a component names as one is still that link.
 */
export function cleanBody(written: WrittenMarkdown, anchorOf: (heading: string) => string | null): CleanBody {
  const { front, body, links } = written;
  const source = front + body;
  if (isClean(body) || source.includes(OPEN) || source.includes(CLOSE)) return { markdown: source, links };
  const bytes = Buffer.from(source);
  const { text, code, ranges } = hide(bytes, written);
  const clean = cleanMarkdown(text, anchorOf, code);
  return clean === text ? { markdown: source, links } : show(front, clean, bytes, links, ranges);
}

/** Byte offsets. */
type Range = readonly [start: number, end: number];

/** Replaces destinations by signs with their numbers. Those in code, and those that overlap the one before, stay. */
function hide(
  bytes: Buffer,
  { front, body, code, links }: WrittenMarkdown,
): { text: string; code: MarkdownCode; ranges: readonly Range[] } {
  const located = links.flatMap(({ range }) => (range === undefined ? [] : [range]));
  const ranges: Range[] = [];
  const pieces: MarkdownCode['pieces'][number][] = [];
  let next = 0;
  let text = '';
  /** What is copied of the body, in bytes from the front on and in UTF-16. */
  let copied = Buffer.byteLength(front);
  let at = 0;
  const takeCode = (until: number): void => {
    for (; next < code.pieces.length && code.pieces[next]!.start < until; next++) {
      const piece = code.pieces[next]!;
      const moved = text.length - at;
      pieces.push({ ...piece, start: piece.start + moved, end: piece.end + moved });
    }
  };
  for (const [start, end] of located.sort(([a], [b]) => a - b)) {
    if (start < copied || end > bytes.length) continue;
    const before = bytes.utf8Slice(copied, start);
    const place = at + before.length;
    takeCode(place);
    if ((code.pieces[next - 1]?.end ?? 0) > place) continue;
    text += `${before}${OPEN}${ranges.length}${CLOSE}`;
    at = place + bytes.utf8Slice(start, end).length;
    copied = end;
    ranges.push([start, end]);
  }
  takeCode(Number.POSITIVE_INFINITY);
  return { text: text + body.slice(at), code: { ...code, pieces }, ranges };
}

function show(
  front: string,
  clean: string,
  source: Buffer,
  links: readonly PageLink[],
  ranges: readonly Range[],
): CleanBody {
  /** Where each destination is now, by where it began. */
  const places = new Map<number, Range>();
  let markdown = front;
  let bytes = Buffer.byteLength(front);
  let copied = 0;
  for (const sign of clean.matchAll(SIGN)) {
    const before = clean.slice(copied, sign.index);
    const [from, to] = ranges[Number(sign[1])]!;
    const start = bytes + Buffer.byteLength(before);
    bytes = start + to - from;
    if (!places.has(from)) places.set(from, [start, bytes]);
    markdown += before + source.utf8Slice(from, to);
    copied = sign.index + sign[0].length;
  }
  const moved = links.map((link) => {
    const { range, ...rest } = link;
    const place = range === undefined ? undefined : places.get(range[0]);
    return place === undefined ? rest : { ...rest, range: place };
  });
  return { markdown: markdown + clean.slice(copied), links: moved };
}
