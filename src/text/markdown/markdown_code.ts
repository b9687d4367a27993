import { CodeSpans, codeShortcode, endsOfShortcodes, fenceFor, isTagLine, spanOf, tagEnd } from './code_spans.ts';
import { INDENTED_BLOCK, LIST_DIRECTIVE, PROSE_DIRECTIVE } from './generator_syntax.ts';
import { LineReader } from './line_reader.ts';
import { cellsOf } from './table_cells.ts';

/** A piece of code in Markdown: `[start, end)` offsets in UTF-16 units, within one line, without the backticks of a span. */
export interface CodePiece {
  readonly start: number;
  readonly end: number;
  /** Whether it is of a block: a line, also that of a fence. */
  readonly isBlock: boolean;
  /** What marks code in Markdown, for a tag that does so to the site's generator; null: as written. */
  readonly shown: string | null;
  /** Whether it is of a script or a style sheet, which readers do not see. */
  readonly isProgram: boolean;
}

export interface MarkdownCode {
  /** Ascending. */
  readonly pieces: readonly CodePiece[];
  /** The fence that is open at the end; null when there is none. Fences in lists and quotations end with these. */
  readonly openFence: string | null;
}

/** Deeper containers are read as text: the parser refuses them. */
const DEEPEST = 100;
const FENCE = /(~{3,}|`{3,}(?=[^`\n]*$))(.*)/my;
const HEADING = /#{1,6}(?:[ \t]|$)/my;
const UNDERLINE = /(?:=+|-+)[ \t]*$/my;
const BREAK = /(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/my;
const ITEM = /(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/my;
const HTML = /<(?:(?:pre|script|style|textarea)(?=[\s>]|$)|!--)/imy;
const HTML_END = /<\/(?:pre|script|style|textarea)>/i;
const PROGRAM = /^<(?:script|style)/i;
/** HTML, or a line of tags of templates, at which a paragraph ends. What follows up to a blank line belongs to it. */
const ELEMENT =
  /(?:<\/?(?:article|aside|blockquote|center|details|dialog|div|dl|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|section|summary|table|tbody|td|th|thead|tr|ul)(?=[\s/>]|$)|(?:(?:\{\{[<%][^{}\n]*\}\}|\{%[^{}\n]*%\})[ \t]*)+$)/imy;
/** A directive; not one of mkdocstrings, which has options below. */
const DIRECTIVE = /:{3}(?! [A-Za-z_]\w*\.)/y;
const DELIMITERS = /\|?[ \t]*:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*[ \t]*(?:\|[ \t]*)?$/my;
/** The name is taken whole: else each shorter one would be tried. */
const TAG =
  /\{\{<[ \t]*(\/?)([\w-]+)(?![\w-])[^{}\n]*>\}\}|\{%-?[ \t]*(?:highlight\b[^{}\n]*|set[ \t]+\w{0,50}?[cC]ode\w{0,50}[ \t]*-?)%\}/y;
/** Tags before a fence on its line: `{{< tab >}}```sh`. */
const TAGS = /(?:\{\{[<%][^{}\n]*\}\}|\{%[^{}\n]*%\})+[ \t]*(?=`{3}|~{3})/y;
/** What closes a fence may be followed by tags of templates. */
const FENCE_END = /^(?:\{\{[<%][^{}]*\}\}|\{%[^{}]*%\}|[ \t])*$/;

interface Container {
  readonly kind: 'quote' | 'indented' | 'directive';
  /** Columns by which the content of a list item and the like is indented. */
  readonly width: number;
  /** The fence of a directive. */
  readonly marks: string;
}

/** The open block whose lines are not read as Markdown. */
type Verbatim =
  | { readonly kind: 'fence' | 'names'; readonly marks: string; readonly indent: number }
  | { readonly kind: 'html' | 'comment' }
  /** `first`: its first piece. */
  | { readonly kind: 'program'; readonly first: number }
  | { readonly kind: 'shortcode'; readonly end: number; readonly fence: string | null };

/**
 * Finds the code in Markdown: spans between backticks, fenced and indented code, `pre` and the like in HTML, and what paired
 * shortcodes show as code (CommonMark 0.31.2, and the syntax of site generators). The time is linear in the length.
 *
 * @param isMdx whether indented lines are text, as in MDX
 */
export function findCode(source: string, isMdx = false): MarkdownCode {
  const scan = new Scan(source, isMdx);
  for (let start = 0; start <= source.length; ) {
    const newline = source.indexOf('\n', start);
    const end = newline === -1 ? source.length : newline;
    scan.take(start, source[end - 1] === '\r' && end > start ? end - 1 : end);
    start = end + 1;
  }
  return scan.finish();
}

class Scan {
  readonly #source: string;
  readonly #isMdx: boolean;
  readonly #pieces: CodePiece[] = [];
  readonly #spans: CodeSpans;
  readonly #containers: Container[] = [];
  #verbatim: Verbatim | null = null;
  /** The lines of the open paragraph: start, end, start, end... */
  #paragraph: number[] = [];
  #isTable = false;
  /** Whether the line before began a list item without content, which ends at a blank line. */
  #isEmptyItem = false;
  /** Docsy: whether tabs show code unless they say otherwise. */
  #isPane = false;
  /** Where each opening tag with an end has it; read when it is first needed. */
  #ends: ReadonlyMap<number, number> | null = null;
  /** The tags that close a shortcode that stands in text: no code, however they are indented. */
  readonly #closing = new Set<number>();
  readonly #line: LineReader;

  constructor(source: string, isMdx: boolean) {
    this.#source = source;
    this.#isMdx = isMdx;
    this.#line = new LineReader(source);
    this.#spans = new CodeSpans(source);
  }

  take(start: number, end: number): void {
    this.#line.begin(start, end);
    if (this.#isEmptyItem && this.#line.isBlank()) this.#containers.pop();
    this.#isEmptyItem = false;
    const matched = this.#matchContainers();
    const isInside = matched === this.#containers.length;
    if (this.#verbatim !== null && (isInside || this.#verbatim.kind === 'shortcode')) {
      this.#takeVerbatim(this.#verbatim);
      return;
    }
    this.#verbatim = null;
    if (!isInside) {
      if (this.#paragraph.length > 0 && !this.#isTable && !this.#line.isBlank() && !this.#startsBlock()) {
        this.#paragraph.push(this.#line.at, end);
        return;
      }
      this.#flush();
      this.#containers.length = matched;
    }
    if (this.#line.isBlank()) this.#flush();
    else this.#takeBlock();
  }

  finish(): MarkdownCode {
    this.#flush();
    const outer = this.#containers[0] ?? this.#verbatim;
    const isFence = outer?.kind === 'fence' || outer?.kind === 'names' || outer?.kind === 'directive';
    return { pieces: this.#pieces, openFence: isFence ? outer.marks : null };
  }

  #matchContainers(): number {
    let matched = 0;
    for (const { kind, width } of this.#containers) {
      if (kind === 'quote' && !this.#line.takeQuote()) break;
      if (kind === 'indented' && !this.#line.isBlank()) {
        if (this.#line.indent() < width) break;
        this.#line.skip(width);
      }
      matched++;
    }
    return matched;
  }

  #takeVerbatim(open: Verbatim): void {
    if (open.kind === 'fence' || open.kind === 'names') {
      const close = this.#line.indent() > 3 && !this.#isMdx ? null : this.#line.match(FENCE);
      const isClose = close !== null && close[1]!.startsWith(open.marks) && FENCE_END.test(close[2]!);
      if (isClose) this.#verbatim = null;
      if (open.kind === 'fence' && isClose) this.#found(this.#line.at, this.#line.at + close[1]!.length, true);
      else if (open.kind === 'fence') this.#found(this.#line.contentStart(open.indent), this.#line.end, true);
      return;
    }
    const from = this.#line.contentStart(0);
    if (open.kind === 'shortcode') {
      this.#takeShortcode(from, open);
      return;
    }
    const line = this.#source.slice(from, this.#line.end);
    const close = open.kind === 'comment' ? line.indexOf('-->') : line.search(HTML_END);
    const until = close === -1 ? this.#line.end : from + close;
    if (open.kind !== 'comment') this.#found(from, until, true);
    if (close === -1) return;
    // One without an end may be text.
    if (open.kind === 'program') {
      for (let at = open.first; at < this.#pieces.length; at++)
        this.#pieces[at] = { ...this.#pieces[at]!, isProgram: true };
    }
    this.#verbatim = null;
    this.#takeAlone(until);
  }

  #takeBlock(): void {
    while (!this.#line.isBlank()) {
      const indent = this.#line.indent();
      if (indent > 3 && !this.#isMdx) {
        if (this.#paragraph.length > 0 || this.#closing.has(this.#line.at)) break;
        this.#found(this.#line.contentStart(4), this.#line.end, true);
        return;
      }
      if (this.#paragraph.length > 0 && this.#line.match(UNDERLINE) !== null) {
        this.#flush();
        return;
      }
      if (this.#line.isAtLetter()) break;
      if (this.#containers.length < DEEPEST && this.#takesContainer(indent)) continue;
      if (this.#takesLeaf(indent)) return;
      break;
    }
    if (!this.#line.isBlank()) this.#takeText();
  }

  /** Whether a quotation, a list item or the like begins here. */
  #takesContainer(indent: number): boolean {
    if (this.#line.takeQuote()) {
      this.#flush();
      this.#containers.push({ kind: 'quote', width: 0, marks: '' });
      return true;
    }
    const item = this.#line.match(BREAK) === null ? this.#line.match(ITEM) : null;
    if (item === null) return false;
    const length = item[0].length;
    const isEmpty = this.#source.slice(this.#line.at + length, this.#line.end).trim() === '';
    // Only some items interrupt a paragraph.
    if (this.#paragraph.length > 0 && (isEmpty || (item[1] !== undefined && item[1] !== '1'))) return false;
    this.#flush();
    this.#line.advance(length);
    this.#isEmptyItem = this.#line.isBlank();
    const spaces = this.#line.isBlank() || this.#line.indent() > 4 ? 1 : this.#line.indent();
    this.#line.skip(spaces);
    this.#containers.push({ kind: 'indented', width: indent + length + spaces, marks: '' });
    return true;
  }

  /** Takes a line that is no text of a paragraph. Returns whether it is one. */
  #takesLeaf(indent: number): boolean {
    const tags = this.#line.match(TAGS);
    if (tags !== null) {
      this.#flush();
      this.#line.advance(tags[0].length);
    }
    const fence = this.#line.match(FENCE);
    if (fence !== null) {
      this.#flush();
      this.#takeFence(fence[1]!, fence[2]!, indent);
      return true;
    }
    const html = this.#line.match(HTML);
    if (html !== null) {
      this.#flush();
      const isProgram = PROGRAM.test(html[0]);
      if (isProgram) this.#verbatim = { kind: 'program', first: this.#pieces.length };
      else this.#verbatim = { kind: html[0] === '<!--' ? 'comment' : 'html' };
      this.#takeVerbatim(this.#verbatim);
      return true;
    }
    if (this.#takesShortcode()) return true;
    const isIndented = INDENTED_BLOCK.test(
      this.#source.slice(this.#line.at, Math.min(this.#line.end, this.#line.at + 1000)),
    );
    if (
      isIndented ||
      this.#line.match(HEADING) !== null ||
      this.#line.match(BREAK) !== null ||
      this.#line.match(DIRECTIVE) !== null
    ) {
      this.#takeAlone(this.#line.at);
      if (isIndented && this.#containers.length < DEEPEST)
        this.#containers.push({ kind: 'indented', width: indent + 4, marks: '' });
      return true;
    }
    if (this.#line.match(ELEMENT) !== null) this.#flush();
    return false;
  }

  #takeFence(marks: string, info: string, indent: number): void {
    const directive = this.#containers.findLastIndex(({ kind }) => kind === 'directive');
    if (info.trim() === '' && directive !== -1 && marks.startsWith(this.#containers[directive]!.marks)) {
      this.#containers.length = directive;
    } else if (PROSE_DIRECTIVE.test(info) && this.#containers.length < DEEPEST) {
      this.#takeAlone(this.#line.at + marks.length);
      this.#containers.push({ kind: 'directive', width: 0, marks });
    } else {
      const isNames = LIST_DIRECTIVE.test(info);
      if (!isNames) this.#found(this.#line.at, this.#line.end, true);
      this.#verbatim = { kind: isNames ? 'names' : 'fence', marks, indent };
    }
  }

  /** Whether a shortcode begins here that shows what follows as code. */
  #takesShortcode(): boolean {
    const tag = this.#line.match(TAG);
    if (tag === null) return false;
    const [written, slash, name] = tag;
    const isText = /\btext[ \t]*=[ \t]*"?true/.test(written);
    if (name === 'tabpane') this.#isPane = slash === '' && !isText;
    const isTab = name === 'tab' && this.#isPane && !isText;
    const isCode = isTab || name === undefined || (name !== 'tabpane' && codeShortcode(written) !== null);
    this.#ends ??= endsOfShortcodes(this.#source);
    const end = this.#ends.get(this.#line.at);
    // Code within a line is a span.
    if (end === undefined || end <= this.#line.end) return false;
    if (!isCode) {
      this.#closing.add(end);
      return false;
    }
    this.#flush();
    const from = this.#line.at + written.length;
    const isFenced =
      isTagLine(this.#source, this.#line.at, from) && isTagLine(this.#source, end, tagEnd(this.#source, end));
    const fence = isFenced ? fenceFor(this.#source.slice(from, end)) : null;
    if (fence !== null) this.#found(this.#line.at, from, true, fence);
    this.#verbatim = { kind: 'shortcode', end, fence };
    this.#takeShortcode(from, this.#verbatim);
    return true;
  }

  /** Takes a line of a shortcode's code. Where the tags have no lines of their own for fences, its lines are spans. */
  #takeShortcode(from: number, { end, fence }: Verbatim & { readonly kind: 'shortcode' }): void {
    const until = Math.min(end, this.#line.end);
    const line = this.#source.slice(from, until);
    this.#found(from, until, true, fence === null && line.trim() !== '' ? spanOf(line) : null);
    if (end > this.#line.end) return;
    this.#verbatim = null;
    const close = fence === null ? end : tagEnd(this.#source, end);
    if (fence !== null) this.#found(end, close, true, fence);
    this.#takeAlone(close);
  }

  #takeText(): void {
    const isRow = this.#isTable || (this.#paragraph.length > 0 && this.#beginsTable());
    if (this.#isTable) this.#takeCells(this.#line.at, this.#line.end);
    else if (isRow) {
      const end = this.#paragraph.pop()!;
      const start = this.#paragraph.pop()!;
      this.#flush();
      this.#takeCells(start, end);
    } else this.#paragraph.push(this.#line.at, this.#line.end);
    this.#isTable = isRow;
  }

  /** Whether the line divides a table from the line before, its head, which has as many cells. */
  #beginsTable(): boolean {
    const delimiters = this.#line.match(DELIMITERS);
    if (delimiters === null) return false;
    const [start, end] = this.#paragraph.slice(-2) as [number, number];
    return cellsOf(this.#source.slice(start, end)).length === cellsOf(delimiters[0]).length;
  }

  #takeCells(start: number, end: number): void {
    for (const [from, to] of cellsOf(this.#source.slice(start, end))) this.#readSpans([start + from, start + to]);
  }

  /** Takes the rest of the line as a paragraph of its own. */
  #takeAlone(from: number): void {
    this.#flush();
    this.#readSpans([from, this.#line.end]);
  }

  #flush(): void {
    this.#isTable = false;
    if (this.#paragraph.length === 0) return;
    this.#readSpans(this.#paragraph);
    this.#paragraph = [];
  }

  /** @param lines start, end, start, end... */
  #readSpans(lines: readonly number[]): void {
    let text = this.#source.slice(lines[0], lines[1]);
    for (let at = 2; at < lines.length; at += 2) text += `\n${this.#source.slice(lines[at], lines[at + 1])}`;
    let line = 0;
    /** Where the line begins in the text of the paragraph. */
    let begin = 0;
    this.#spans.read(text, (start, end, isBare) => {
      for (let from = start; from < end; ) {
        while (begin + lines[line + 1]! - lines[line]! < from) {
          begin += lines[line + 1]! - lines[line]! + 1;
          line += 2;
        }
        const shift = lines[line]! - begin;
        const to = Math.min(end, lines[line + 1]! - shift);
        const code = isBare ? text.slice(from, to) : '';
        this.#found(from + shift, to + shift, false, code.trim() === '' ? null : spanOf(code));
        from = to + 1;
      }
    });
  }

  #found(start: number, end: number, isBlock: boolean, shown: string | null = null): void {
    if (start < end) this.#pieces.push({ start, end, isBlock, shown, isProgram: false });
  }

  /** Whether the line begins a block that a paragraph above, in a container, does not go on into. */
  #startsBlock(): boolean {
    if (this.#line.indent() > 3 && !this.#isMdx) return false;
    if (this.#source[this.#line.at] === '>') return true;
    return [ITEM, FENCE, HEADING, BREAK, HTML, ELEMENT, DIRECTIVE, TAG].some(
      (start) => this.#line.match(start) !== null,
    );
  }
}
