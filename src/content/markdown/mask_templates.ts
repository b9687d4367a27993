import { EndFinder } from '../../text/markdown/code_spans.ts';
import { LIST_DIRECTIVE, MODULE_IMPORT, PROSE_DIRECTIVE } from '../../text/markdown/generator_syntax.ts';
import { BLOCK, hideCode } from '../../text/markdown/hide_code.ts';
import { findCode, type MarkdownCode } from '../../text/markdown/markdown_code.ts';
import {
  aboveAttributes,
  dedentBlocks,
  hasMarks,
  markdownElementIn,
  maskDirective,
  maskLine,
  maskOpenTags,
} from './mask_lines.ts';
import { shownByShortcode } from './shown_words.ts';

/** Replaces template syntax without words. A noncharacter, so it cannot be part of real text. */
export const FILLER = '\uFDD0';
/** Replaces a value that only the site's own build knows (`{{ page.version }}`). */
export const VARIABLE = '\uFDD1';
/** Replaces an external address that only the site's settings know (`{{ site.github_url }}`). */
export const OUTSIDE = '\uFDD2';

/** A fence that is not code: that of a MyST directive. */
const FENCE = /^[ \t>]*(?:[-+*][ \t]+|\d{1,9}[.)][ \t]+)*(`{3,}|~{3,})(.*)$/;
const LONGEST_TAG = 4000;
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

/** A quick check for the syntax that this file replaces. Most pages have none. */
const TRACES = /\{\{|\{%|^import |^[ \t]*(?:<[A-Z]|!!! |\?\?\?|=== ")/m;

/**
 * Replaces Liquid tags, Hugo shortcodes, Vue and MDN macros and directive fences outside code, so that the Markdown around
 * them parses as intended. Page references (`ref`, `relref`, `link`, `post_url`) become their targets. The number of
 * lines does not change.
 * @param codeOf finds the code of a text
 */
export function maskTemplates(written: string, codeOf: (text: string) => MarkdownCode = findCode): string {
  if (!TRACES.test(written) && !hasMarks(written)) return written;
  const code = hideCode(written, codeOf(written));
  return code.show(maskTags(maskLines(dedentBlocks(maskOpenTags(code.text)))));
}

/** Replaces syntax of whole lines in a text without code. */
function maskLines(source: string): string {
  const hasImports = source.includes('import ');
  const isMarked = hasMarks(source);
  const out: string[] = [];
  /** Open fences of directives. */
  const fences: string[] = [];
  /** Whether the innermost of them contains only names of files and options. */
  let isList = false;
  /** Open elements whose content is Markdown. Markdown would read on as HTML behind their tags. */
  const elements: string[] = [];
  /** Whether the line before opened a directive or was an option of it. */
  let inOptions = false;
  /** Whether the line before inserted the documentation of a module, or was one of its options. */
  let inApi: 'directive' | 'options' | null = null;

  /** What stands for a line that is an option, or that inserts the documentation of a module; null for other lines. */
  const maskOption = (line: string): string | null => {
    if (inApi !== null && (inApi === 'directive' ? API_OPTION : INDENTED).test(line)) {
      inApi = 'options';
      return '';
    }
    if (inOptions && OPTION.test(line)) return '';
    const named = isMarked && line.includes(':::') ? (API_DIRECTIVE.exec(line)?.[1] ?? null) : null;
    inApi = named === null ? null : 'directive';
    inOptions = isMarked && (line.includes('```{') || line.includes(':::{'));
    // A name without a dot may be that of another generator's container.
    return named?.includes('.') === true ? `\`${named}\`` : null;
  };
  /** The same for a fence of a directive, and the lines of one with names of files. */
  const maskFence = (line: string): string | null => {
    const [, marks, info = ''] = line.includes('```') || line.includes('~~~') ? (FENCE.exec(line) ?? []) : [];
    const open = fences.at(-1);
    if (marks !== undefined && open !== undefined && marks.startsWith(open) && info.trim() === '') {
      fences.pop();
      isList = false;
      return '';
    }
    if (isList) return '';
    const title = marks === undefined || info.includes('`') ? undefined : PROSE_DIRECTIVE.exec(info)?.[1];
    if (title === undefined && (marks === undefined || !LIST_DIRECTIVE.test(info))) return null;
    fences.push(marks!);
    isList = title === undefined;
    return title?.trim() ?? '';
  };
  /** Whether a line is a tag of an element whose content is Markdown. */
  const takesTag = (line: string): boolean => {
    const element = isMarked ? markdownElementIn(line) : null;
    if (element !== null) elements.push(element);
    else if (elements.length === 0 || line.trim() !== `</${elements.at(-1)}>`) return false;
    else elements.pop();
    return true;
  };
  const maskProse = (line: string): string => {
    if (out.length > 0 && line.includes('{:')) out.push(aboveAttributes(line, out.pop()!));
    if (takesTag(line) || (hasImports && MODULE_IMPORT.test(line))) return '';
    return isMarked && hasMarks(line) ? maskLine(line) : line;
  };

  for (const line of source.split('\n')) out.push(maskOption(line) ?? maskFence(line) ?? maskProse(line));
  return out.join('\n');
}

/** Replaces directive fences only, for MDX, where braces are expressions. */
export function maskDirectives(source: string, codeOf: (text: string) => MarkdownCode): string {
  if (!source.includes(':::')) return source;
  const code = hideCode(source, codeOf(source));
  const lines = code.text.split('\n').map((line) => (line.includes(':::') ? maskDirective(line) : line));
  return code.show(lines.join('\n'));
}

/**
 * Replaces the tags in a text without code: each by what it shows, or by a sign without words.
 * @param alone replaces a tag without words that is alone on its line
 */
export function maskTags(text: string, alone = ''): string {
  let out = '';
  let copied = 0;
  let commentsClose = true;
  const ends = new EndFinder(text);
  for (let at = nextTag(text, 0); at !== -1; ) {
    const close = tagEnd(text, at, ends);
    if (close === -1) {
      at = nextTag(text, at + 2);
      continue;
    }
    let end = close;
    if (commentsClose && COMMENT.test(text.slice(at, close))) {
      end = commentEnd(text, close);
      commentsClose = end !== close;
    }
    const tag = text.slice(at, end);
    // Code stands on a line of its own.
    const ownLine =
      isOwnLine(text, at, end) || text[end] === BLOCK || BLOCK_END.test(text.slice(Math.max(0, at - 12), at));
    const words = tagWords(tag, ownLine);
    const silent = words === FILLER || words === VARIABLE || words === OUTSIDE;
    const isAtEdge = silent && tag.startsWith('{%') && isAtLineEdge(text, at, end);
    const kept = !ownLine || !silent ? (isAtEdge ? ' ' : words) : alone;
    out += text.slice(copied, at) + kept + '\n'.repeat(tag.split('\n').length - 1);
    copied = end;
    at = nextTag(text, end);
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** The end of a line of code. */
const BLOCK_END = /\uFDD5\d+\uFDD4$/;

function nextTag(text: string, from: number): number {
  for (let at = text.indexOf('{', from); at !== -1; at = text.indexOf('{', at + 1)) {
    const next = text.charCodeAt(at + 1);
    if (next === 0x7b || next === 0x25) return at;
  }
  return -1;
}

/** End of the tag that opens at `start`, including nested tags, or -1 when it does not close nearby and before code. */
function tagEnd(text: string, start: number, ends: EndFinder): number {
  const isLiquid = text[start + 1] === '%';
  const block = ends.find(BLOCK, start);
  const limit = Math.min(start + LONGEST_TAG, block === -1 ? text.length : block);
  // `{% link {{ page.version }}/x.md %}`: the nested tag does not close the outer one.
  let end = ends.after(isLiquid ? '%}' : '}}', start + 2);
  if (end === start + 2) return -1;
  while (!isLiquid && end < limit && text[end] === '}') end++;
  return end > limit ? -1 : end;
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
function tagWords(tag: string, isOwnLine: boolean): string {
  const reference = /^\{\{[<%]-?\s*(?:rel)?ref\s+(?:path=)?(?:"([^"]*)"|`([^`]*)`|'([^']*)'|([^\s>%]+))/.exec(tag);
  if (reference !== null) return destination(reference[1] ?? reference[2] ?? reference[3] ?? reference[4]!);
  const link = /^\{%-?\s*(link|post_url)\s+(.*?)\s*-?%\}$/s.exec(tag);
  if (link !== null) {
    const target = link[2]!.replace(/\{\{.*?\}\}/gs, VARIABLE).replace(/^["']|["']$/g, '');
    return destination(target.startsWith('/') || link[1] === 'post_url' ? target : `/${target}`);
  }
  const parameter = /^\{\{[<%]-?\s*_?(?:site-?)?param\s+["'`]?([\w.-]+)/i.exec(tag)?.[1];
  if (parameter !== undefined) return OUTSIDE_NAME.test(parameter) ? OUTSIDE : FILLER;
  if (tag.startsWith('{{<') || tag.startsWith('{{%')) return (isOwnLine ? '' : shownByShortcode(tag)) || FILLER;
  if (!tag.startsWith('{{')) return FILLER;
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
