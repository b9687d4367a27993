import { byCodePoint } from '../../text/by_code_point.ts';
import { globMatcher } from '../files/glob.ts';
import { rulesOf } from '../generators/generators.ts';
import type { PageTree } from '../generators/menu_rules.ts';
import type { PageOutline } from '../markdown/read_page.ts';
import { docOf, docOfEntry, isNoDocument, type Toctree } from '../markdown/toctrees.ts';
import type { SiteContext } from './site_context.ts';

/** Entries that are looked at, and documents that are compared with patterns, which take a step more for so many pairs of characters. */
const MOST_STEPS = 5_000_000;
const PAIRS = 50;

/**
 * The pages by number in the order of the toctrees, from the first page downwards, with -1 for documents that are no pages. A page comes
 * once, as in Sphinx, where it comes first.
 */
export function toctreeOrder(outlines: readonly PageOutline[], context: SiteContext): readonly number[] {
  const { tree, generator } = context;
  if (tree === undefined) return [];
  const site = new ListedSite(outlines, tree, context);
  const run: number[] = [];
  const seen = new Set<string>();
  const waiting = [tree.root];
  for (let doc = waiting.pop(); doc !== undefined; doc = waiting.pop()) {
    const page = site.pages.get(doc);
    if (seen.has(doc)) continue;
    // What is neither a page nor a list of Sphinx itself may be a page that only a build makes.
    if (page === undefined && rulesOf(generator).generated?.test(doc) !== true) run.push(-1);
    if (page === undefined) continue;
    seen.add(doc);
    run.push(page);
    for (const each of site.below(doc).reverse()) waiting.push(each);
  }
  return site.isWhole ? run : [];
}

/**
 * The pages by number that a toctree lists, whether it is itself reached or not.
 * @param documents the lists of the documents that are not read as pages
 * @returns null: there are too many to tell
 */
export function pagesInToctrees(
  outlines: readonly PageOutline[],
  documents: PageTree['others'],
  context: SiteContext,
): ReadonlySet<number> | null {
  const site = new ListedSite(outlines, { others: documents }, context);
  const listed = site.docs().flatMap((doc) => site.below(doc).map((each) => site.pages.get(each) ?? -1));
  return site.isWhole ? new Set(listed) : null;
}

/** The documents of a site with their toctrees. */
class ListedSite {
  /** By document: the number of its page, or -1. */
  readonly pages: ReadonlyMap<string, number>;
  readonly #toctrees: ReadonlyMap<string, readonly Toctree[]>;
  #names: readonly string[] | null = null;
  #length = 0;
  #left = MOST_STEPS;

  constructor(
    outlines: readonly PageOutline[],
    { others: documents }: Pick<PageTree, 'others'>,
    { others }: SiteContext,
  ) {
    const pages = new Map(others.map((file) => [docOf(file), -1]));
    for (const [page, { file }] of outlines.entries()) pages.set(docOf(file), page);
    const toctrees = new Map(documents);
    for (const { file, toctrees: own } of outlines) if (own !== undefined) toctrees.set(docOf(file), own);
    this.pages = pages;
    this.#toctrees = toctrees;
  }

  /** The documents with toctrees. */
  docs(): readonly string[] {
    return [...this.#toctrees.keys()];
  }

  /** Whether all was looked at that was asked for. */
  get isWhole(): boolean {
    return this.#left >= 0;
  }

  /** The documents that those of a document list, in order. */
  below(doc: string): string[] {
    return (this.#toctrees.get(doc) ?? []).flatMap((each) => this.#listed(doc, each));
  }

  #listed(doc: string, { entries, isGlob, isReversed }: Toctree): string[] {
    const listed = new Set<string>();
    for (const entry of entries) {
      if (this.#left-- < 0) break;
      if (isNoDocument(entry)) continue;
      const isFree = (each: string) => each !== doc && !listed.has(each);
      const named = docOfEntry(entry, doc);
      const found = isGlob && isPattern(entry) ? this.#matching(named, isFree) : [];
      for (const each of found.length === 0 ? [named] : found) listed.add(each);
    }
    return isReversed ? [...listed].reverse() : [...listed];
  }

  #matching(pattern: string, isFree: (doc: string) => boolean): string[] {
    if (this.#names === null) {
      this.#names = [...this.pages.keys()].sort(byCodePoint);
      this.#length = this.#names.join('').length;
    }
    this.#left -= this.#names.length + Math.ceil((pattern.length * this.#length) / PAIRS);
    const matches = globMatcher(pattern);
    return this.#left < 0 ? [] : this.#names.filter((doc) => isFree(doc) && matches(doc));
  }
}

/** Whether an entry is a pattern: not one with a title, `Title? <path>`. */
function isPattern(entry: string): boolean {
  return /[*?]/.test(entry) && !entry.includes('<');
}
