import { MODULE_IMPORT } from '../../text/module_import.ts';
import {
  aboveAttributes,
  dedentBlocks,
  hasMarks,
  markdownElementIn,
  maskDirective,
  maskLine,
  maskOpenTags,
} from './mask_lines.ts';

/** Replaces template syntax without words. A noncharacter, so it cannot be part of real text. */
export const FILLER = '\uFDD0';
/** Replaces a value that only the site's own build knows (`{{ page.version }}`). */
export const VARIABLE = '\uFDD1';
/** Replaces an external address that only the site's settings know (`{{ site.github_url }}`). */
export const OUTSIDE = '\uFDD2';

const FENCE = /^[ \t>]*(?:[-+*][ \t]+|\d{1,9}[.)][ \t]+)*(`{3,}|~{3,})(.*)$/;
const LONGEST_TAG = 4000;
const INCLUDED_CODE = /^[ \t]*\{\{#[\w-]+ [^{}]*\}\}[ \t]*$/;
/** MyST directives that contain Markdown between backtick fences; the first group is their title. */
const PROSE_DIRECTIVE =
  /^\{(?:note|tip|hint|important|warning|caution|attention|danger|error|seealso|admonition|dropdown|card|grid|grid-item|grid-item-card|tab-set|tab-item|sidebar|topic|margin|epigraph|div|aside|myst-example|versionadded|versionchanged|deprecated)\}(.*)$/;
/** MyST directives that contain names of files. */
const LIST_DIRECTIVE = /^\{(?:include|toctree|tableofcontents|image|figure|literalinclude|bibliography)\}/;
/** An option of a MyST directive: `:class: dropdown`. */
const OPTION = /^[ \t]*:[A-Za-z][\w-]{0,60}:(?:[ \t].*)?$/;
/** mkdocstrings inserts the documentation of a module here: `::: package.module`, with options in the indented lines below. */
const API_DIRECTIVE = /^[ \t]*::: ([A-Za-z_]\w*(?:\.\w+)*)[ \t]*$/;
const API_OPTION = /^(?: {4}|\t)[ \t]*[a-z_]+:(?:[ \t]|$)/;
const INDENTED = /^(?: {4}|\t)/;
/** MDN macros that link to a page by name; the visible text is the last argument, or the first. */
const CROSS_REFERENCE =
  /^\{\{\s*(?:glossary|\w*xref|(?:html|svg|mathml)element|http(?:header|status|method))\s*\(\s*["']([^"']*)["'](?:\s*,\s*["']([^"']*)["'])?/i;
/** Names of settings whose values are addresses outside the site. */
const OUTSIDE_NAME = /(?:url|repo|github|host|domain|cdn)/i;
/** Opens a template comment. */
const COMMENT = /^(?:\{%-?\s*comment\s*-?%\}|\{\{[<%]\s*comment\b)/;
const COMMENT_END = /\{%-?\s*endcomment\s*-?%\}|\{\{[<%]\s*\/\s*comment\s*[>%]\}\}/g;
/** Opening and closing tags of a `highlight` code block. */
const HIGHLIGHT = /^(?:\{%-?|\{\{[<%])\s*(\/?\s*|end)highlight\b/;

/**
 * Replaces Liquid tags, Hugo shortcodes, Vue and MDN macros and directive fences outside code, so that the Markdown around
 * them parses as intended. Page references (`ref`, `relref`, `link`, `post_url`) become their targets. The number of
 * lines does not change.
 */
export function maskTemplates(written: string): string {
  const source = dedentBlocks(maskOpenTags(written));
  const braces = source.includes('{{') || source.includes('{%');
  const imports = source.includes('import ');
  const marks = hasMarks(source);
  if (!braces && !imports && !marks) return source;
  const masker = new LineMasker(braces, imports, marks);
  for (const line of source.split('\n')) masker.take(line);
  return masker.finish();
}

/** Takes the lines of a source one after the other. */
class LineMasker {
  readonly #braces: boolean;
  readonly #imports: boolean;
  readonly #marks: boolean;
  readonly #out: string[] = [];
  /** The lines since the last fence. */
  #prose: string[] = [];
  #fence: string | null = null;
  /** Whether the open fence is a directive that contains only names of files and options. */
  #isList = false;
  /** Open fences of directives that contain prose. */
  readonly #proseFences: string[] = [];
  /** Open elements whose content is Markdown. Markdown would read on as HTML behind their tags. */
  readonly #elements: string[] = [];
  /** Whether the line before opened a directive or was an option of it. */
  #inOptions = false;
  /** Whether the line before inserted the documentation of a module, or was one of its options. */
  #inApi: 'directive' | 'options' | null = null;

  /** @param marks whether the source has syntax that `maskLine` handles */
  constructor(braces: boolean, imports: boolean, marks: boolean) {
    this.#braces = braces;
    this.#imports = imports;
    this.#marks = marks;
  }

  take(line: string): void {
    if (this.#fence !== null) this.#takeFenced(line, this.#fence);
    else if (!this.#takeOption(line) && !this.#takeFence(line)) this.#takeProse(line);
  }

  finish(): string {
    this.#flush();
    return this.#out.join('\n');
  }

  #takeFenced(line: string, fence: string): void {
    const close = FENCE.exec(line);
    const isClose = close !== null && close[2]!.trim() === '' && close[1]!.startsWith(fence);
    // mdBook includes code from a file into a fence.
    this.#out.push((this.#isList && !isClose) || INCLUDED_CODE.test(line) ? '' : line);
    if (isClose) this.#fence = null;
  }

  /** Takes a line that is an option, or that inserts the documentation of a module. Returns whether it is one. */
  #takeOption(line: string): boolean {
    const ofApi = this.#inApi !== null && (this.#inApi === 'directive' ? API_OPTION : INDENTED).test(line);
    if ((this.#inOptions && OPTION.test(line)) || ofApi) {
      if (ofApi) this.#inApi = 'options';
      this.#prose.push('');
      return true;
    }
    const named = this.#marks && line.includes(':::') ? (API_DIRECTIVE.exec(line)?.[1] ?? null) : null;
    this.#inApi = named === null ? null : 'directive';
    this.#inOptions = this.#marks && (line.includes('```{') || line.includes(':::{'));
    // A name without a dot may be that of another generator's container.
    if (named === null || !named.includes('.')) return false;
    this.#prose.push(`\`${named}\``);
    return true;
  }

  /** Takes a line that opens or closes a fence. Returns whether it does. */
  #takeFence(line: string): boolean {
    const open = line.includes('```') || line.includes('~~~') ? FENCE.exec(line) : null;
    if (open === null) return false;
    const directive = PROSE_DIRECTIVE.exec(open[2]!);
    if (directive !== null) {
      this.#proseFences.push(open[1]!);
      this.#prose.push(directive[1]!.trim());
      return true;
    }
    if (open[1] === this.#proseFences.at(-1) && open[2]!.trim() === '') {
      this.#proseFences.pop();
      this.#prose.push('');
      return true;
    }
    if (open[1]!.startsWith('`') && open[2]!.includes('`')) return false;
    this.#flush();
    this.#out.push(line);
    this.#fence = open[1]!;
    this.#isList = LIST_DIRECTIVE.test(open[2]!);
    return true;
  }

  #takeProse(line: string): void {
    if (this.#prose.length > 0 && line.includes('{:')) this.#prose.push(aboveAttributes(line, this.#prose.pop()!));
    if (this.#takesTag(line) || (this.#imports && MODULE_IMPORT.test(line))) this.#prose.push('');
    else this.#prose.push(this.#marks && hasMarks(line) ? maskLine(line) : line);
  }

  /** Whether a line is a tag of an element whose content is Markdown. */
  #takesTag(line: string): boolean {
    const element = this.#marks ? markdownElementIn(line) : null;
    if (element !== null) this.#elements.push(element);
    else if (this.#elements.length === 0 || line.trim() !== `</${this.#elements.at(-1)}>`) return false;
    else this.#elements.pop();
    return true;
  }

  #flush(): void {
    if (this.#prose.length === 0) return;
    const text = this.#prose.join('\n');
    this.#out.push(this.#braces ? maskTags(text) : text);
    this.#prose = [];
  }
}

/** Replaces directive fences only, for MDX, where braces are expressions. */
export function maskFences(source: string): string {
  if (!source.includes(':::')) return source;
  let fence: string | null = null;
  return source
    .split('\n')
    .map((line) => {
      const open = line.includes('```') || line.includes('~~~') ? FENCE.exec(line) : null;
      if (open !== null && fence === null) fence = open[1]!;
      else if (open !== null && open[2]!.trim() === '' && open[1]!.startsWith(fence!)) fence = null;
      return fence === null && line.includes(':::') ? maskDirective(line) : line;
    })
    .join('\n');
}

/** Replaces the tags in text without fenced code; inline code is unchanged. */
function maskTags(text: string): string {
  let out = '';
  let copied = 0;
  let at = 0;
  let noBackticks = false;
  let commentsClose = true;
  while (at < text.length) {
    const brace = nextTag(text, at);
    if (brace === -1) break;
    const tick = noBackticks ? -1 : text.indexOf('`', at);
    if (tick === -1) noBackticks = true;
    else if (tick < brace) {
      at = skipCode(text, tick);
      continue;
    }
    const close = tagEnd(text, brace);
    let end = close;
    if (commentsClose && close !== -1 && COMMENT.test(text.slice(brace, close))) {
      end = commentEnd(text, close);
      commentsClose = end !== close;
    }
    if (end === -1) {
      at = brace + 2;
      continue;
    }
    const tag = text.slice(brace, end);
    const ownLine = isOwnLine(text, brace, end);
    const words = tagWords(tag);
    const silent = words === FILLER || words === VARIABLE || words === OUTSIDE;
    const isAtEdge = silent && tag.startsWith('{%') && isAtLineEdge(text, brace, end);
    const kept = !ownLine || !silent ? (isAtEdge ? ' ' : words) : HIGHLIGHT.test(tag) ? '```' : '';
    out += text.slice(copied, brace) + kept + '\n'.repeat(tag.split('\n').length - 1);
    copied = end;
    at = end;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

function nextTag(text: string, from: number): number {
  for (let at = text.indexOf('{', from); at !== -1; at = text.indexOf('{', at + 1)) {
    const next = text.charCodeAt(at + 1);
    if (next === 0x7b || next === 0x25) return at;
  }
  return -1;
}

/** Offset after the code span that opens at `tick`, or after its backticks when nothing closes it nearby. */
function skipCode(text: string, tick: number): number {
  let run = tick;
  while (text.charCodeAt(run) === 0x60) run++;
  const ticks = text.slice(tick, run);
  const paragraph = text.slice(run, run + LONGEST_TAG);
  const limit = paragraph.indexOf('\n\n');
  const within = limit === -1 ? paragraph : paragraph.slice(0, limit);
  for (let at = within.indexOf(ticks); at !== -1; ) {
    let end = at;
    while (within.charCodeAt(end) === 0x60) end++;
    if (end - at === ticks.length) return run + end;
    at = within.indexOf(ticks, end);
  }
  return run;
}

/** End of the tag that opens at `start`, including nested tags, or -1 when it does not close nearby. */
function tagEnd(text: string, start: number): number {
  const window = text.slice(start, start + LONGEST_TAG);
  const close = /^\{\{<?|^\{%/.exec(window)![0] === '{%' ? '%}' : '}}';
  let end = window.indexOf(close, 2);
  if (close === '%}') {
    // `{% link {{ page.version }}/x.md %}`: the nested tag does not close the outer one.
    return end === -1 ? -1 : start + end + 2;
  }
  while (end !== -1 && window[end + 2] === '}') end++;
  return end === -1 ? -1 : start + end + 2;
}

/** End of the comment whose opening tag ends at `from`; an unclosed comment ends with its opening tag. */
function commentEnd(text: string, from: number): number {
  COMMENT_END.lastIndex = from;
  return COMMENT_END.exec(text) === null ? from : COMMENT_END.lastIndex;
}

/** Whether a tag begins or ends its line, where no link can be around it. Emphasis beside it needs a space to be read as such. */
function isAtLineEdge(text: string, start: number, end: number): boolean {
  return start === 0 || text[start - 1] === '\n' || end === text.length || text[end] === '\n';
}

function isOwnLine(text: string, start: number, end: number): boolean {
  let before = start - 1;
  while (before >= 0 && (text[before] === ' ' || text[before] === '\t')) before--;
  let after = end;
  while (after < text.length && (text[after] === ' ' || text[after] === '\t')) after++;
  return (before < 0 || text[before] === '\n') && (after >= text.length || text[after] === '\n');
}

/** The replacement of a tag: the target of a page reference, a quoted value, or a filler without words. */
function tagWords(tag: string): string {
  const reference = /^\{\{[<%]-?\s*(?:rel)?ref\s+(?:path=)?(?:"([^"]*)"|`([^`]*)`|'([^']*)'|([^\s>%]+))/.exec(tag);
  if (reference !== null) return destination(reference[1] ?? reference[2] ?? reference[3] ?? reference[4]!);
  const link = /^\{%-?\s*(link|post_url)\s+(.*?)\s*-?%\}$/s.exec(tag);
  if (link !== null) {
    const target = link[2]!.replace(/\{\{.*?\}\}/gs, VARIABLE).replace(/^["']|["']$/g, '');
    return destination(target.startsWith('/') || link[1] === 'post_url' ? target : `/${target}`);
  }
  const parameter = /^\{\{[<%]-?\s*_?(?:site-?)?param\s+["'`]?([\w.-]+)/i.exec(tag)?.[1];
  if (parameter !== undefined) return OUTSIDE_NAME.test(parameter) ? OUTSIDE : FILLER;
  if (!tag.startsWith('{{') || tag.startsWith('{{<') || tag.startsWith('{{%')) return FILLER;
  const macro = CROSS_REFERENCE.exec(tag);
  if (macro !== null) return (macro[2] ?? '') === '' ? macro[1]! : macro[2]!;
  const quoted = /^\{\{-?\s*(?:"([^"]*)"|'([^']*)')\s*\|/.exec(tag);
  if (quoted !== null) return destination(quoted[1] ?? quoted[2]!);
  if (/\b(?:site|page|config)?\.?(?:base_?(?:url|path)|site_?url|root)\b|\bsite\.url\b/i.test(tag)) return FILLER;
  return /^\{\{-?\s*site\.\w*(?:url|repo|github|host|domain|cdn)/i.test(tag) ? OUTSIDE : VARIABLE;
}

/** A target, escaped for the parentheses of a Markdown link. */
function destination(target: string): string {
  return target.replace(/[\s()<>"]/g, (unsafe) => encodeURIComponent(unsafe).replace('(', '%28').replace(')', '%29'));
}
