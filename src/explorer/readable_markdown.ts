import { BLOCK, hideCode } from '../text/hide_code.ts';
import { findCode, INDENTED_BLOCK, MODULE_IMPORT } from '../text/markdown_code.ts';

/** A longer tag or expression is left as it is: a bound on the work that an unclosed one costs. In UTF-16 code units. */
const longestTag = 300;
const longestComponent = 100_000;
/** After so many tags without an end in a text, or characters that were searched for one, the rest are left as they are. */
const mostUnclosed = 100;
const mostSearched = 2_000_000;

const LIST_ITEM = /^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]/;
/** The first line of an import or export that goes on to the next blank line. */
const MODULE_START = /^(?:import [\w$*{}, ]{0,200}$|export (?:const|let|default|function|async) )/;
/** What only MDX has, outside of code. Names of components have small letters: `<TABLE>` is HTML. */
const MDX =
  /^import [^'"\n]{0,500}['"][^'"\n]{1,300}['"];?[ \t]*$|^[ \t]*<\/?[A-Z](?=\w*[a-z])[\w.]*[\s/>]|^[ \t]*\{\/\*/m;
/** `:::note[Title]`, `::: tip Title`, `:::{warning} Title`. */
const DIRECTIVE = /^([ \t]*)(:{3,})[ \t]*\{?([A-Za-z][\w-]*)\}?(.*)$/;
const DIRECTIVE_END = /^[ \t]*(:{3,})[ \t]*$/;
/** A directive of docfx within one line: `:::image source="a.png" alt-text="A":::`. */
const LINE_DIRECTIVE = /^[ \t]*:{3}[\w-]+(?:[ \t].*)?:{3}[ \t]*$/;
/** Attributes of kramdown and Python-Markdown on a line of their own: `{: .warning }`. */
const ATTRIBUTES_LINE = /^[ \t>]*\{(?::[^{}]{0,400}|[ \t]?[.#][^{}]{0,400})\}[ \t]*$/;
/** Directives that call attention to what is in them. Others only arrange it. */
const NOTICE =
  /^(?:note|tip|info|important|warning|caution|danger|error|hint|attention|success|question|example|details|seealso|admonition|quote|abstract)$/i;
/** A tag of a template language. None reaches across code. */
const TEMPLATE = new RegExp(
  `\\{%(?:[^%${BLOCK}]|%(?!\\})){0,${longestTag}}%\\}|\\{\\{[<%](?:[^}${BLOCK}]|\\}(?!\\})){0,${longestTag}}\\}\\}|\\{\\{[^{}${BLOCK}]{0,${longestTag}}\\}\\}`,
  'g',
);
/** A name between the braces of MDX. */
const EXPRESSION = /(?<![=\\{])\{[\w.$]{1,100}\}/g;
/** A wiki link to a heading of the page, or an embedded file. */
const WIKI = /(!?)\[\[(#?)([^[\]\n|]{1,300})(?:\\?\|([^[\]\n]{0,300}))?\]\]/g;

/** What docfx includes from elsewhere: `[!INCLUDE [shown](file.md)]`, `[!code-cpp[name](file.cpp)]`. */
const INCLUDED = /\[!(?:INCLUDE|code(?:-\w{1,20})?)[ \t]*\[[^[\]\n]{0,200}\]\([^()\n]{0,300}\)\]/gi;
/** HTML that a component shows as it is. */
const HTML_VALUE = /\sset:html=\{("(?:[^"\\\n]|\\.)*")\}/;

/** What is open around a line. */
interface Open {
  /** Colons that close it; null: it ends where lines are indented less. */
  readonly colons: string | null;
  readonly indent: number;
  readonly isNotice: boolean;
}

/**
 * Markdown as people read it: without what only the site's generator understands. Notices of directives become block quotes; the
 * tags of template languages, modules and components of MDX are left out, and what components contain stays. Code stays as it is.
 *
 * @param anchorOf the anchor of a heading of the page, by its text; null when there is none
 */
export function readableMarkdown(source: string, anchorOf: (heading: string) => string | null): string {
  const asMarkdown = hideCode(source);
  const isMdx = MDX.test(asMarkdown.text);
  const code = isMdx ? hideCode(source, findCode(source, true)) : asMarkdown;
  const out: string[] = [];
  const open: Open[] = [];
  let listIndent = -1;
  let isModule = false;
  for (const written of code.text.split('\n')) {
    const isBlank = written.trim() === '';
    if (isModule && !isBlank && !written.includes(BLOCK)) continue;
    isModule = false;
    let indent = indentOf(written);
    while (!isBlank && open.at(-1)?.colons === null && indent < open.at(-1)!.indent) out.push(...closed(open.pop()!));
    let line = dedent(written, indented(open));
    if (isMdx && !isBlank) {
      indent = indentOf(line);
      if (listIndent === -1 || (indent <= listIndent && !LIST_ITEM.test(line)))
        listIndent = LIST_ITEM.test(line) ? indent : -1;
      line = dedent(line, listIndent === -1 ? indent : listIndent);
    }
    if (isMdx && MODULE_IMPORT.test(line)) out.push('');
    else if (isMdx && MODULE_START.test(line)) isModule = true;
    else out.push(...readableLine(line, open));
  }
  while (open.length > 0) out.push(...closed(open.pop()!));
  return code.show(withoutTags(out.join('\n'), isMdx, anchorOf));
}

function readableLine(line: string, open: Open[]): readonly string[] {
  if (ATTRIBUTES_LINE.test(line)) return [''];
  const block = INDENTED_BLOCK.exec(line);
  if (block !== null) {
    const [, lead, name = '', title = ''] = block;
    open.push({ colons: null, indent: indented(open) + lead!.length + 4, isNotice: name !== '' });
    return opened(lead!, title, name, name !== '');
  }
  if (!line.includes(':::')) return [line];
  if (LINE_DIRECTIVE.test(line)) return [imageOf(line)];
  const end = DIRECTIVE_END.exec(line);
  if (end !== null) {
    const last = open.at(-1);
    return last?.colons?.length === end[1]!.length ? closed(open.pop()!) : [''];
  }
  const directive = DIRECTIVE.exec(line);
  if (directive === null) return [line];
  const [, lead, colons, name, rest] = directive;
  const isNotice = NOTICE.test(name!);
  open.push({ colons: colons!, indent: indented(open), isNotice });
  const title = /^[ \t]*\[([^\]]*)\]/.exec(rest!)?.[1] ?? rest!.replace(/\{[^}]*\}?/g, ' ');
  // The column numbers of a grid are no title.
  return opened(lead!, /^[\d\s]*$/.test(title) ? '' : title.trim(), name!, isNotice);
}

function opened(lead: string, title: string, name: string, isNotice: boolean): readonly string[] {
  const heading = title === '' && isNotice ? name.charAt(0).toUpperCase() + name.slice(1) : title;
  const words = heading === '' ? [] : [`${lead}**${heading}**`, ''];
  return isNotice ? ['', `${lead}<blockquote>`, '', ...words] : ['', ...words];
}

function closed({ isNotice }: Open): readonly string[] {
  return isNotice ? ['', '</blockquote>', ''] : [''];
}

function imageOf(line: string): string {
  const source = /\bsource="([^"<>]*)"/.exec(line)?.[1];
  const text = /\balt-text="([^"]*)"/.exec(line)?.[1] ?? '';
  return source === undefined ? '' : `![${text.replaceAll(/[[\]\\]/g, ' ')}](<${source}>)`;
}

function indented(open: readonly Open[]): number {
  return open.at(-1)?.indent ?? 0;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function dedent(line: string, most: number): string {
  return line.slice(Math.min(most, indentOf(line)));
}

/** @param text without code */
function withoutTags(text: string, isMdx: boolean, anchorOf: (heading: string) => string | null): string {
  let plain = text;
  if (text.includes('{{') || text.includes('{%')) {
    // A value that only the generator knows stays visible as a gap. A line of tags goes as a whole: a blank one would end an HTML block.
    plain = plain
      .replace(TEMPLATE, (tag) => (/^\{\{[^<%]/.test(tag) ? '…' : '\uFDD0'))
      .replace(/^(?:[ \t]*\uFDD0)+[ \t]*(?:\n|$)|\uFDD0/gm, '');
  }
  if (text.includes('[[')) {
    plain = plain.replace(WIKI, (link, embed: string, hash: string, name: string, label: string | undefined) => {
      if (embed === '' && hash === '') return link;
      // Sizes and the like stand behind the name of an embedded file.
      if (embed !== '') return name.replace(/#.*/, '');
      const anchor = anchorOf(name);
      return anchor === null ? (label ?? name) : `[${label ?? name}](<#${anchor}>)`;
    });
  }
  if (text.includes('[!')) plain = plain.replace(INCLUDED, '');
  if (!isMdx) return plain;
  return withoutComponents(plain.replace(EXPRESSION, ''));
}

/** Leaves out comments and the tags of components. Keeps what is between the tags, their titles and links. */
function withoutComponents(text: string): string {
  let out = '';
  let copied = 0;
  let unclosed = 0;
  let searched = 0;
  const next = /\{\/\*|<(?=\/?[A-Z]|\/?>)/g;
  for (
    let found = next.exec(text);
    found !== null && unclosed < mostUnclosed && searched < mostSearched;
    found = next.exec(text)
  ) {
    const at = found.index;
    const isComment = found[0] === '{/*';
    // `List<String>` in a sentence is no tag.
    if (!isComment && /\w/.test(text.charAt(at - 1))) continue;
    const end = isComment ? text.indexOf('*/}', at) + 3 : tagEnd(text, at);
    if (end < at) {
      unclosed++;
      searched += Math.min(longestComponent, text.length - at);
      continue;
    }
    out += text.slice(copied, at) + (isComment ? '' : wordsOf(text.slice(at, end)));
    copied = end;
    next.lastIndex = end;
  }
  return out + text.slice(copied);
}

/** Offset after the tag that begins at `start`; -1 when it does not end nearby. */
function tagEnd(text: string, start: number): number {
  let depth = 0;
  let quote = '';
  const last = Math.min(text.length, start + longestComponent);
  for (let at = start + 1; at < last; at++) {
    const unit = text.charAt(at);
    if (unit === BLOCK) return -1;
    if (quote !== '') {
      if (unit === '\\') at++;
      else if (unit === quote) quote = '';
    } else if (unit === '"' || unit === "'" || unit === '`') quote = unit;
    else if (unit === '{') depth++;
    else if (unit === '}') depth--;
    else if (unit === '>' && depth <= 0) return at + 1;
  }
  return -1;
}

function wordsOf(tag: string): string {
  const value = HTML_VALUE.exec(tag)?.[1];
  if (value !== undefined) return `\n\n${htmlOf(value)}\n\n`;
  const title = /\s(?:title|label|heading)="([^"]{1,300})"/.exec(tag)?.[1];
  if (title === undefined) return '';
  const href = /\shref="([^"\s<>]{1,300})"/.exec(tag)?.[1];
  return href === undefined ? `\n\n**${title}**\n\n` : `\n\n[${title}](<${href}>)\n\n`;
}

/** Preformatted text alone: other HTML would end at its first blank line. @param value a string as JavaScript writes it */
function htmlOf(value: string): string {
  try {
    const markup = JSON.parse(value) as string;
    return /^<pre[ >]/.test(markup) ? markup : '';
  } catch {
    return '';
  }
}
