import type { PageOutline } from '../markdown/read_page.ts';
import {
  DEAD_LINK,
  type DirectLinks,
  ENOUGH_TO_LEARN,
  isBelowBase,
  joined,
  type LearnedPrefixes,
  type LinkLocation,
  LinkResolver,
  learn,
  locationOf,
  NO_LINK,
  readable,
  trimmed,
} from './link_resolver.ts';
import type { Placing } from './place_pages.ts';
import type { SiteContext } from './site_context.ts';

/** The resolved links of a site, by page. */
export interface SiteLinks {
  readonly ofPages: readonly PageLinks[];
  /** The outlines whose links they are. */
  readonly pages: readonly PageOutline[];
  /** By id: the place of the page in the lists. */
  readonly numberOf: Int32Array;
  readonly prefixes: ReadonlySet<string>;
  readonly sections: ReadonlySet<string>;
}

export interface PageLinks extends DirectLinks {
  /** For each link the id of its page, DEAD_LINK or NO_LINK. */
  readonly targets: Int32Array;
  /** Ids of the pages that the page links to, in order of first mention, without repeats or itself. */
  readonly pages: readonly number[];
  /** Number of links that lead to another page. */
  readonly resolved: number;
  /** Indices of the links that lead to no page. */
  readonly dead: readonly number[];
  /** The keys that were looked up for the links that are dead without prefixes. */
  readonly mountedLookups: Uint32Array;
}

/**
 * Resolves the links of every page. When several dead links would resolve without the same leading segments (`/docs`,
 * `/en-US/docs`), the folder is mounted at that prefix, and the dead links are resolved again without it.
 * @param earlier the links of the same site before; reused for pages that are the same objects and looked up no key that changed
 */
export function resolveLinks(
  pages: readonly PageOutline[],
  placing: Placing,
  context: SiteContext,
  earlier: SiteLinks | null = null,
): SiteLinks {
  const { ids, numberOf, changed } = placing;
  const site = siteResolver(pages, placing, context);
  const known = changed === null ? null : earlier;
  const old = ids.map((id) => known?.numberOf[id] ?? -1);
  const before = pages.map((page, at) => (known?.pages[old[at]!] === page ? known.ofPages[old[at]!]! : null));
  const direct = before.map((links, at): DirectLinks => {
    const isFound = links !== null && !changed!.hasAny(links.lookups) && !changed!.hasAny(links.mountedLookups);
    return isFound ? links : site.directAt(at);
  });
  const prefixes = learnedPrefixes(pages.length, (at) => direct[at]!);
  const isSame = known !== null && isSameSet(prefixes, known.prefixes) && isSameSet(site.sections, known.sections);
  const ofPages = before.map((links, at) => {
    if (links === direct[at] && (isSame || !links.direct.includes(DEAD_LINK))) return links;
    const now = site.finish(at, direct[at]!, prefixes);
    // The same objects, so that later stages see that nothing changed.
    const last = known?.ofPages[old[at]!];
    return isEqual(now.targets, last?.targets) ? { ...now, targets: last!.targets, pages: last!.pages } : now;
  });
  return { ofPages, pages, numberOf, prefixes, sections: site.sections };
}

/**
 * Resolves the links of every page as `resolveLinks` does, one page after the other, so that those of few pages are in memory.
 * Reads the links of each page twice.
 * @yields the links of each page, in order
 */
export function* resolveEachPage(
  pages: readonly PageOutline[],
  placing: Placing,
  context: SiteContext,
): Generator<PageLinks> {
  const site = siteResolver(pages, placing, context);
  const prefixes = learnedPrefixes(pages.length, site.directAt);
  for (const at of pages.keys()) yield site.finish(at, site.directAt(at), prefixes);
}

function siteResolver(pages: readonly PageOutline[], { ids, bare, table }: Placing, context: SiteContext) {
  const resolver = new LinkResolver(table, context);
  const sections = sectionsOf(bare, context);
  const locationAt = (at: number) => locationOf(pages[at]!.file, bare[at]!);
  return {
    sections,
    /** The links of a page, resolved without prefixes. */
    directAt: (at: number): DirectLinks => resolver.resolvePage(pages[at]!, locationAt(at)),
    /** Resolves the dead links of a page again, without the prefixes, and counts its links. */
    finish(at: number, { direct, learned, lookups }: DirectLinks, prefixes: ReadonlySet<string>): PageLinks {
      const targets = direct.slice();
      const location = locationAt(at);
      const dead: number[] = [];
      for (const [index, link] of pages[at]!.links.entries()) {
        if (targets[index] !== DEAD_LINK) continue;
        if (link.kind === 'address') {
          const found = resolver.resolveMounted(link, location, prefixes);
          const isOutside = found === DEAD_LINK && leadsOutside(readable(link.target), location, sections, context);
          targets[index] = isOutside ? NO_LINK : found;
        }
        if (targets[index] === DEAD_LINK) dead.push(index);
      }
      const others = [...targets].filter((target) => target >= 0 && target !== ids[at]);
      const counts = { pages: [...new Set(others)], resolved: others.length, dead };
      return { ...counts, targets, direct, learned, lookups, mountedLookups: table.takeLookups() };
    },
  };
}

function isEqual(a: Int32Array, b: Int32Array | undefined): boolean {
  return a.length === b?.length && a.every((id, at) => id === b[at]);
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && a.isSubsetOf(b);
}

/** The prefixes at which enough dead links would resolve, so that the folder counts as mounted there. */
function learnedPrefixes(count: number, directAt: (page: number) => DirectLinks): ReadonlySet<string> {
  const all: LearnedPrefixes = new Map();
  for (let page = 0; page < count; page++)
    for (const [prefix, addresses] of directAt(page).learned ?? [])
      for (const address of addresses) learn(all, prefix, address);
  return new Set([...all].filter(([, addresses]) => addresses.size >= ENOUGH_TO_LEARN).map(([prefix]) => prefix));
}

/**
 * Whether an unresolved link leads to another part of the host: above the site's root, beside the path that the site has on
 * its host, or below it to a section that the site does not have, which another repository of the same host has.
 */
function leadsOutside(
  target: string,
  location: LinkLocation,
  sections: ReadonlySet<string>,
  { bases, addressStyle }: SiteContext,
): boolean {
  if (target.startsWith('/')) {
    const path = trimmed(target).replace(/^[a-z]{2}-[a-z]{2}\//i, '');
    return bases.length > 0 && (!isBelowBase(path, bases) || !sections.has(sectionOf(path, bases)));
  }
  // A Markdown file above the root is a file of the project that is not published.
  return (
    target.startsWith('../') &&
    !/\.(?:md|mdx|markdown)$/i.test(target) &&
    [location.folder, addressStyle === 'slash' ? location.address : location.address.slice(0, -1)].every(
      (folder) => joined(folder, target) === null,
    )
  );
}

/** The sections of a site that has a path on its host; none for another. */
function sectionsOf(paths: readonly string[], { bases }: SiteContext): ReadonlySet<string> {
  return new Set(bases.length === 0 ? [] : paths.map((path) => sectionOf(path, bases)));
}

/** The first segment of a path, below the site's path on its host, in lower case. */
function sectionOf(path: string, bases: readonly string[]): string {
  const base = bases.find((each) => path.startsWith(`${each}/`));
  const below = base === undefined ? path : path.slice(base.length + 1);
  return below.split('/', 1)[0]!.toLowerCase();
}
