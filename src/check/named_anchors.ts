import { byCodePoint } from '../text/by_code_point.ts';

/** `id="x"`, `name='x'`, `id={x}` of HTML, components and shortcodes. */
const ATTRIBUTE = /(?<![\w-])(?:id|name|anchor)\s*=\s*\{?\s*(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|([\w.:-]{1,200}))/gi;
/** `{#x}`, `{: #x .y }` behind any element. */
const BRACES = /(?<!\{)\{:?[^{}\n]{0,200}?#([^\s{}#"'=]{1,200})[^{}\n]{0,200}\}/g;
/** `(x)=` of MyST, and `^x` at the end of a block of Obsidian. */
const LABEL = /^\(([^\s()]{1,200})\)=[ \t]*$|[ \t]\^([\w-]{1,200})[ \t]*$/gm;

/** Parts of names of shortcodes and components that show text from elsewhere. */
const SHOWS =
  'include|embed|read-?file|content|partial|import|snippet|generat|reference|api|spec|schema|props|options|list|table|steps?';
/** Syntax that shows text from elsewhere, which may have anchors of its own. */
const INCLUSION = new RegExp(
  [
    String.raw`\[!include`,
    String.raw`\{%-?\s*(?:include|render)(?:_\w+)?\b(?![^%]{0,300}(?:note|tip|warn|alert|callout|image|figure|video|icon))`,
    String.raw`\{\{[<%]\s*[\w/-]{0,60}(?:${SHOWS})`,
    String.raw`\{\{\s*#\w*include[^{}\n]*\.(?:md|markdown)\b`,
    String.raw`^[ \t]*(?:\{[!*]|(?:--8<--|;--8<--|@include\b)|<!--\s*@?include|:::+\s*\{?include|\x60{3,}\{(?:include|literalinclude|eval-rst|auto))`,
    String.raw`^[ \t]*<[A-Z]\w{0,60}(?:${SHOWS})\w{0,20}[^<>]{0,2000}/>`,
    String.raw`^[ \t]*<(?:${SHOWS})\w{0,60}(?:\s[^<>]{0,2000})?/>`,
    String.raw`^import\s.*\.mdx?['"]`,
  ].join('|'),
  'im',
);

/** A text in quotes in a tag of a template or component, which may make a heading of it: `{{% definition "Node" %}}`. */
const TAG = /\{\{[^{}\n]{1,1000}\}\}|\{%[^{}\n]{1,1000}%\}|<[A-Z][^<>\n]{1,1000}>/g;
const QUOTED = /"([^"]{1,200})"|'([^']{1,200})'/g;
/** A heading in HTML, and a term of a definition list: some generators give them ids. */
const HTML_HEADING = /<h[1-6]\b[^<>]{0,1000}>([^\n]{1,500}?)<\/h[1-6]/gi;
/** A comment, of which a plugin may make a heading: `<!-- md:setting config.x -->`. */
const COMMENT = /<!--([^<>\n]{1,300})-->/g;
const TERM = /^([^\s#>|:-][^\n]{0,300})\n\n?:[ \t]/gm;

/**
 * The anchors, sorted, that a page may have beside those of its headings: ids of elements, of components and of attribute lists,
 * labels, and the slugs of what generators may give an id. Null when the page includes text from elsewhere, so that it may have
 * any. Code is read too: an example of an anchor counts as one.
 * @param body a file of Markdown
 */
export function namedAnchors(body: string, slug: (text: string) => string): string[] | null {
  if (INCLUSION.test(body)) return null;
  const found = new Set<string>();
  const addText = (text: string) => found.add(slug(text.replace(/<[^<>]{0,1000}>|[`*]/g, '').trim()));
  for (const [tag] of body.matchAll(TAG)) {
    for (const [, double, single] of tag.matchAll(QUOTED)) addText((double ?? single)!);
  }
  for (const pattern of [HTML_HEADING, TERM]) for (const [, text] of body.matchAll(pattern)) addText(text!);
  for (const [, text] of body.matchAll(COMMENT)) for (const word of text!.split(/\s+/)) found.add(word);
  for (const pattern of [ATTRIBUTE, BRACES, LABEL]) {
    for (const match of body.matchAll(pattern)) found.add(match.slice(1).find((group) => group !== undefined)!);
  }
  found.delete('');
  return [...found].sort(byCodePoint);
}
