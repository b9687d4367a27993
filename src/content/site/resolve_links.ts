import { byCodePoint } from '../../text/by_code_point.ts';
import { normalForm } from '../../text/normal_form.ts';
import { rulesOf } from '../generators/generators.ts';
import { FILLER, VARIABLE } from '../markdown/mask_templates.ts';
import { decode, type PageLink } from '../markdown/page_link.ts';
import type { PageOutline } from '../markdown/read_page.ts';
import type { AddressTable } from './address_table.ts';
import { isLanguageCode } from './language_code.ts';
import type { SiteContext } from './site_context.ts';

/** Marks a link that is not a link to a page. */
const NO_LINK = -2;
/** Marks a link whose page does not exist. */
export const DEAD_LINK = -1;

const DATED_ADDRESS = /(?:^|\/)\d{4}\/\d{2}\/(?:\d{2}\/)?([^/]+)$/;

const ENOUGH_TO_LEARN = 3;
const LONGEST_PREFIX = 3;

/** The resolved links of a site, by page. */
export interface SiteLinks {
  readonly ofPages: readonly PageLinks[];
  /** The outlines whose links they are. */
  readonly pages: readonly PageOutline[];
  readonly table: AddressTable;
  readonly prefixes: ReadonlySet<string>;
}

export interface PageLinks {
  /** For each link the number of its page, DEAD_LINK or NO_LINK. */
  readonly targets: Int32Array;
  /** Numbers of the pages that the page links to, in order of first mention, without repeats or itself. */
  readonly pages: readonly number[];
  /** Number of links that lead to another page. */
  readonly resolved: number;
  /** Indices of the links that lead to no page. */
  readonly dead: readonly number[];
  /** Each link resolved without prefixes, and the prefixes without which its dead links would resolve. */
  readonly direct: Int32Array;
  readonly learned: LearnedPrefixes | null;
}

/** Leading segments of dead links, with the different addresses that resolve without them: at most `ENOUGH_TO_LEARN`. */
type LearnedPrefixes = Map<string, Set<string>>;

/**
 * Resolves the links of every page. When several dead links would resolve without the same leading segments (`/docs`,
 * `/en-US/docs`), the folder is mounted at that prefix, and the dead links are resolved again without it.
 * @param paths published paths of the pages; '' is the root
 * @param earlier the links of the same site before; reused for pages that are the same objects, when the table is the same
 */
export function resolveLinks(
  pages: readonly PageOutline[],
  paths: readonly string[],
  table: AddressTable,
  context: SiteContext,
  earlier: SiteLinks | null = null,
): SiteLinks {
  const resolver = new LinkResolver(table, context);
  const known = earlier?.table === table ? earlier : null;
  const knownOf = (at: number) => (known !== null && known.pages[at] === pages[at] ? known.ofPages[at]! : null);
  const direct = pages.map((page, at) => knownOf(at) ?? resolver.resolvePage(page, placeOf(page.file, paths[at]!)));
  const prefixes = learnedPrefixes(direct);
  const isSame = known !== null && prefixes.size === known.prefixes.size && prefixes.isSubsetOf(known.prefixes);
  const sections = new Set(paths.map((path) => sectionOf(path, context.bases)));
  const mounted = (link: PageLink, at: number): number => {
    const place = placeOf(pages[at]!.file, paths[at]!);
    const found = resolver.resolveMounted(link, place, prefixes);
    return found === DEAD_LINK && leadsOutside(readable(link.target), place, sections, context) ? NO_LINK : found;
  };
  const ofPages = pages.map((page, at) => {
    const links = isSame ? knownOf(at) : null;
    return links ?? finished(page, at, direct[at]!, (link) => mounted(link, at));
  });
  return { ofPages, pages, table, prefixes };
}

/** The prefixes at which enough dead links would resolve, so that the folder counts as mounted there. */
function learnedPrefixes(pages: readonly Pick<PageLinks, 'learned'>[]): ReadonlySet<string> {
  const all: LearnedPrefixes = new Map();
  for (const { learned } of pages) {
    for (const [prefix, addresses] of learned ?? []) for (const address of addresses) learn(all, prefix, address);
  }
  return new Set([...all].filter(([, addresses]) => addresses.size >= ENOUGH_TO_LEARN).map(([prefix]) => prefix));
}

