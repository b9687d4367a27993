import { MODULE_IMPORT } from '../text/module_import.ts';

/** A longer tag or expression is left as it is: a bound on the work that an unclosed one costs. In UTF-16 code units. */
const longestTag = 300;
const longestComponent = 100_000;
/** After so many tags without an end, the rest are left as they are. */
const mostUnclosed = 100;

const FENCE = /^[ \t>]*(?:[-+*][ \t]+|\d{1,9}[.)][ \t]+)*(`{3,}|~{3,})(.*)$/;
const LIST_ITEM = /^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]/;
/** The first line of an import or export that goes on to the next blank line. */
const MODULE_START = /^(?:import [\w$*{}, ]{0,200}$|export (?:const|let|default|function|async) )/;
const FENCED = /^[ \t>]*(`{3}|~{3})[\s\S]*?^[ \t>]*\1/gm;
/** What only MDX has, outside of code. Names of components have small letters: `<TABLE>` is HTML. */
const MDX = /^import [^'"\n]{0,500}['"][^'"\n]{1,300}['"];?[ \t]*$|^[ \t]*<\/?[A-Z]\w*[a-z][\w.]*[\s/>]|^[ \t]*\{\/\*/m;
/** `:::note[Title]`, `::: tip Title`, `:::{warning} Title`. */
const DIRECTIVE = /^([ \t]*)(:{3,})[ \t]*\{?([A-Za-z][\w-]*)\}?(.*)$/;
const DIRECTIVE_END = /^[ \t]*(:{3,})[ \t]*$/;
/** A directive of docfx within one line: `:::image source="a.png" alt-text="A":::`. */
const LINE_DIRECTIVE = /^[ \t]*:{3}[\w-]+(?:[ \t].*)?:{3}[ \t]*$/;
/** Blocks of Python-Markdown; their content is indented. */
const INDENTED_BLOCK = /^([ \t]*)(?:!!!|\?\?\?\+?|===(?=[ \t]+"))[ \t]*([\w-]*)[\w \t-]*(?:"([^"]*)")?[ \t]*$/;
/** Attributes of kramdown and Python-Markdown on a line of their own: `{: .warning }`. */
const ATTRIBUTES_LINE = /^[ \t>]*\{(?::[^{}]{0,400}|[ \t]?[.#][^{}]{0,400})\}[ \t]*$/;
/** Directives that call attention to what is in them. Others only arrange it. */
const NOTICE =
  /^(?:note|tip|info|important|warning|caution|danger|error|hint|attention|success|question|example|details|seealso|admonition|quote|abstract)$/i;
/** Inline code, which stays, or a tag of a template language. */
const TEMPLATE = new RegExp(
  `(\`+)[^\`]{0,${longestTag}}\\1|\\{%(?:[^%]|%(?!\\})){0,${longestTag}}%\\}|\\{\\{[<%](?:[^}]|\\}(?!\\})){0,${longestTag}}\\}\\}|\\{\\{(?:[^{}]){0,${longestTag}}\\}\\}`,
  'g',
);
/** Inline code, which stays, or a name between the braces of MDX. */
const EXPRESSION = new RegExp(`(\`+)[^\`]{0,${longestTag}}\\1|(?<![=\\\\{])\\{[\\w.$]{1,100}\\}`, 'g');
/** Inline code, which stays, or a wiki link to a heading of the page, or an embedded file. */
const WIKI = new RegExp(
  `(\`+)[^\`]{0,${longestTag}}\\1|(!?)\\[\\[(#?)([^[\\]\\n|]{1,300})(?:\\\\?\\|([^[\\]\\n]{0,300}))?\\]\\]`,
  'g',
);

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
  const isMdx = MDX.test(source.replaceAll(FENCED, ''));
  const out: string[] = [];
  let prose: string[] = [];
  const flush = (): void => {
    const text = prose.join('\n');
    prose = [];
    if (text !== '') out.push(withoutTags(text, isMdx, anchorOf));
  };
  const open: Open[] = [];
  let fence: { readonly marks: string; readonly indent: number } | null = null;
  let listIndent = -1;
  let isModule = false;
  for (const written of source.split('\n')) {
    if (fence !== null) {
      const line = dedent(written, fence.indent);
      const close = FENCE.exec(line);
      out.push(line);
      if (close !== null && close[2]!.trim() === '' && close[1]!.startsWith(fence.marks)) fence = null;
      continue;
    }
    const isBlank = written.trim() === '';
    if (isModule && !isBlank) continue;
    isModule = false;
    let indent = indentOf(written);
    while (!isBlank && open.at(-1)?.colons === null && indent < open.at(-1)!.indent) prose.push(...closed(open.pop()!));
    let line = dedent(written, indented(open));
    if (isMdx && !isBlank) {
      indent = indentOf(line);
      if (listIndent === -1 || (indent <= listIndent && !LIST_ITEM.test(line)))
        listIndent = LIST_ITEM.test(line) ? indent : -1;
      line = dedent(line, listIndent === -1 ? indent : listIndent);
    }
    const start = line.includes('```') || line.includes('~~~') ? FENCE.exec(line) : null;
    if (start !== null && !(start[1]!.startsWith('`') && start[2]!.includes('`'))) {
      flush();
      out.push(line);
      fence = { marks: start[1]!, indent: written.length - line.length };
    } else if (isMdx && MODULE_IMPORT.test(line)) prose.push('');
    else if (isMdx && MODULE_START.test(line)) isModule = true;
    else prose.push(...readableLine(line, open));
  }
  while (open.length > 0) prose.push(...closed(open.pop()!));
  flush();
  return out.join('\n');
}

function readableLine(line: string, open: Open[]): readonly string[] {
  if (ATTRIBUTES_LINE.test(line)) return [''];
  const block = INDENTED_BLOCK.exec(line);
  if (block !== null) {
    const [, lead, name, title] = block;
    open.push({ colons: null, indent: indented(open) + lead!.length + 4, isNotice: name !== '' });
    return opened(lead!, title ?? '', name!, name !== '');
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

/** @param text without fenced code */
function withoutTags(text: string, isMdx: boolean, anchorOf: (heading: string) => string | null): string {
  let plain = text;
  if (text.includes('{{') || text.includes('{%')) {
    // A value that only the generator knows stays visible as a gap. A line of tags goes as a whole: a blank one would end an HTML block.
    plain = plain
      .replace(TEMPLATE, (tag) => (tag.startsWith('`') ? tag : /^\{\{[^<%]/.test(tag) ? '…' : '\uFDD0'))
      .replace(/^(?:[ \t]*\uFDD0)+[ \t]*(?:\n|$)|\uFDD0/gm, '');
  }
  if (text.includes('[[')) {
    plain = plain.replace(WIKI, (link, code, embed: string, hash: string, name: string, label: string | undefined) => {
      if (code !== undefined || (embed === '' && hash === '')) return link;
      // Sizes and the like stand behind the name of an embedded file.
      if (embed !== '') return name.replace(/#.*/, '');
      const anchor = anchorOf(name);
      return anchor === null ? (label ?? name) : `[${label ?? name}](<#${anchor}>)`;
    });
  }
  if (text.includes('[!')) plain = plain.replace(INCLUDED, '');
  if (!isMdx) return plain;
  return withoutComponents(plain.replace(EXPRESSION, (tag) => (tag.startsWith('`') ? tag : '')));
}

/** Leaves out comments and the tags of components. Keeps what is between the tags, their titles and links. */
function withoutComponents(text: string): string {
  let out = '';
  let copied = 0;
  let unclosed = 0;
  const next = /`+|\{\/\*|<(?=\/?[A-Z]|\/?>)/g;
  for (let found = next.exec(text); found !== null && unclosed < mostUnclosed; found = next.exec(text)) {
    const at = found.index;
    if (found[0].startsWith('`')) {
      const end = text.indexOf(found[0], next.lastIndex);
      if (end !== -1 && end - at < longestTag) next.lastIndex = end + found[0].length;
      continue;
    }
    const isComment = found[0] === '{/*';
    const end = isComment ? text.indexOf('*/}', at) + 3 : tagEnd(text, at);
    if (end < at) unclosed++;
    // `List<String>` in a sentence is no tag.
    if (end < at || (!isComment && /\w/.test(text.charAt(at - 1)))) continue;
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
