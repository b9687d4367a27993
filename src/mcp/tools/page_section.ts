import type { Heading } from '../../client/api_types.ts';
import { countCharacters } from '../../text/count_characters.ts';
import { blankCode } from '../../text/markdown/hide_code.ts';
import { markdownBlocks } from './markdown_blocks.ts';

interface PageSection {
  readonly markdown: string;
  /** Where it begins in the Markdown of the page, in UTF-16 units. */
  readonly start: number;
  readonly headings: readonly Heading[];
}

/**
 * The section under a heading, to the next heading of the same depth or a higher one, the heading included. Where the Markdown does
 * not show the heading, the section begins at the last heading before it that it shows.
 *
 * @param wanted an anchor, or the text of a heading
 * @returns null when the page has no such heading
 */
export function pageSection(markdown: string, headings: readonly Heading[], wanted: string): PageSection | null {
  const at = findHeading(headings, wanted);
  if (at === -1) return null;
  const next = headings.findIndex(({ depth }, index) => index > at && depth <= headings[at]!.depth);
  const after = next === -1 ? headings.length : next;
  const offsets = locateHeadings(markdown, headings);
  const start = offsets.slice(0, at + 1).findLast((offset) => offset !== -1) ?? 0;
  const end = offsets.slice(after).find((offset) => offset > start) ?? markdown.length;
  return { markdown: markdown.slice(start, end), start, headings: headings.slice(at, after) };
}

function findHeading(headings: readonly Heading[], wanted: string): number {
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
export function outlineOf(headings: readonly Heading[], most: number): readonly Heading[] {
  let shown = headings;
  for (let depth = 5; depth >= 1 && shown.length > most; depth--) {
    const upper = headings.filter((heading) => heading.depth <= depth);
    if (upper.length === 0) break;
    shown = upper;
  }
  return shown.slice(0, most);
}

interface Candidate {
  readonly offset: number;
  readonly depth: number;
  readonly key: string;
}

/**
 * Finds where the headings of a page stand in its Markdown, without a parser: lines that look like headings are matched in order, by
 * depth and words.
 *
 * @returns by heading: the offset of its line in UTF-16 units, or -1 where no line matches, as for a heading that a template writes
 */
function locateHeadings(markdown: string, headings: readonly Heading[]): readonly number[] {
  const candidates = findCandidates(markdown);
  let next = 0;
  return headings.map(({ depth, text }) => {
    const key = keyOf(text);
    const found = findFrom(candidates, next, depth, key);
    if (found === -1) return -1;
    next = found + 1;
    return candidates[found]!.offset;
  });
}

/** The first candidate with the same words, or else one whose words include them: a line may have words that are not shown. */
function findFrom(candidates: readonly Candidate[], from: number, depth: number, key: string): number {
  const isAt = (at: number, fits: (candidate: Candidate) => boolean) =>
    at >= from && candidates[at]!.depth === depth && fits(candidates[at]!);
  const exact = candidates.findIndex((_, at) => isAt(at, (candidate) => candidate.key === key));
  if (exact !== -1 || key === '') return exact;
  return candidates.findIndex((_, at) => isAt(at, (candidate) => candidate.key.includes(key)));
}

/** Nearly all lines are no headings, and this says so soonest. */
const MAY_HEAD = /#|<h|^ {0,3}[-=]+[ \t]*$/i;
const atx = /^(?:[ \t]|>|[-*+] |\d+[.)] )*(#{1,6})(?:[ \t]+(.*))?$/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;
const html = /<h([1-6])\b[^>]*>(.*?)(?:<\/h\1>|$)/i;

function findCandidates(markdown: string): readonly Candidate[] {
  const candidates: Candidate[] = [];
  let before: { readonly offset: number; readonly line: string } | null = null;
  let offset = 0;
  for (const line of blankCode(markdown).split('\n')) {
    const written = markdown.slice(offset, offset + line.length).replace(/\r$/, '');
    if (MAY_HEAD.test(written) && line.trim() !== '') addCandidate(candidates, written, offset, before);
    before = line.trim() === '' ? null : { offset, line: written };
    offset += line.length + 1;
  }
  return candidates;
}

function addCandidate(
  candidates: Candidate[],
  line: string,
  offset: number,
  before: { readonly offset: number; readonly line: string } | null,
): void {
  const hashes = atx.exec(line);
  const rule = before === null ? null : underline.exec(line);
  const element = html.exec(line);
  if (hashes !== null) candidates.push({ offset, depth: hashes[1]!.length, key: keyOf(hashes[2] ?? '') });
  else if (rule !== null) {
    candidates.push({ offset: before!.offset, depth: rule[1]!.startsWith('=') ? 1 : 2, key: keyOf(before!.line) });
  } else if (element !== null) candidates.push({ offset, depth: Number(element[1]), key: keyOf(element[2]!) });
}

/** The letters and digits of a heading, without its markup, so that two ways to write one are equal. */
function keyOf(text: string): string {
  return text
    .replaceAll(/\]\([^)]*\)|\]\[[^\]]*\]|<[^>]*>|\{[#.:][^}]*\}|&\w+;/g, '')
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
}

/** A piece of a text. Offsets and lengths are in code points. */
export interface Cut {
  readonly text: string;
  readonly nextOffset: number | null;
  readonly textLength: number;
}

/**
 * The piece of a text that begins at an offset and has at most `most` characters. It ends at the border of a block of Markdown, else
 * at the end of a line, where one of them lies in its second half; else in the middle of a line.
 *
 * @returns null when the offset is beyond the text
 */
export function cutText(text: string, offset: number, most: number): Cut | null {
  const textLength = countCharacters(text);
  if (offset > textLength || (offset === textLength && offset > 0)) return null;
  const start = unitsOf(text, 0, offset);
  const end = unitsOf(text, start, most);
  if (end === text.length) return { text: text.slice(start), nextOffset: null, textLength };
  const piece = text.slice(start, borderBefore(text, start, end));
  return { text: piece, nextOffset: offset + countCharacters(piece), textLength };
}

/** The offset in UTF-16 units that lies `characters` code points after another, or the end of the text. */
function unitsOf(text: string, from: number, characters: number): number {
  let at = from;
  for (let left = characters; left > 0 && at < text.length; left--) {
    at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  }
  return at;
}

function borderBefore(text: string, start: number, end: number): number {
  const half = start + (end - start) / 2;
  let border = -1;
  for (const block of markdownBlocks(text, start)) {
    if (block.start >= end) break;
    border = block.start;
  }
  if (border > half) return border;
  const line = text.lastIndexOf('\n', end - 1) + 1;
  return line > half ? line : end;
}
