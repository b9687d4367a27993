import { join } from 'node:path';
import { LARGEST_PAGE, readRegularFile } from '../content/files/regular_file.ts';
import { githubAnchors } from '../content/generators/anchor_rules.ts';
import type { GeneratorRules } from '../content/generators/generator_rules.ts';
import { rulesOf } from '../content/generators/generators.ts';
import { anchorsOf } from '../content/markdown/heading_anchors.ts';
import type { PageLink } from '../content/markdown/page_link.ts';
import type { SiteFiles } from '../content/site_files.ts';
import { byCodePoint } from '../text/by_code_point.ts';
import { decodePercent } from '../text/decode_percent.ts';
import { nearestWord } from '../text/nearest_word.ts';
import { normalForm } from '../text/normal_form.ts';
import type { LinkCheck, LinkFault } from './finding.ts';
import type { CheckedPage, CheckedSite } from './read_site.ts';

/** Fragments that browsers, generators and scripts give a meaning: the top, text fragments, routes, footnotes, lines, tabs. */
const NO_ANCHOR = /^(?:top$|!|:~:|fn[:_-]?\d|fnref|user-content-fn|L\d+|tabs?-|__)|[=/]/i;

/**
 * Links to an anchor that the linked page does not have. Not judged are links to pages without headings, to pages in another
 * language (a stand-in for a missing translation has other headings), and to pages that include text from elsewhere.
 * @param cache of earlier checks of the site; is updated
 */
export function findDeadAnchors(site: CheckedSite, cache: AnchorRebakeCache): LinkCheck {
  const anchorsIn = (page: CheckedPage) => {
    const known = cache.get(page.headings) ?? new PageAnchors(page, site.files);
    cache.set(page.headings, known);
    return known;
  };
  const hasTerms = rulesOf(site.files.context.generator).labels === true;
  return (link, page, leadsTo) => {
    const { fragment, kind } = link;
    // A label may be a term, or one of another project.
    if (fragment === undefined || NO_ANCHOR.test(fragment) || kind === 'label') return null;
    // A term of a glossary, not an anchor.
    if (kind === 'own' && hasTerms && fragment.includes(' ')) return null;
    const linked = leadsTo >= 0 ? site.pages[leadsTo]! : kind === 'own' ? page : null;
    if (linked === null || linked.headings.length === 0 || linked.language !== page.language) return null;
    return anchorsIn(linked).mayHave(link) ? null : deadAnchor(decodePercent(fragment), page, linked);
  };
}

/** The anchors of pages by the lists of their headings. When a page was read again, its list is another object. */
export type AnchorRebakeCache = WeakMap<CheckedPage['headings'], PageAnchors>;

/** Headings of a page that are compared one by one with a dead anchor. */
const MOST_HEADINGS = 500;
const PICTOGRAPH = /\p{Extended_Pictographic}|:[a-z_]+:/u;

/** The anchors of one page. The file is read again only for an anchor that no heading has. */
class PageAnchors {
  /** Path of the page's file. */
  readonly #file: string;
  readonly #rules: GeneratorRules;
  readonly #ofHeadings: ReadonlySet<string>;
  readonly #texts: ReadonlySet<string>;
  /** Headings with pictographs, which some generators spell out, up to the first. */
  readonly #beforePictographs: readonly string[];
  #named: ReadonlySet<string> | null | undefined;
  /** The words of headings with values that only the site's build knows. */
  #templated: readonly (readonly string[])[] = [];

  constructor({ file, headings }: CheckedPage, { root, context }: SiteFiles) {
    this.#file = join(root, file);
    this.#rules = rulesOf(context.generator);
    const plain = headings.map(({ text }) => ({ text, id: null }));
    const others = (this.#rules.anchors?.also ?? []).flatMap((rule) => anchorsOf(plain, rule));
    this.#ofHeadings = new Set(
      [...headings.map(({ anchor }) => anchor), ...others].map((anchor) => normalForm(anchor)),
    );
    this.#texts = new Set(headings.map(({ text }) => loose(text)));
    const pictured = headings.filter(({ text }) => PICTOGRAPH.test(text)).slice(0, MOST_HEADINGS);
    this.#beforePictographs = pictured.map(({ text }) => loose(text.split(PICTOGRAPH, 1)[0]!));
  }

