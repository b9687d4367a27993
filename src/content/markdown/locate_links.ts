import { blankCode } from '../../text/markdown/hide_code.ts';
import type { Destination, FoundLink } from './collect_links.ts';
import { maskTemplates } from './mask_templates.ts';
import type { PageLink } from './page_link.ts';
import type { ParsedBody } from './parse_markdown.ts';

/** `[start, end)` offsets. */
type Range = readonly [start: number, end: number];

/** Longer destinations are not compared. */
const LONGEST = 4000;
/** Characters of a page that may be searched in vain. Later destinations of such a page are not located. */
const VAIN_WORK = 20_000_000;
/** The parts of a Markdown destination without angle brackets, with the tags of templates. */
const RAW = /(?:\{\{[^{}\n]{0,1000}\}\}|\{%[^{}\n]{0,1000}%\}|\\[^\n]|\([^\s()]{0,1000}\)|\{|[^\s()<>\\{]+)+/y;

/** A page's Markdown as it was written. */
export interface WrittenBody {
  readonly body: string;
  /** Its first line in the file. */
  readonly bodyLine: number;
  /** Bytes that stand before it in the published Markdown. */
  readonly bytesBefore: number;
}

/**
 * The links with the places of their destinations in a page's Markdown. Their positions are those in the parsed text, the same
 * with its templates replaced: lines agree, columns only in lines without a template. So a destination is looked for from the
 * start of its node, after the one before, and must read the same: outside code first, as code may read the same too. One that is
 * not found has no place. A link in HTML gets the line and column of its destination, as its node may be a long block.
 */
export function locateLinks(
  found: readonly FoundLink[],
  written: WrittenBody,
  { source: parsed, codeOf }: ParsedBody,
): PageLink[] {
  const { body, bodyLine } = written;
  const links = found.map(({ link }) => link);
  const placed = [...found.entries()].flatMap(([at, { destination }]) =>
    destination === null ? [] : [{ at, destination }],
  );
  if (placed.length === 0) return links;
  // An image in a link stands before the link's own destination, so inline links count where they end.
  placed.sort((a, b) => sortKey(a.destination) - sortKey(b.destination) || a.at - b.at);
  const withoutCode = blankCode(body, codeOf(body));
  const starts = lineStarts(body);
  const windowOf = body === parsed ? windowInSame : windowsIn(body, starts, parsed);
  let work = 0;
  let before: Destination | null = null;
  let place: Range | null = null;
  let range: Range | undefined;
  /** What was read up to the end of the last place, in characters and bytes. */
  let cursor = 0;
  let bytes = written.bytesBefore;
  for (const { at, destination } of placed) {
    if (work > VAIN_WORK) break;
    // Several references share one definition.
    if (destination.form !== 'definition' || before?.position !== destination.position) {
      const [first, end] = windowOf(destination.position);
      const from = Math.max(cursor, first);
      place = find(destination, withoutCode.slice(0, end), from) ?? find(destination, body.slice(0, end), from);
      if (place === null) work += end - from;
      else {
        const start = bytes + Buffer.byteLength(body.slice(cursor, place[0]));
        bytes = start + Buffer.byteLength(body.slice(...place));
        range = [start, bytes];
        cursor = place[1];
      }
    }
    before = destination;
    if (place === null) continue;
    const line = destination.form === 'html' ? lineOf(place[0], starts) : null;
    const own = line === null ? {} : { line: line + bodyLine, column: place[0] - starts[line]! + 1 };
    links[at] = { ...links[at]!, ...own, range: range! };
  }
  return links;
}

function sortKey({ form, position }: Destination): number {
  return form === 'inline' ? position.end.offset! : position.start.offset!;
}

function windowInSame({ start, end }: Destination['position']): Range {
  return [start.offset!, end.offset!];
}

/** Longer lines are not compared with their parsed form. */
const LONGEST_LINE = 20_000;

/** Finds the part of `written` in which a node of `parsed` must be. @param starts of the lines of `written` */
function windowsIn(written: string, starts: readonly number[], parsed: string) {
  const parsedStarts = lineStarts(parsed);
  /** What the lines of the last node begin and end with alike. Several nodes are in one line. */
  let compared = { line: 0, length: 0, parsedLength: 0, before: 0, after: 0 };
  const compare = (line: number) => {
    const [one, other] = [lineAt(written, starts, line), lineAt(parsed, parsedStarts, line)];
    const shorter = one.length > LONGEST_LINE && one !== other ? 0 : Math.min(one.length, other.length);
    let before = 0;
    while (before < shorter && one[before] === other[before]) before++;
    let after = 0;
    while (after < shorter - before && one.at(-1 - after) === other.at(-1 - after)) after++;
    return { line, length: one.length, parsedLength: other.length, before, after };
  };
  return ({ start, end }: Destination['position']): Range => {
    if (compared.line !== start.line) compared = compare(start.line);
    const { length, parsedLength, before, after } = compared;
    // Exact before the line's first template and after its last, else a lower bound.
    const column = start.column - 1;
    const fromEnd = parsedLength - column;
    const shown = column <= before ? column : fromEnd <= after ? length - fromEnd : before;
    return [(starts[start.line - 1] ?? written.length) + shown, starts[end.line] ?? written.length];
  };
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
