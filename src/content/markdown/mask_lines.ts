import { INDENTED_BLOCK } from '../../text/markdown/generator_syntax.ts';

/** Longer lines are cut before they are matched against a pattern. */
const LONGEST_LINE = 4000;

/** What all syntax that `maskLine` handles has in it. Far quicker to look for than the syntax, and most lines lack it. */
const TRACES = /[{}:=!?]|\/{3}|markdown|# \(|\\[a-z]{5}/;
const MARKS =
  /::|^[ \t>]*(?:`{3,}\{|# \((?:PART|APPENDIX)|\\[a-z]{5,15}[ \t]*$|\/\/\/|\{[:!*]|\{ ?[.#]|\([^\s()]{1,200}\)=|!!! |\?\?\?\+? |=== ")|\}`|[)\]`*_: %]\{:?[ \t]?[.#-]|\\index\{|[)\]`*_]\{:?[ \t]*[\w-]+=|^[ \t]*<[^<>\n]*\smarkdown[\s=>]|:(?:material|fontawesome|octicons|simple)-|(?:^|[ \t]):[a-z][\w-]*[[{]/m;

/** Attributes of kramdown, Python-Markdown and markdown-it on a line of their own: `{: .warning }`, `{ .annotate }`. */
const ATTRIBUTES_LINE = /^[ \t>]*\{(?::[^{}]*|[ \t]?[.#][^{}]*)\}[ \t]*$/;
/** Attributes behind the element that they belong to: `{.class}`, `{: #id }`, `{target="_blank"}`. */
const ATTRIBUTES = /(?<=[)\]`*_:])\{:?[ \t]*[.#][^{}\n]*\}|(?<=[)\]`*_])\{:?[ \t]*[\w-]+=[^{}\n]*\}/g;
/** An icon of Material for MkDocs with its attributes, `:material-download:{ .lg }`. A link that shows it alone keeps its name. */
const ICON =
  /(\[?):(?:material|fontawesome-(?:brands|regular|solid)|octicons|simple)-([a-z0-9-]{1,100}):(?:\{[^{}\n]{0,300}\})?(\](?=\()|[ \t]?)/g;
/** An element whose content is Markdown: kramdown, and the extension `md_in_html` of Python-Markdown. */
const MARKDOWN_ELEMENT =
  /^[ \t]*<(div|section|article|aside|figure|figcaption|center|details)\b[^<>]*\smarkdown(?:\s*=\s*["']?(?:1|block|span)["']?)?(?:\s[^<>]*)?>[ \t]*$/i;
const LIST_ITEM = /^[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]/;
const HEADING = /^[ \t>]*#{1,6}[ \t]/;
const CLASSES = /^\{:?[ \t]*\./;
/** Pandoc: a heading without a number, `{-}`. */
const UNNUMBERED = /^\{-[ \t]*/;
/** Included files in Python-Markdown: `{!path!}`, `{* path hl[1] *}`. */
const INCLUSION = /^[ \t]*\{(?:![^!\n]*!|\*[^*\n]*\*)\}/;
/** A heading of Bookdown that only divides the table of contents: `# (PART) Title {-}`. */
const PART = /^# \((?:PART|APPENDIX)(?:\\?\*)?\)[ \t]/;
/** LaTeX of R Markdown and Quarto, which pages of HTML do not have: a command for paged output, an entry of the index. */
const PAGED =
  /^[ \t]*\\(?:newpage|pagebreak|clearpage|cleardoublepage|frontmatter|mainmatter|backmatter|appendix)[ \t]*$/;
const INDEX_ENTRY = /\\index\{(?:[^{}\n]|\{[^{}\n]{0,200}\}){0,300}\}/g;
/** A label of MyST, `(label)=`. */
const LABEL = /^[ \t]*\([^\s()]{1,200}\)=[ \t]*$/;
/** Blocks of Python-Markdown: `/// note | Title`. */
const SLASHES = /^([ \t]*)\/{3,}(?:[ \t]+[\w-]+(?:[ \t]*\|[ \t]*(.*))?)?[ \t]*$/;
/** Cross-reference roles of MyST: `{ref}`text <label>``, `{doc}`path``. */
const ROLE = /\{(ref|numref|term|doc|any)\}`(?:([^`<]*)<([^`<>]+)>|([^`<]+))`/g;
const OTHER_ROLE = /\{[a-z][\w:.+-]*\}(?=`)/g;
/** Inline components of MDC: `:read-more{to="/x" title="X"}`, `:badge[New]{color=x}`. */
const COMPONENT = /(^|[\s(]):[a-z][\w-]*(?:\[([^[\]\n]*)\])?(?:\{([^{}\n]*)\})?/g;

/** Whether a text has syntax that `maskLine` handles. */
export function hasMarks(text: string): boolean {
  return TRACES.test(text) && MARKS.test(text);
}

/** The name of the element that a line opens if its content is Markdown; null for other lines. */
export function markdownElementIn(line: string): string | null {
  return line.length > LONGEST_LINE || !endsWithFirst(line, '>') ? null : (MARKDOWN_ELEMENT.exec(line)?.[1] ?? null);
}

/** Whether a line ends with the first of a character: else a pattern of attributes would try each of them. */
function endsWithFirst(line: string, end: string): boolean {
  return line.indexOf(end) === line.trimEnd().length - 1;
}

/** Removes generator-specific syntax from a line, keeping the words of titles and links. */
export function maskLine(line: string): string {
  if (line.length > LONGEST_LINE) return line;
  if (ATTRIBUTES_LINE.test(line) || PART.test(line) || PAGED.test(line) || LABEL.test(line) || INCLUSION.test(line))
    return '';
  const block = SLASHES.exec(line);
  if (block !== null) return `${block[1]}${block[2] ?? ''}`;
  const masked = withoutHeadingClasses(line.includes('::') ? maskDirective(line) : line);
  return masked
    .replace(ICON, (_, open: string, name: string, end: string) =>
      end === ']' ? `${open}${open === '' ? '' : name}]` : open,
    )
    .replace(ATTRIBUTES, '')
    .replace(INDEX_ENTRY, '')
    .replace(
      ROLE,
      (_, role: string, text: string | undefined, named: string | undefined, alone: string | undefined) => {
        const target = (named ?? alone!).trim();
        return `[${text?.trim() ?? (role === 'doc' ? '' : target)}](<${role === 'doc' || role === 'any' ? '' : '#'}${target}>)`;
      },
    )
    .replace(OTHER_ROLE, '')
    .replace(COMPONENT, (whole, before: string, text: string | undefined, attributes: string | undefined) => {
      if (text === undefined && attributes === undefined) return whole;
      const target = /(?:^|[ \t])(?:to|href)="([^"<>]*)"/.exec(attributes ?? '')?.[1];
      const title = text ?? /(?:^|[ \t])(?:title|label)="([^"]*)"/.exec(attributes ?? '')?.[1] ?? '';
      return target === undefined ? `${before}${title}` : `${before}[${title}](<${target}>)`;
    });
}

/**
 * The line above attributes of kramdown, which they change: `{:toc}` replaces a list, and `{: #id }` names a heading. The same line
 * where they do not.
 */
export function aboveAttributes(attributes: string, above: string): string {
  if (!attributes.includes('{:') || attributes.length > LONGEST_LINE) return above;
  if (/^[ \t>]*\{:[ \t]*toc\b/.test(attributes) && LIST_ITEM.test(above)) return '';
  if (!endsWithFirst(attributes, '}')) return above;
  const id = HEADING.test(above) ? /^[ \t>]*\{:[^{}]*?#([\w-]+)[^{}]*\}[ \t]*$/.exec(attributes)?.[1] : undefined;
  return id === undefined || /\{[^{}]*\}\s*$/.test(above) ? above : `${above.trimEnd()} {#${id}}`;
}

/** Removes classes from `## Heading {.class}`, and `{-}`. The parser handles `{#id}`, which some sites write as `%{#id}%`. */
function withoutHeadingClasses(line: string): string {
  const end = line.trimEnd();
  if (end.endsWith('}%') && HEADING.test(line)) return end.replace(/%\{(#[^\s{}%]{1,200})\}%$/, '{$1}');
  if (!end.endsWith('}') || !HEADING.test(line)) return line;
  const open = end.lastIndexOf('{');
  const attributes = end.slice(open);
  const rest = attributes.replace(UNNUMBERED, '{');
  if (rest === '{}' || CLASSES.test(rest)) return end.slice(0, open).trimEnd();
  return rest === attributes ? line : `${end.slice(0, open)}${rest}`;
}

/** `:::note[Title]`, `::: tip Title`, `::card{a=b}`, `::::{grid} 2`, `:::row:::`: only the words of the title are kept. */
export function maskDirective(line: string): string {
  const match = line.length > LONGEST_LINE ? null : /^([ \t>]*):{2,}[ \t]*(\{[\w:-]*\}|[\w-]*)(.*)$/.exec(line);
  if (match === null) return line;
  const [, lead, name, rest] = match;
  // Pandoc and Quarto: `::: {.callout-note title="Title"}`.
  const attributes = name === '' ? /^\{[^{}]*\}[ \t:]*$/.test(rest!) : false;
  if (attributes) return `${lead}${/[\s{]title="([^"]*)"/.exec(rest!)?.[1] ?? ''}`;
  if (/^\s*$/.test(rest!) || rest!.trimEnd().endsWith('::')) return '';
  if (name === '') return line;
  const title = /^[ \t]*\[([^\]]*)\]/.exec(rest!)?.[1] ?? rest!.replace(/\{[^}]*\}?/g, ' ');
  // The column numbers of a grid are not a title.
  return `${lead}${/^[\d\s]*$/.test(title) ? '' : title.trim()}`;
}

/** How a Python-Markdown block begins, roughly and then exactly. */
const DEDENTED = ['!!! ', '???', '=== "'];
const DEDENTED_LINE = /^[ \t]*(?:!!! |\?\?\?\+? |=== ")/m;

/**
 * Removes the indentation of the content of Python-Markdown blocks, which Markdown would read as code. The number of
 * lines does not change.
 */
export function dedentBlocks(source: string): string {
  if (!DEDENTED.some((mark) => source.includes(mark)) || !DEDENTED_LINE.test(source)) return source;
  const open: number[] = [];
  return source
    .split('\n')
    .map((line) => {
      const indent = line.length - line.trimStart().length;
      if (indent === line.length) return line;
      while (open.length > 0 && indent < open.at(-1)!) open.pop();
      const moved = line.slice(4 * open.length);
      const mark = line.length > LONGEST_LINE ? null : INDENTED_BLOCK.exec(moved);
      if (mark === null) return moved;
      open.push(indent + 4);
      return `${mark[1]}${mark[3] ?? ''}`;
    })
    .join('\n');
}

/** The first line of a component's tag that goes on in the next lines. */
const OPEN_TAG = /^[ \t]*<[A-Z][\w.]*(?:[ \t][^<>\n]*)?$/;
const OPEN_TAG_ANYWHERE = new RegExp(OPEN_TAG.source, 'm');
const TAG_END = /^[ \t]*\/?>[ \t]*$/;
const LONGEST_TAG = 60;

/**
 * Removes the tags of components that have JavaScript in attributes on lines of their own (`values={[`): Markdown reads them as
 * text. The number of lines does not change.
 */
export function maskOpenTags(source: string): string {
  if (!/<[A-Z]/.test(source) || !OPEN_TAG_ANYWHERE.test(source)) return source;
  const lines = source.split('\n');
  for (let at = 0; at < lines.length; at++) {
    if (!OPEN_TAG.test(lines[at]!)) continue;
    const tag = lines.slice(at, at + LONGEST_TAG);
    const length = tag.findIndex((line) => TAG_END.test(line)) + 1;
    if (length > 0 && tag.slice(0, length).some((line) => line.includes('{'))) lines.fill('', at, at + length);
  }
  return lines.join('\n');
}
