import { blankCode } from '../../text/hide_code.ts';
import type { Destination } from './collect_links.ts';
import { maskTemplates } from './mask_templates.ts';

/** `[start, end)` UTF-16 offsets. */
export type Range = readonly [start: number, end: number];

/** Longer destinations are not compared. */
const LONGEST = 4000;
/** Characters of a page that may be searched in vain. Later destinations of such a page are not located. */
const VAIN_WORK = 20_000_000;
/** The parts of a Markdown destination without angle brackets, with the tags of templates. */
const RAW = /(?:\{\{[^{}\n]{0,1000}\}\}|\{%[^{}\n]{0,1000}%\}|\\[^\n]|\([^\s()]{0,1000}\)|\{|[^\s()<>\\{]+)+/y;

/**
 * Finds where destinations stand in a page's Markdown as it was written. Their positions are those in `parsed`, the same text
 * with its templates replaced: lines agree, columns only in lines without a template. So a destination is looked for from the
 * start of its node, after the one before, and must read the same: outside code first, as code may read the same too.
 * @param isMdx as for `findCode`
 * @returns for each destination its place in `written`, or null when it is not found
 */
export function locateDestinations(
  destinations: readonly (Destination | null)[],
  written: string,
  parsed: string,
  isMdx: boolean,
): (Range | null)[] {
  const places: (Range | null)[] = destinations.map(() => null);
  const order = [...places.keys()].filter((at) => destinations[at] !== null);
  if (order.length === 0) return places;
  // An image in a link stands before the link's own destination, so inline links count where they end.
  order.sort((a, b) => sortKey(destinations[a]!) - sortKey(destinations[b]!) || a - b);
  const withoutCode = blankCode(written, isMdx);
  const lines: Lines | null =
    written === parsed ? null : { written: lineStarts(written), parsed: lineStarts(parsed), compared: null };
  let cursor = 0;
  let work = 0;
  let before: Destination | null = null;
  let place: Range | null = null;
  for (const at of order) {
    if (work > VAIN_WORK) break;
    const destination = destinations[at]!;
    // Several references share one definition.
    const isSame = destination.form === 'definition' && before?.position === destination.position;
    if (!isSame) {
      const window = windowOf(destination, written, parsed, lines);
      const from = Math.max(cursor, window[0]);
      place =
        find(destination, withoutCode.slice(0, window[1]), from) ??
        find(destination, written.slice(0, window[1]), from);
      if (place !== null) cursor = place[1];
      else work += window[1] - from;
    }
    before = destination;
    places[at] = place;
  }
  return places;
}

function sortKey({ form, position }: Destination): number {
  return form === 'inline' ? position.end.offset! : position.start.offset!;
}

/** The lines of both texts, and what the last compared ones have in common. */
interface Lines {
  readonly written: readonly number[];
  readonly parsed: readonly number[];
  compared: ComparedLine | null;
}

interface ComparedLine {
  readonly line: number;
  /** Lengths of the two lines, and of what they begin and end with alike. */
  readonly written: number;
  readonly parsed: number;
  readonly before: number;
  readonly after: number;
}

/** The part of `written` in which a destination must be. */
function windowOf({ position }: Destination, written: string, parsed: string, lines: Lines | null): Range {
  const { start, end } = position;
  if (lines === null) return [start.offset!, end.offset!];
  const first = lines.written[start.line - 1] ?? written.length;
  if (lines.compared?.line !== start.line) {
    const one = lineAt(written, lines.written, start.line);
    lines.compared = compare(start.line, one, lineAt(parsed, lines.parsed, start.line));
  }
  return [first + columnIn(lines.compared, start.column - 1), lines.written[end.line] ?? written.length];
}

/** Longer lines are not compared with their parsed form. */
const LONGEST_LINE = 20_000;

function compare(line: number, written: string, parsed: string): ComparedLine {
  const lengths = { line, written: written.length, parsed: parsed.length };
  if (written === parsed) return { ...lengths, before: written.length, after: 0 };
  if (written.length > LONGEST_LINE) return { ...lengths, before: 0, after: -1 };
  const shorter = Math.min(written.length, parsed.length);
  let before = 0;
  while (before < shorter && written[before] === parsed[before]) before++;
  let after = 0;
  while (after < shorter - before && written.at(-1 - after) === parsed.at(-1 - after)) after++;
  return { ...lengths, before, after };
}

/** The column in the written line: exact before its first template and after its last, else a lower bound. */
function columnIn({ written, parsed, before, after }: ComparedLine, column: number): number {
  if (column <= before) return column;
  return parsed - column <= after ? written - (parsed - column) : before;
}

/** @param text ends where the destination must end */
function find({ form, written: target }: Destination, text: string, from: number): Range | null {
  if (target === '' || target.length > LONGEST) return null;
  if (form === 'wiki') return findWiki(target, text, from);
  if (form === 'html') return findAttribute(target, text, from);
  const mark = form === 'inline' ? '](' : ']:';
  for (let at = text.indexOf(mark, from); at !== -1; at = text.indexOf(mark, at + 1)) {
    let start = at + 2;
    while (/\s/.test(text[start] ?? '')) start++;
    const isBracketed = text[start] === '<';
    if (isBracketed) start++;
    const end = isBracketed ? text.indexOf('>', start) : endOfRaw(text, start);
    if (end > start && reads(text.slice(start, end), target)) return [start, end];
  }
  return null;
}

function endOfRaw(text: string, start: number): number {
  RAW.lastIndex = start;
  return RAW.exec(text) === null ? start : RAW.lastIndex;
}

/** Whether a destination as written means the target that the parser gave. */
function reads(raw: string, target: string): boolean {
  if (raw === target) return true;
  if (!/[\\&{]/.test(raw) || raw.length > LONGEST) return false;
  const plain = maskTemplates(raw)
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&amp;', '&');
  return plain === target;
}

function findAttribute(target: string, text: string, from: number): Range | null {
  const forms = [target, target.replaceAll('&', '&amp;')];
  for (let at = text.indexOf('=', from); at !== -1; at = text.indexOf('=', at + 1)) {
    let start = at + 1;
    while (/[\s{"'`]/.test(text[start] ?? '')) start++;
    const form = forms.find((each) => text.startsWith(each, start));
    if (form !== undefined && /["'`\s>]/.test(text[start + form.length] ?? '>')) return [start, start + form.length];
  }
  return null;
}

function findWiki(target: string, text: string, from: number): Range | null {
  const forms = [target, target.replaceAll('|', '\\|')];
  for (let at = text.indexOf('[[', from); at !== -1; at = text.indexOf('[[', at + 1)) {
    const form = forms.find((each) => text.startsWith(each, at));
    if (form !== undefined) return [at, at + form.length];
  }
  return null;
}

/** Offsets of the beginnings of the lines. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The index of the line that an offset is in. @param starts offsets of the beginnings of the lines */
export function lineOf(offset: number, starts: readonly number[]): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** @param line from 1; a text without it has '' there */
function lineAt(text: string, starts: readonly number[], line: number): string {
  const start = starts[line - 1];
  const next = starts[line];
  return start === undefined ? '' : text.slice(start, next === undefined ? undefined : next - 1);
}

/** Converts places in a text into places in its UTF-8, behind `before` further bytes. */
export function toByteRanges(places: readonly (Range | null)[], text: string, before: number): (Range | null)[] {
  const order = [...places.keys()].filter((at) => places[at] !== null).sort((a, b) => places[a]![0] - places[b]![0]);
  const ranges: (Range | null)[] = places.map(() => null);
  let counted = 0;
  let length = before;
  const bytesUntil = (end: number) => {
    length += Buffer.byteLength(text.slice(counted, end));
    counted = end;
    return length;
  };
  let lastStart = -1;
  let range: Range = [0, 0];
  for (const at of order) {
    const [start, end] = places[at]!;
    // Links that share a definition have the same place.
    if (start !== lastStart) range = [bytesUntil(start), bytesUntil(end)];
    lastStart = start;
    ranges[at] = range;
  }
  return ranges;
}