function learn(learned: LearnedPrefixes, prefix: string, address: string): void {
  const addresses = learned.get(prefix);
  if (addresses === undefined) learned.set(prefix, new Set([address]));
  else if (addresses.size < ENOUGH_TO_LEARN) addresses.add(address);
}

/** Resolves the dead links of a page again, by `mounted`, and counts its links. */
function finished(
  page: PageOutline,
  own: number,
  { direct, learned }: Pick<PageLinks, 'direct' | 'learned'>,
  mounted: (link: PageLink) => number,
): PageLinks {
  const targets = direct.slice();
  const pages = new Set<number>();
  const dead: number[] = [];
  let resolved = 0;
  for (const [index, link] of page.links.entries()) {
    if (targets[index] === DEAD_LINK && link.kind === 'address') targets[index] = mounted(link);
    const target = targets[index]!;
    if (target === DEAD_LINK) dead.push(index);
    if (target < 0 || target === own) continue;
    resolved++;
    pages.add(target);
  }
  return { targets, pages: [...pages], resolved, dead, direct, learned };
}

/**
 * Whether an unresolved link leads to another part of the host: above the site's root, beside the path that the site has on
 * its host, or below it to a section that the site does not have, which another repository of the same host has.
 */
function leadsOutside(
  target: string,
  place: Place,
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
    [place.folder, addressStyle === 'slash' ? place.address : place.address.slice(0, -1)].every(
      (folder) => joined(folder, target) === null,
    )
  );
}

function isBelowBase(path: string, bases: readonly string[]): boolean {
  return bases.some((base) => path === base || path.startsWith(`${base}/`));
}

/** The first segment of a path, below the site's path on its host, in lower case. */
function sectionOf(path: string, bases: readonly string[]): string {
  const base = bases.find((each) => path.startsWith(`${each}/`));
  const below = base === undefined ? path : path.slice(base.length + 1);
  return below.split('/', 1)[0]!.toLowerCase();
}

/** The location of a link: the segments of its file's folder and of its page's address. */
interface Place {
  readonly folder: readonly string[];
  readonly address: readonly string[];
}

function placeOf(written: string, path: string): Place {
  const file = normalForm(written);
  const slash = file.lastIndexOf('/');
  return { folder: segmentsOf(slash === -1 ? '' : file.slice(0, slash)), address: segmentsOf(path) };
}

function segmentsOf(path: string): string[] {
  return path === '' ? [] : path.split('/');
}

/** Resolves links, and learns mount prefixes from those that fail. */
class LinkResolver {
  readonly #table: AddressTable;
  readonly #context: SiteContext;
  readonly #localeOrders = new Map<string, readonly string[]>();
  #learned: LearnedPrefixes | null = null;

  constructor(table: AddressTable, context: SiteContext) {
    this.#table = table;
    this.#context = context;
  }

  /** Resolves the links of a page without prefixes, and learns prefixes from those that are dead. */
  resolvePage({ links }: PageOutline, place: Place): Pick<PageLinks, 'direct' | 'learned'> {
    this.#learned = null;
    const direct = Int32Array.from(links, (link) => this.#resolve(link, place));
    return { direct, learned: this.#learned };
  }

  /** Resolves a link to a page's number, DEAD_LINK or NO_LINK. */
  #resolve(link: PageLink, place: Place): number {
    if (link.kind === 'own' || link.kind === 'image' || link.kind === 'file') return NO_LINK;
    if (link.kind === 'outside') {
      const canonical = this.#table.canonical(link.target);
      return canonical === -1 ? NO_LINK : canonical;
    }
    if (link.kind === 'label') return this.#table.aliased(link.target)[0] ?? NO_LINK;
    if (link.kind === 'wiki') return this.#resolveWiki(link.target, place);
    const target = readable(link.target);
    if (target === '') return NO_LINK;
    if (link.kind === 'host') {
      const found = this.#resolveAbsolute(trimmed(target), place);
      return found === DEAD_LINK ? NO_LINK : found;
    }
    return target.includes(VARIABLE) ? this.#resolveVariable(target, place) : this.#resolveAddress(target, place);
  }

  /** Resolves a link without one of the prefixes, trying the longest first. */
  resolveMounted(link: PageLink, place: Place, prefixes: ReadonlySet<string>): number {
    const segments = mountedSegments(readable(link.target), place);
    if (segments === null) return DEAD_LINK;
    for (let length = Math.min(LONGEST_PREFIX, segments.length); length >= 1; length--) {
      if (!prefixes.has(segments.slice(0, length).join('/'))) continue;
      const rest = segments.slice(length).join('/');
      const found = this.#table.find(rest);
      const anyway = found === -1 ? this.#resolveLocale(rest) : found;
      if (anyway !== -1) return anyway;
    }
    return DEAD_LINK;
  }

  #resolveAddress(target: string, place: Place): number {
    const rooted = /^(?:\/|~\/|@\/|@site\/)/.exec(target);
    const found =
      rooted === null
        ? this.#resolveRelative(target.replace(/\/+$/, ''), place)
        : this.#resolveAbsolute(trimmed(target.slice(rooted[0].length)), place);
    if (found !== DEAD_LINK) return found;
    // A target that is not an address may still be the alias of one page.
    const called = this.#table.aliased(trimmed(target));
    if (called.length === 1) return called[0]!;
    this.#learn(target, place);
    return DEAD_LINK;
  }

