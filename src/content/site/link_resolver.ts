import { byCodePoint } from '../../text/by_code_point.ts';
import { decodePercent } from '../../text/decode_percent.ts';
import { normalForm } from '../../text/normal_form.ts';
import { PAGE_FILE } from '../files/regular_file.ts';
import { rulesOf } from '../generators/generators.ts';
import { FILLER, VARIABLE } from '../markdown/mask_templates.ts';
import { classifyTarget, type PageLink } from '../markdown/page_link.ts';
import type { PageOutline } from '../markdown/read_page.ts';
import type { AddressTable } from './address_table.ts';
import { isLanguageCode } from './languages.ts';
import { keyOfFile } from './page_address.ts';
import { followPattern } from './redirect_patterns.ts';
import { mountOf, type SiteContext } from './site_context.ts';

/** Marks a link that is not a link to a page. */
export const NO_LINK = -2;
/** Marks a link whose page does not exist. */
export const DEAD_LINK = -1;

const OTHER_EXTENSION = /(?:\.x?html?)?(?:\.(?:x?html?|[a-z]{2,8}))?$/;
/** What an old file or address may end with, without which redirects name it. */
const PAGE_ENDING = /(?:(?<=^|\/)(?:index|README))?\.(?:md|mdx|markdown|qmd|rmd|html)$/i;
/** A segment that a template or a reader replaces: `<VERSION>`, `${org}`, `{lang}`, `%version%`, `@version@`, `$USER`, `PRODUCT`. */
const PLACEHOLDER =
  /^(?:<[\w -]+>|\$\{[\w.-]+\}|\{[\w.-]+\}|%[A-Za-z_]\w+%|@[A-Za-z]\w*@|\$[A-Z_]{2,}|(?:YOUR|MY)[-_][A-Z_-]+|PRODUCT|VERSION|PROJECT|ORG|OWNER|REPO|USERNAME|LOCALE|TENANT)$/;
const DATED_ADDRESS = /(?:^|\/)\d{4}\/\d{2}\/(?:\d{2}\/)?([^/]+)$/;

/** Different addresses that must resolve without a prefix, so that it counts as one. */
export const ENOUGH_TO_LEARN = 3;
const LONGEST_PREFIX = 3;
/** Redirects that a link may follow, one after the other. */
const MOST_REDIRECTS = 5;

/** Leading segments of dead links, with the different addresses that resolve without them: at most `ENOUGH_TO_LEARN`. */
export type LearnedPrefixes = Map<string, Set<string>>;

export function learn(learned: LearnedPrefixes, prefix: string, address: string): void {
  const addresses = learned.get(prefix);
  if (addresses === undefined) learned.set(prefix, new Set([address]));
  else if (addresses.size < ENOUGH_TO_LEARN) addresses.add(address);
}

/** The location of a link: the segments of its file's folder and of its page's address. */
export interface LinkLocation {
  readonly folder: readonly string[];
  readonly address: readonly string[];
}

export function locationOf(written: string, path: string): LinkLocation {
  const file = normalForm(written);
  const slash = file.lastIndexOf('/');
  return { folder: segmentsOf(slash === -1 ? '' : file.slice(0, slash)), address: segmentsOf(path) };
}

function segmentsOf(path: string): string[] {
  return path === '' ? [] : path.split('/');
}

/** The links of a page, each resolved without prefixes. */
export interface DirectLinks {
  /** For each link the id of its page, DEAD_LINK or NO_LINK. */
  readonly direct: Int32Array;
  /** The prefixes without which dead links would resolve. */
  readonly learned: LearnedPrefixes | null;
  /** The keys that were looked up in the table (`AddressTable.takeLookups`). */
  readonly lookups: Uint32Array;
}

/** Resolves links, and learns mount prefixes from those that fail. */
export class LinkResolver {
  readonly #table: AddressTable;
  readonly #context: SiteContext;
  /** The addresses of the documents that are not read, in lower case. */
  readonly #others: ReadonlySet<string>;
  readonly #localeOrders = new Map<string, readonly string[]>();
  #learned: LearnedPrefixes | null = null;

  constructor(table: AddressTable, context: SiteContext) {
    this.#table = table;
    this.#context = context;
    this.#others = new Set(context.others.flatMap((file) => addressesOfOther(file, context)));
  }

