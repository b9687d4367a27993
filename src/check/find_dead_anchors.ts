import { join } from 'node:path';
import { LARGEST_PAGE, readRegularFile } from '../content/files/regular_file.ts';
import { githubAnchors } from '../content/generators/anchor_rules.ts';
import type { GeneratorRules } from '../content/generators/generator_rules.ts';
import { anchorsOf } from '../content/markdown/heading_anchors.ts';
import type { PageLink } from '../content/markdown/page_link.ts';
import { decodePercent } from '../text/decode_percent.ts';
import { nearestWord } from '../text/nearest_word.ts';
import { normalForm } from '../text/normal_form.ts';
import type { Finding } from './finding.ts';
import { namedAnchors } from './named_anchors.ts';
import type { CheckedPage, CheckedSite } from './read_site.ts';

/** Fragments that browsers, generators and scripts give a meaning: the top, text fragments, routes, footnotes, lines, tabs. */
const NO_ANCHOR = /^(?:top$|!|:~:|fn[:_-]?\d|fnref|user-content-fn|L\d+|tabs?-|__)|[=/]/i;

/**
 * Links to an anchor that the linked page does not have. Not judged are links to pages without headings, to pages in another
 * language (a stand-in for a missing translation has other headings), and to pages that include text from elsewhere.
 * @param cache of earlier checks of the site; is updated
 */
export function findDeadAnchors(site: CheckedSite, cache: AnchorRebakeCache = new WeakMap()): Finding[] {
  const anchorsIn = (page: CheckedPage) => {
    let known = cache.get(page.headings);
    if (known === undefined) {
      known = new PageAnchors(page, site);
      cache.set(page.headings, known);
    }
    return known;
  };
  const found: Finding[] = [];
  for (const page of site.pages) {
    for (const [at, link] of page.links.entries()) {
      if (link.fragment === undefined || NO_ANCHOR.test(link.fragment)) continue;
      // A term of a glossary, not an anchor.
      if (link.kind === 'own' && site.rules.labels === true && link.fragment.includes(' ')) continue;
      const linked = linkedPage(page, link, at, site.pages);
      if (linked === null || linked.headings.length === 0 || linked.language !== page.language) continue;
      if (!anchorsIn(linked).mayHave(link)) found.push(deadAnchor(page, link, linked));
    }
  }
  return found;
}

/** The anchors of pages by the lists of their headings. When a page was read again, its list is another object. */
export type AnchorRebakeCache = WeakMap<CheckedPage['headings'], PageAnchors>;

/** The page whose anchor a link names, or null. */
function linkedPage(page: CheckedPage, link: PageLink, at: number, pages: readonly CheckedPage[]): CheckedPage | null {
  const target = page.targets[at]!;
  // A label may be a term, or one of another project.
  if (link.kind === 'label') return null;
  if (target >= 0) return pages[target]!;
  return link.kind === 'own' ? page : null;
}

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

  constructor(page: CheckedPage, site: CheckedSite) {
    this.#file = join(site.project.folder, site.root, page.file);
    this.#rules = site.rules;
    const { headings } = page;
    const plain = headings.map(({ text }) => ({ text, id: null }));
    const others = (site.rules.anchors?.also ?? []).flatMap((rule) => anchorsOf(plain, rule));
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

function deadAnchor(page: CheckedPage, link: PageLink, linked: CheckedPage): Finding {
  const fragment = decodePercent(link.fragment!);
  const near = nearestAnchor(fragment, linked);
  const hint = near === null ? '' : ` (did you mean "#${near}"?)`;
  const where = linked === page ? 'this page' : `"${linked.path}"`;
  return {
    ...{ file: page.file, line: link.line, column: link.column, rule: 'dead-anchor' },
    target: `${linked.path}#${fragment}`,
    problem: `no heading has this anchor${hint}`,
    message: `Cannot find the anchor "#${fragment}": no heading of ${where} has it${hint}`,
  };
}

function nearestAnchor(fragment: string, { headings }: CheckedPage): string | null {
  if (headings.length > MOST_HEADINGS || fragment.length > 200) return null;
  const short = headings.map(({ anchor }) => anchor).filter((anchor) => anchor !== '' && anchor.length <= 200);
  return short.find((anchor) => loose(anchor) === loose(fragment)) ?? nearestWord(fragment, short);
}