  mayHave({ fragment, kind }: PageLink): boolean {
    // `[[Page#Heading,1:#*]]` of Dendron shows a part of the section.
    const decoded = decodePercent(kind === 'wiki' ? fragment!.replace(/(?:,\d+)?(?::#.*)?$/, '') : fragment!);
    const wanted = [normalForm(fragment!), normalForm(decoded)];
    if (wanted.some((anchor) => this.#ofHeadings.has(anchor))) return true;
    const isWiki = kind === 'wiki' || (kind === 'own' && this.#rules.vault === true);
    if (this.#hasText(decoded.slice(decoded.lastIndexOf('#') + 1), isWiki)) return true;
    if (this.#named === undefined) this.#named = this.#readNamed();
    if (this.#named === null || this.#templated.some((parts) => hasInOrder(loose(decoded), parts))) return true;
    // An element's id makes a heading of that name the second one: `targets-1`. `+` marks tooltips of MkDocs.
    const bare = wanted.map((anchor) => anchor.replace(/^\+|[-_]\d+$/g, ''));
    return [...wanted, ...bare].some((anchor) => this.#named!.has(anchor));
  }

  /** Whether a heading may be meant by its text: always in wiki links, and where a pictograph may have become any word. */
  #hasText(text: string, isWiki: boolean): boolean {
    const wanted = loose(text);
    if ((isWiki || text.includes(' ')) && this.#texts.has(wanted)) return true;
    return this.#beforePictographs.some((start) => wanted.startsWith(start));
  }

  /** Reads the file for the anchors that the headings do not have. Null when they cannot be known. */
  #readNamed(): ReadonlySet<string> | null {
    const { bytes } = readRegularFile(this.#file, { bytes: LARGEST_PAGE, within: null });
    if (bytes === null) return null;
    const text = bytes.toString('utf8');
    const named = namedAnchors(text, (this.#rules.anchors ?? githubAnchors).slug);
    this.#templated = templatedHeadings(text);
    return named === null ? null : new Set(named.map((anchor) => normalForm(anchor)));
  }
}

/** For each heading with a value of a template the words around its values: `## Set up {{ site.name }}` has `['set up']`. */
function templatedHeadings(text: string): string[][] {
  const headings = [...text.matchAll(/^#{1,6}[ \t]+([^\n]{0,1000}\{[{%][^\n]{0,1000})$/gm)].slice(0, MOST_HEADINGS);
  return headings.map(([, heading]) =>
    heading!
      .split(/\{\{[^{}\n]*\}\}|\{%[^%\n]*%\}/)
      .map(loose)
      .filter((part) => part !== ''),
  );
}

/** Whether a text has all parts, in order. */
function hasInOrder(text: string, parts: readonly string[]): boolean {
  let at = 0;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return true;
}

function loose(text: string): string {
  return normalForm(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

function deadAnchor(fragment: string, page: CheckedPage, linked: CheckedPage): LinkFault {
  const near = nearestAnchor(fragment, linked);
  const hint = near === null ? '' : ` (did you mean "#${near}"?)`;
  const where = linked === page ? 'this page' : `"${linked.path}"`;
  return {
    ...{ rule: 'dead-anchor', target: `${linked.path}#${fragment}` },
    problem: `no heading has this anchor${hint}`,
    message: `Cannot find the anchor "#${fragment}": no heading on ${where} has it${hint}`,
  };
}

function nearestAnchor(fragment: string, { headings }: CheckedPage): string | null {
  if (headings.length > MOST_HEADINGS || fragment.length > 200) return null;
  const short = headings.map(({ anchor }) => anchor).filter((anchor) => anchor !== '' && anchor.length <= 200);
  return short.find((anchor) => loose(anchor) === loose(fragment)) ?? nearestWord(fragment, short);
}

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