  /** Resolves the links of a page without prefixes, and learns prefixes from those that are dead. */
  resolvePage({ links }: PageOutline, location: LinkLocation): DirectLinks {
    this.#learned = null;
    const direct = Int32Array.from(links, (link) => this.#resolve(link, location));
    return { direct, learned: this.#learned, lookups: this.#table.takeLookups() };
  }

  /** Resolves an address that is not a link of a text to the id of its page, or a negative number. */
  resolveAlone(target: string, location: LinkLocation): number {
    const link = classifyTarget(target, this.#context.origins);
    const page = link === null ? NO_LINK : this.#resolve({ ...link, line: 0, column: 0 }, location);
    // They belong to no page's links.
    this.#table.takeLookups();
    return page;
  }

  /** Resolves a link to a page's number, DEAD_LINK or NO_LINK. */
  #resolve(link: PageLink, location: LinkLocation): number {
    if (link.kind === 'own' || link.kind === 'image' || link.kind === 'file') return NO_LINK;
    if (link.kind === 'outside') {
      const canonical = this.#table.canonical(link.target);
      return canonical === -1 ? NO_LINK : canonical;
    }
    if (link.kind === 'label') return this.#table.aliased(link.target)[0] ?? NO_LINK;
    if (link.kind === 'wiki') return this.#resolveWiki(link.target, location);
    const target = readable(link.target);
    if (target === '') return NO_LINK;
    if (link.kind === 'host') {
      const found = this.#resolveAbsolute(trimmed(target), location);
      return found === DEAD_LINK ? NO_LINK : found;
    }
    return target.includes(VARIABLE) ? this.#resolveVariable(target, location) : this.#resolveAddress(target, location);
  }

  /** Resolves a link without one of the prefixes, trying the longest first. */
  resolveMounted(link: PageLink, location: LinkLocation, prefixes: ReadonlySet<string>): number {
    const segments = mountedSegments(readable(link.target), location);
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

  #resolveAddress(target: string, location: LinkLocation): number {
    const rooted = /^(?:\/|~\/|@\/|@site\/)/.exec(target);
    const found =
      rooted === null
        ? this.#resolveRelative(target.replace(/\/+$/, ''), location)
        : this.#resolveAbsolute(trimmed(target.slice(rooted[0].length)), location);
    if (found !== DEAD_LINK) return found;
    // A target that is not an address may still be the alias of one page.
    const called = this.#table.aliased(trimmed(target));
    if (called.length === 1) return called[0]!;
    if (rulesOf(this.#context.generator).generated?.test(trimmed(target).replace(/\.html$/, '')) === true)
      return NO_LINK;
    if (this.#others.size > 0 && this.#isOther(target, location)) return NO_LINK;
    if (target.split('/').some((segment) => PLACEHOLDER.test(segment))) return NO_LINK;
    this.#learn(target, location);
    return DEAD_LINK;
  }

  /** Whether a link leads to a document of the site that is not read. */
  #isOther(target: string, location: LinkLocation): boolean {
    if (PAGE_FILE.test(target)) return false;
    const path = trimmed(target.replace(/^(?:~|@|@site)\//, '/'));
    const bases = target.startsWith('/') ? [] : [location.folder, location.address, location.address.slice(0, -1)];
    const below = this.#context.bases
      .filter((base) => isBelowBase(path, [base]))
      .map((base) => path.slice(base.length));
    return [path, ...below, ...bases.map((base) => joined(base, target) ?? '')].some((address) =>
      this.#others.has(keyOfOther(trimmed(address))),
    );
  }

  #resolveWiki(name: string, location: LinkLocation): number {
    const path = name.replace(/^\.?\//, '');
    const exact = this.#table.find(path);
    if (exact !== -1) return exact;
    // A bare name is not a path: it means the same page in every folder.
    const relative = path.includes('/') ? joined(location.folder, path) : null;
    const near = relative === null ? -1 : this.#table.find(relative);
    if (near !== -1) return near;
    const bare = path.replace(PAGE_FILE, '');
    const last = bare.slice(bare.lastIndexOf('/') + 1);
    const fit = this.#table.named(last)[0] ?? this.#table.aliased(bare)[0];
    // Unresolved double brackets are a dead link in a vault, and plain text elsewhere.
    const { vault, namesNeedNoPage } = rulesOf(this.#context.generator);
    return fit ?? (vault && !namesNeedNoPage ? DEAD_LINK : NO_LINK);
  }

  #resolveRelative(target: string, location: LinkLocation): number {
    const bases = [location.folder, location.address, location.address.slice(0, -1)];
    const paths = bases.flatMap((base) => joined(base, target) ?? []);
    for (const path of paths) {
      const found = this.#table.find(path);
      if (found !== -1) return found;
    }
    for (const path of paths) {
      const found = this.#redirected(path);
      if (found !== DEAD_LINK) return found;
    }
    // A translation may link to a page that exists only in the site's default language.
    const path = this.#context.locales.length === 0 ? null : joined(location.folder, target);
    const untranslated = path === null ? DEAD_LINK : this.#resolveLocale(path);
    if (untranslated !== DEAD_LINK || target.startsWith('.')) return untranslated;
    const absolute = this.#resolveAbsolute(target, location);
    if (absolute !== -1 || target.includes('/')) return absolute;
    const fits = this.#table.named(target.replace(/\.(?:md|mdx|markdown|qmd|rmd|html?)$/i, ''));
    return fits.length === 1 ? fits[0]! : DEAD_LINK;
  }

  #resolveAbsolute(path: string, location: LinkLocation): number {
    const direct = this.#table.find(path);
    if (direct !== -1) return direct;
    // The site's home need not be a Markdown page.
    if (path === '') return NO_LINK;
    const base = this.#context.bases.find((each) => isBelowBase(path, [each]));
    if (base !== undefined) return this.#resolveAbsolute(path.slice(base.length + 1), location);
    const redirected = this.#redirected(path);
    if (redirected !== DEAD_LINK) return redirected;
    const dated = DATED_ADDRESS.exec(path);
    if (dated !== null) {
      // Ignore the day: it differs from the one in the file name when a post is published late.
      const fits = this.#table.named(dated[1]!);
      return fits.length === 1 ? fits[0]! : DEAD_LINK;
    }
    // The address may be relative to one of the page's parent folders: a locale, a version, a section.
    for (let depth = 1; depth <= location.folder.length; depth++) {
      const below = this.#table.find(`${location.folder.slice(0, depth).join('/')}/${path}`);
      if (below !== -1) return below;
    }
    return this.#resolveLocale(path);
  }

  /** The page to which redirects lead an address, or DEAD_LINK. */
  #redirected(path: string): number {
    let address: string | null = path.replace(PAGE_ENDING, '').replace(/\/$/, '');
    for (let hop = 0; hop < MOST_REDIRECTS; hop++) {
      address = this.#redirect(address);
      if (address === null) return DEAD_LINK;
      const found = this.#table.find(address);
      if (found !== -1) return found;
    }
    return DEAD_LINK;
  }

  /** The address to which the first redirect of another one leads; null: none does. */
  #redirect(address: string): string | null {
    const { redirects, redirectPatterns } = this.#context;
    if (Object.hasOwn(redirects, address)) return redirects[address]!;
    for (const pattern of redirectPatterns) {
      const target = followPattern(pattern, address);
      if (target !== null) return target;
    }
    return null;
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
  #resolveVariable(target: string, location: LinkLocation): number {
    const segments = segmentsOf(trimmed(target));
    const last = segments.findLastIndex((segment) => segment.includes(VARIABLE));
    const glued = segments[last]!.replaceAll(VARIABLE, '');
    const rest = last === 0 && glued !== '' ? [glued, ...segments.slice(1)] : segments.slice(last + 1);
    if (rest.length === 0) return NO_LINK;
    const before = segments.slice(0, last).filter((segment) => !segment.includes(VARIABLE));
    for (const known of before.length === 0 ? [before] : [before, before.slice(1)]) {
      for (let depth = location.folder.length; depth >= 0; depth--) {
        const ancestor = location.folder.slice(0, depth);
        const above = ancestor.slice(0, -1).join('/');
        if (known.length > 0 && !`/${above}`.endsWith(`/${known.join('/')}`)) continue;
        const found = this.#table.find([...ancestor, ...rest].join('/'));
        if (found !== -1) return found;
      }
    }
    return this.#table.newestBelow(rest.join('/'));
  }

  #learn(target: string, location: LinkLocation): void {
    const segments = mountedSegments(target, location);
    if (segments === null) return;
    for (let length = 1; length <= Math.min(LONGEST_PREFIX, segments.length - 1); length++) {
      const rest = segments.slice(length).join('/');
      if (this.#table.find(rest) === -1 && this.#resolveLocale(rest) === -1) continue;
      this.#learned ??= new Map();
      learn(this.#learned, segments.slice(0, length).join('/'), rest);
    }
  }
}

/** The addresses of a document, below the root and below the mount of its folder. */
function addressesOfOther(file: string, context: SiteContext): string[] {
  const mount = mountOf(file, context);
  const mounted = mount === null ? file : trimmed(`${mount[1]}/${file.slice(mount[0].length)}`);
  return [...new Set([keyOfOther(file), keyOfOther(mounted)])].filter((key) => key !== '');
}

/** `index.html.erb` is the index of its folder, as `index.html` is. */
function keyOfOther(path: string): string {
  return keyOfFile(`${path.toLowerCase().replace(OTHER_EXTENSION, '')}.html`);
}

/** The path segments of a link that may be below a mount prefix, or null. */
function mountedSegments(target: string, location: LinkLocation): string[] | null {
  if (target.startsWith('/')) return segmentsOf(trimmed(target));
  if (!target.startsWith('../')) return null;
  // For a relative link that leaves the root, the path after `../` is below some parent of the root.
  return joined(location.folder, target) === null ? segmentsOf(target.replace(/^(?:\.\.\/)+/, '')) : null;
}

export function isBelowBase(path: string, bases: readonly string[]): boolean {
  return bases.some((base) => path === base || path.startsWith(`${base}/`));
}

/** Removes slashes at the ends and doubled slashes. */
export function trimmed(target: string): string {
  return target.replace(/^\/+|\/+$/g, '').replace(/\/{2,}/g, '/');
}

/** The primary language subtag: `zh` of `zh-TW`. */
function primary(language: string): string {
  return language.slice(0, 2).toLowerCase();
}

export function readable(target: string): string {
  // Browsers and DocFX read a backslash in a path as a slash.
  const decoded = normalForm(decodePercent(target)).trim().replaceAll('\\', '/');
  return decoded.includes(FILLER) ? decoded.replaceAll(FILLER, '') : decoded;
}

/** Resolves a relative path from a folder; null when it leaves the root. */
export function joined(folder: readonly string[], target: string): string | null {
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
