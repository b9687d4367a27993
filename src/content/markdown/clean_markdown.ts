import { EndFinder } from '../../text/markdown/code_spans.ts';
import {
  INDENTED_BLOCK,
  LIST_DIRECTIVE,
  MODULE_IMPORT,
  PROSE_DIRECTIVE,
} from '../../text/markdown/generator_syntax.ts';
import { BLOCK, type HiddenCode, hideCode } from '../../text/markdown/hide_code.ts';
import { findCode, type MarkdownCode } from '../../text/markdown/markdown_code.ts';
import { cleanTags } from './clean_tags.ts';
import { hasMarks, maskLine } from './mask_lines.ts';
import { isNotice, noticeHeading, openedNotice } from './notices.ts';

const LIST_ITEM = /^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]/;
/** The first line of an import or export that goes on to the next blank line. */
const MODULE_START = /^(?:import [\w$*{}, ]{0,200}$|export (?:const|let|default|function|async) )/;
/** What only MDX has, outside of code. Names of components have small letters: `<TABLE>` is HTML. */
const MDX =
  /^import [^'"\n]{0,500}['"][^'"\n]{1,300}['"];?[ \t]*$|^[ \t]*<\/?[A-Z](?=\w*[a-z])[\w.]*[\s/>]|^[ \t]*\{\/\*/m;
/** `:::note[Title]`, `::: tip Title`, `:::{warning} Title`, `::: {.callout-note}`. */
const DIRECTIVE = /^([ \t]*)(:{3,})[ \t]*\{?(?:\.callout-)?([A-Za-z][\w:-]*)\}?(.*)$/;
const DIRECTIVE_END = /^[ \t]*(:{3,})[ \t]*$/;
/** A directive of docfx within one line: `:::image source="a.png" alt-text="A":::`. */
const LINE_DIRECTIVE = /^[ \t]*:{3}[\w-]+(?:[ \t].*)?:{3}[ \t]*$/;
/** Blocks of Python-Markdown: `/// note | Title`. */
const SLASHES = /^([ \t]*)(\/{3,})[ \t]+([\w-]+)(?:[ \t]*\|[ \t]*(.*))?[ \t]*$/;
const SLASHES_END = /^[ \t]*(\/{3,})[ \t]*$/;
/** The fence of a MyST directive: lead, marks, name and arguments. */
const FENCE = /^([ \t]*)(`{3,}|~{3,})\{([\w:.+-]+)\}[ \t]*([^`]*)$/;
/** MyST directives whose content is code in the language that they name. */
const CODE_DIRECTIVE = /^(?:code|code-block|sourcecode|code-cell|parsed-literal)$/;
/** An option of a MyST directive: `:class: dropdown`. */
const OPTION = /^[ \t]*:[A-Za-z][\w-]{0,60}:(?:[ \t].*)?$/;
/** `## Title {#anchor}`, `## Title {.class}`. */
const HEADING_ATTRIBUTES = /^[ \t>]*#{1,6}[ \t].*\{:?[ \t]*[#.][^{}]*\}[ \t]*$/;
/** References of MyST: `{ref}`text <label>``. The pages that labels lead to are known to Sphinx alone. */
const REFERENCE = /\{(?:ref|numref|term|doc|any)\}`(?:([^`<]{1,300}?)[ \t]*<[^`<>]{1,300}>|([^`<]{1,300}))`/g;
/** What many pages have no trace of: a page without it is clean. */
const TRACES =
  /\{\{|\{%|\{\/\*|\}`|^[ \t>]*(?::::|!!!|\?\?\?|===[ \t]*"|\/\/\/|[`~]{3,}\{|\{[:.#*! ]|\([^\s()]{1,200}\)=)|^(?:import|export) |<\/?[A-Z]\w*[a-z]|<[a-z]+-[a-z]|<!--|<(?:script|style|template)\b|!\[\[|\[\[#|\[!(?:INCLUDE|code)|[)\]`*_: %]\{|:(?:material|fontawesome|octicons|simple)-/im;

/** What opens more blocks in each other stays as it is: each line names all quotes around it. */
const deepest = 50;

/** A block that is open around a line. */
interface Open {
  /** What stands before and behind its end in a line, or null when the line does not end it; null: it ends where lines are indented less. */
  readonly endIn: ((line: string) => readonly [before: string, after: string] | null) | null;
  /** How much its content is indented. */
  readonly indent: number;
  /** What stands before the marks of a quote; null: it only arranges its content. */
  readonly quote: string | null;
  /** Whether its content is left out. */
  readonly isHidden?: boolean;
}

/**
 * Markdown as people read it: without what only the site's generator understands. Notices become block quotes that begin with their
 * kind and title; the tags of template languages, modules and components of MDX, attributes and comments are left out, and what
 * components contain and show stays. Code stays as it is to the byte. The time is linear in the length.
 *
 * @param anchorOf the anchor of a heading of the page, by its text; null when there is none
 * @param asWritten the code of the source, read as Markdown
 */
export function cleanMarkdown(
  source: string,
  anchorOf: (heading: string) => string | null,
  asWritten: MarkdownCode = findCode(source),
): string {
  const { code, isMdx } = hideCodeOf(source, asWritten);
  const blocks = new Blocks(code.text, isMdx);
  for (const line of code.text.split('\n')) blocks.take(line);
  return code.show(cleanTags(blocks.finish(), isMdx, anchorOf), false);
}

/** Hides the code of Markdown, or of MDX, where an indented line is none. @param asWritten the code of the source, read as Markdown */
export function hideCodeOf(
  source: string,
  asWritten: MarkdownCode = findCode(source),
): { readonly code: HiddenCode; readonly isMdx: boolean } {
  const asMarkdown = hideCode(source, asWritten);
  const isMdx = MDX.test(asMarkdown.text);
  return { code: isMdx ? hideCode(source, findCode(source, true)) : asMarkdown, isMdx };
}

/** Whether Markdown has no trace of the syntax that `cleanMarkdown` leaves out. */
export function isClean(source: string): boolean {
  return !TRACES.test(source);
}

/** Rewrites blocks line by line. */
class Blocks {
  readonly #isMdx: boolean;
  readonly #ends: EndFinder;
  readonly #out: string[] = [];
  readonly #open: Open[] = [];
  #listIndent = -1;
  /** Whether the line before is part of a statement of a module. */
  #isModule = false;
  /** Whether options of a directive may follow. */
  #inOptions = false;
  /** Offset of the end of the line. */
  #at = 0;

  constructor(text: string, isMdx: boolean) {
    this.#isMdx = isMdx;
    this.#ends = new EndFinder(text);
  }

  take(written: string): void {
    this.#at += written.length + 1;
    const isBlank = written.trim() === '';
    if (this.#isModule && !isBlank && !written.includes(BLOCK)) return;
    this.#isModule = false;
    while (!isBlank && this.#last?.endIn === null && indentOf(written) < this.#last.indent) this.#close();
    let line = dedent(written, this.#indent);
    if (this.#isMdx && !isBlank) line = this.#withoutComponentIndent(line);
    if (this.#isMdx && MODULE_IMPORT.test(line)) line = '';
    else if (this.#isMdx && MODULE_START.test(line)) {
      this.#isModule = true;
      return;
    }
    const wasInOptions = this.#inOptions;
    this.#inOptions = false;
    if (wasInOptions && OPTION.test(line)) this.#inOptions = true;
    else if (!this.#takesEnd(line) && !this.#takesStart(line)) this.#write(line);
  }

  finish(): string {
    while (this.#open.length > 0) this.#close();
    return this.#out.join('\n');
  }

  get #last(): Open | undefined {
    return this.#open.at(-1);
  }

  get #indent(): number {
    return this.#last?.indent ?? 0;
  }

  /** In MDX the content of components may be indented; in Markdown it would be code. */
  #withoutComponentIndent(line: string): string {
    const indent = indentOf(line);
    if (this.#listIndent === -1 || (indent <= this.#listIndent && !LIST_ITEM.test(line)))
      this.#listIndent = LIST_ITEM.test(line) ? indent : -1;
    return dedent(line, this.#listIndent === -1 ? indent : this.#listIndent);
  }

  #takesEnd(line: string): boolean {
    const parts = this.#last?.endIn?.(line) ?? null;
    if (parts !== null) {
      if (parts[0].trim() !== '') this.#write(parts[0].trim());
      this.#close();
      if (parts[1].trim() !== '') this.#write(parts[1].trim());
    } else if (DIRECTIVE_END.test(line) || SLASHES_END.test(line)) this.#write('');
    else return false;
    return true;
  }

  #takesStart(line: string): boolean {
    if (this.#open.length === deepest) return false;
    const first = line.trimStart()[0];
    if (first === ':') return this.#takesDirective(line);
    if (first === '/') return this.#takesSlashes(line);
    if (first === '`' || first === '~') return this.#takesFence(line);
    if (first === '<' || first === '{') return this.#takesNotice(line);
    return first === '!' || first === '?' || first === '=' ? this.#takesIndented(line) : false;
  }

  #takesIndented(line: string): boolean {
    const block = INDENTED_BLOCK.exec(line);
    if (block === null) return false;
    const [, lead, name = '', title = ''] = block;
    const indent = this.#indent + lead!.length + 4;
    if (name === '') this.#start({ endIn: null, indent, quote: null }, lead!, title);
    else this.#start({ endIn: null, indent, quote: lead! }, lead!, noticeHeading(name, title));
    return true;
  }

  #takesDirective(line: string): boolean {
    if (LINE_DIRECTIVE.test(line)) {
      this.#write(imageOf(line));
      return true;
    }
    const directive = DIRECTIVE.exec(line);
    if (directive === null) return false;
    const [, lead, colons, name, rest] = directive;
    const named = /^[ \t]*\[([^\]]*)\]/.exec(rest!)?.[1] ?? /\btitle="([^"]*)"/.exec(rest!)?.[1];
    const title = named ?? rest!.replace(/\{[^}]*\}?/g, ' ').replace(/[}\]]/g, '');
    const endIn = wholeLine((end) => DIRECTIVE_END.exec(end)?.[1] === colons);
    this.#startNamed({ endIn, indent: this.#indent, quote: null }, lead!, name!, title);
    this.#inOptions = true;
    return true;
  }

  #takesSlashes(line: string): boolean {
    const block = SLASHES.exec(line);
    if (block === null) return false;
    const [, lead, slashes, name, title = ''] = block;
    const endIn = wholeLine((end) => SLASHES_END.exec(end)?.[1] === slashes);
    this.#startNamed({ endIn, indent: this.#indent, quote: null }, lead!, name!, title);
    return true;
  }

  #takesFence(line: string): boolean {
    const fence = FENCE.exec(line);
    if (fence === null) return false;
    const [, lead, marks, name, argument] = fence;
    const info = line.slice(lead!.length + marks!.length);
    const endIn = wholeLine((end) => end.trim().startsWith(marks!) && /^(?:`+|~+)$/.test(end.trim()));
    const open = { endIn, indent: this.#indent, quote: null };
    if (LIST_DIRECTIVE.test(info)) this.#open.push({ ...open, isHidden: true });
    else if (PROSE_DIRECTIVE.test(info)) {
      this.#startNamed(open, lead!, name!, argument!);
      this.#inOptions = true;
    } else this.#write(`${lead}${marks}${CODE_DIRECTIVE.test(name!) ? '' : `${name} `}${argument!.trim()}`.trimEnd());
    return true;
  }

  /** A notice between tags. One that does not end is no notice. */
  #takesNotice(line: string): boolean {
    const notice = openedNotice(line);
    if (notice === null) return false;
    const { heading, end, rest } = notice;
    const endIn = tagIn(end);
    const parts = endIn(rest);
    if (parts === null && this.#ends.find(end, this.#at) === -1) return false;
    const lead = line.slice(0, indentOf(line));
    this.#start({ endIn, indent: this.#indent, quote: lead }, lead, heading);
    if (parts !== null) this.#takesEnd(rest);
    else if (rest.trim() !== '') this.#write(rest.trim());
    return true;
  }

  #startNamed(open: Open, lead: string, name: string, title: string): void {
    // The column numbers of a grid are no title.
    const given = /^[\d\s]*$/.test(title) ? '' : title.trim();
    if (isNotice(name)) this.#start({ ...open, quote: lead }, lead, noticeHeading(name, given));
    else this.#start(open, lead, given);
  }

  #start(open: Open, lead: string, heading: string): void {
    if (this.#out.length > 0 && this.#out.at(-1) !== '') this.#write('');
    this.#open.push(open);
    if (heading === '') return;
    this.#write(open.quote === null ? `${lead}**${heading}**` : `**${heading}**`);
    this.#write('');
  }

  #close(): void {
    // A quote ends with its last words.
    while (/^[ \t]*(?:> ?)+$/.test(this.#out.at(-1) ?? '') && this.#last!.quote !== null) this.#out.pop();
    this.#open.pop();
    this.#write('');
  }

  #write(line: string): void {
    if (this.#open.some(({ isHidden }) => isHidden === true)) return;
    let rest = withoutMarks(line);
    let before = '';
    for (const { quote } of this.#open) {
      if (quote === null) continue;
      rest = dedent(rest, quote.length);
      before += `${quote}> `;
    }
    this.#out.push(rest.trim() === '' ? before.trimEnd() : before + rest);
  }
}

/** A line without attributes, labels and roles. */
function withoutMarks(line: string): string {
  const plain = line.includes('}`')
    ? line.replace(REFERENCE, (_, text?: string, name?: string) => text ?? name ?? '')
    : line;
  const marked = hasMarks(plain) && !/^[ \t]*(?:`{3}|~{3})/.test(plain) ? maskLine(plain) : plain;
  return HEADING_ATTRIBUTES.test(marked) ? marked.slice(0, marked.lastIndexOf('{')).trimEnd() : marked;
}

function wholeLine(isEnd: (line: string) => boolean): NonNullable<Open['endIn']> {
  return (line) => (isEnd(line) ? ['', ''] : null);
}

/** @param tag the beginning of the tag, in small letters */
function tagIn(tag: string): NonNullable<Open['endIn']> {
  return (line) => {
    const at = line.toLowerCase().indexOf(tag);
    if (at === -1) return null;
    const end = line.indexOf(tag.startsWith('<') ? '>' : '}}', at);
    return [line.slice(0, at), end === -1 ? '' : line.slice(end + (tag.startsWith('<') ? 1 : 2))];
  };
}

function imageOf(line: string): string {
  const source = /\bsource="([^"<>]*)"/.exec(line)?.[1];
  const text = /\balt-text="([^"]*)"/.exec(line)?.[1] ?? '';
  return source === undefined ? '' : `![${text.replaceAll(/[[\]\\]/g, ' ')}](<${source}>)`;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function dedent(line: string, most: number): string {
  return line.slice(Math.min(most, indentOf(line)));
}