  #resolveWiki(name: string, place: Place): number {
    const path = name.replace(/^\.?\//, '');
    const exact = this.#table.find(path);
    if (exact !== -1) return exact;
    // A bare name is not a path: it means the same page in every folder.
    const relative = path.includes('/') ? joined(place.folder, path) : null;
    const near = relative === null ? -1 : this.#table.find(relative);
    if (near !== -1) return near;
    const bare = path.replace(/\.(?:md|mdx|markdown)$/i, '');
    const last = bare.slice(bare.lastIndexOf('/') + 1);
    const fit = this.#table.named(last)[0] ?? this.#table.aliased(bare)[0];
    // Unresolved double brackets are a dead link in a vault, and plain text elsewhere.
    const { vault, namesNeedNoPage } = rulesOf(this.#context.generator);
    return fit ?? (vault === true && namesNeedNoPage !== true ? DEAD_LINK : NO_LINK);
  }

  #resolveRelative(target: string, place: Place): number {
    for (const base of [place.folder, place.address, place.address.slice(0, -1)]) {
      const path = joined(base, target);
      const found = path === null ? -1 : this.#table.find(path);
      if (found !== -1) return found;
    }
    // A translation may link to a page that exists only in the site's default language.
    const path = this.#context.locales.length === 0 ? null : joined(place.folder, target);
    const untranslated = path === null ? DEAD_LINK : this.#resolveLocale(path);
    if (untranslated !== DEAD_LINK || target.startsWith('.')) return untranslated;
    const absolute = this.#resolveAbsolute(target, place);
    if (absolute !== -1 || target.includes('/')) return absolute;
    const fits = this.#table.named(target.replace(/\.(?:md|mdx|markdown|html?)$/i, ''));
    return fits.length === 1 ? fits[0]! : DEAD_LINK;
  }

  #resolveAbsolute(path: string, place: Place): number {
    const direct = this.#table.find(path);
    if (direct !== -1) return direct;
    // The site's home need not be a Markdown page.
    if (path === '') return NO_LINK;
    const base = this.#context.bases.find((each) => isBelowBase(path, [each]));
    if (base !== undefined) return this.#resolveAbsolute(path.slice(base.length + 1), place);
    const dated = DATED_ADDRESS.exec(path);
    if (dated !== null) {
      // Ignore the day: it differs from the one in the file name when a post is published late.
      const fits = this.#table.named(dated[1]!);
      return fits.length === 1 ? fits[0]! : DEAD_LINK;
    }
    // The address may be relative to one of the page's parent folders: a locale, a version, a section.
    for (let depth = 1; depth <= place.folder.length; depth++) {
      const below = this.#table.find(`${place.folder.slice(0, depth).join('/')}/${path}`);
      if (below !== -1) return below;
    }
    return this.#resolveLocale(path);
  }

  /** Resolves an address that does not exist in its language: to the site's default language, then to any other. */
  #resolveLocale(path: string): number {
    if (this.#context.locales.length === 0) return -1;
    const slash = path.indexOf('/');
    const top = slash === -1 ? path : path.slice(0, slash);
    const rest = isLanguageCode(top) ? path.slice(top.length + 1) : path;
    // The site's default language may have no folder.
    const own = rest === path || rest === '' ? DEAD_LINK : this.#table.find(rest);
    if (own !== DEAD_LINK) return own;
    for (const locale of this.#localesNearest(rest === path ? this.#context.language : top)) {
      const found = this.#table.find(rest === '' ? locale : `${locale}/${rest}`);
      if (found !== -1) return found;
    }
    return -1;
  }

  /** Locales of the wanted language first (`zh-cn` for `zh`), then those of the default language, then the others. */
  #localesNearest(wanted: string): readonly string[] {
    let order = this.#localeOrders.get(wanted);
    if (order === undefined) {
      const { locales, language } = this.#context;
      const distance = (locale: string) =>
        primary(locale) === primary(wanted) ? 0 : primary(locale) === primary(language) ? 1 : 2;
      order = [...locales].sort((a, b) => distance(a) - distance(b) || byCodePoint(a, b));
      this.#localeOrders.set(wanted, order);
    }
    return order;
  }

  /** Resolves a link with a template value that only the site's build knows, by trying the page's parent folders for it. */
  #resolveVariable(target: string, place: Place): number {
    const segments = segmentsOf(trimmed(target));
    const last = segments.findLastIndex((segment) => segment.includes(VARIABLE));
    const glued = segments[last]!.replaceAll(VARIABLE, '');
    const rest = last === 0 && glued !== '' ? [glued, ...segments.slice(1)] : segments.slice(last + 1);
    if (rest.length === 0) return NO_LINK;
    const before = segments.slice(0, last).filter((segment) => !segment.includes(VARIABLE));
    for (const known of before.length === 0 ? [before] : [before, before.slice(1)]) {
      for (let depth = place.folder.length; depth >= 0; depth--) {
        const ancestor = place.folder.slice(0, depth);
        const above = ancestor.slice(0, -1).join('/');
        if (known.length > 0 && !`/${above}`.endsWith(`/${known.join('/')}`)) continue;
        const found = this.#table.find([...ancestor, ...rest].join('/'));
        if (found !== -1) return found;
      }
    }
    return this.#table.newestBelow(rest.join('/'));
  }

  #learn(target: string, place: Place): void {
    const segments = mountedSegments(target, place);
    if (segments === null) return;
    for (let length = 1; length <= Math.min(LONGEST_PREFIX, segments.length - 1); length++) {
      const rest = segments.slice(length).join('/');
      if (this.#table.find(rest) === -1 && this.#resolveLocale(rest) === -1) continue;
      this.#learned ??= new Map();
      learn(this.#learned, segments.slice(0, length).join('/'), rest);
    }
  }
}

/** The path segments of a link that may be below a mount prefix, or null. */
function mountedSegments(target: string, place: Place): string[] | null {
  if (target.startsWith('/')) return segmentsOf(trimmed(target));
  if (!target.startsWith('../')) return null;
  // For a relative link that leaves the root, the path after `../` is below some parent of the root.
  return joined(place.folder, target) === null ? segmentsOf(target.replace(/^(?:\.\.\/)+/, '')) : null;
}

/** Removes slashes at the ends and doubled slashes. */
function trimmed(target: string): string {
  return target.replace(/^\/+|\/+$/g, '').replace(/\/{2,}/g, '/');
}

/** The primary language subtag: `zh` of `zh-TW`. */
function primary(language: string): string {
  return language.slice(0, 2).toLowerCase();
}

function readable(target: string): string {
  const decoded = normalForm(decode(target)).trim();
  return decoded.includes(FILLER) ? decoded.replaceAll(FILLER, '') : decoded;
}

/** Resolves a relative path from a folder; null when it leaves the root. */
function joined(folder: readonly string[], target: string): string | null {
  if (!target.includes('./') && !target.endsWith('.') && !target.includes('//')) {
    return folder.length === 0 ? target : `${folder.join('/')}/${target}`;
  }
  const segments = [...folder];
  for (const segment of target.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join('/');
}
