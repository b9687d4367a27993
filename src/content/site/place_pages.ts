import { byCodePoint } from '../../text/by_code_point.ts';
import { normalForm } from '../../text/normal_form.ts';
import { foldersAbove, parentOf } from '../../text/paths.ts';
import { isBundleHead } from '../generators/generator_rules.ts';
import { rulesOf } from '../generators/generators.ts';
import { hiddenFiles } from '../markdown/cascade.ts';
import type { PageOutline } from '../markdown/read_page.ts';
import type { ContentWarning } from '../site_content.ts';
import { type AddressedPage, AddressTable, ChangedKeys, spellingsOf } from './address_table.ts';
import { joined } from './link_resolver.ts';
import { candidatePaths, keyOfFile, ROOT_PATH } from './page_address.ts';
import type { SiteContext } from './site_context.ts';

/** The candidate paths of pages, which the next placing can reuse. They belong to one context. */
export type CandidateCache = WeakMap<PageOutline, readonly string[]>;

/** Where the pages are: the address of each, and the table that finds pages by address. */
export interface Placing {
  readonly drafts: readonly PageOutline[];
  /** Indices of the published drafts, sorted by path. */
  readonly order: readonly number[];
  readonly paths: readonly string[];
  /** The paths as links write them: '' is the root. */
  readonly bare: readonly string[];
  /** The id of each page. A page keeps its id while its path stays the same. */
  readonly ids: readonly number[];
  /** By id: the number of the page, or -1 when no page has the id. */
  readonly numberOf: Int32Array;
  readonly table: AddressTable;
  /** By id: the page as it is in the table. */
  readonly addressed: readonly (AddressedPage | undefined)[];
  /** The keys of the table that lead elsewhere than in the placing before; null: the table and the ids are new. */
  readonly changed: ChangedKeys | null;
  readonly warnings: readonly ContentWarning[];
}

/** Facts on which neither the place of a page depends, nor how links find it. A pattern of addresses may have the title. */
const BESIDE_PLACE: ReadonlySet<string> = new Set<keyof PageOutline>([
  ...([
    'titleFromFile',
    'description',
    'tags',
    'headings',
    'links',
    'weight',
    'unlisted',
    'neighbours',
    'toctrees',
  ] as const),
]);

/** Whether two versions of a page have the same place, and are found by the same links. */
export function hasSamePlace(a: PageOutline, b: PageOutline): boolean {
  const facts = (page: PageOutline) => JSON.stringify(Object.entries(page).filter(([name]) => !BESIDE_PLACE.has(name)));
  return facts(a) === facts(b);
}

/**
 * Gives every page its address and sorts by it. If two pages want one address, the first file gets it.
 * @param last the placing before, in the same context
 */
export function placePages(
  drafts: readonly PageOutline[],
  context: SiteContext,
  cache: CandidateCache = new WeakMap(),
  last: Placing | null = null,
): Placing {
  const published = drafts.filter(({ isHiddenHead }) => isHiddenHead !== true);
  const redirects = redirectsOf(published);
  const shown = withoutHidden(published, redirects, bundlesOf(drafts, context), context);
  const { placed, warnings } = choosePaths(shown, context, cache);
  placed.sort((a, b) => byCodePoint(a.path, b.path));
  const places = new Map(drafts.map((page, at) => [page, at]));
  const paths = placed.map(({ path }) => path);
  return {
    ...{ drafts, paths, warnings, bare: paths.map(bareOf) },
    order: placed.map(({ page }) => places.get(page)!),
    ...addressPages(placed, redirects, last),
  };
}

interface PlacedPage {
  readonly page: PageOutline;
  readonly path: string;
}

/** Paths at which a server has files of its own. A gate compares them with the resource table. */
export const SERVED_PATHS: ReadonlySet<string> = new Set([
  ...['llms.txt', 'llms-full.txt', 'sitemap.xml', 'feed.xml', 'feed.json', 'robots.txt'],
]);

function choosePaths(shown: readonly PageOutline[], context: SiteContext, cache: CandidateCache) {
  const numbered = new Set(context.numberedFolders);
  const candidatesOf = (page: PageOutline): readonly string[] => {
    const candidates = cache.get(page) ?? candidatePaths(page, context, numbered);
    cache.set(page, candidates);
    return candidates;
  };
  const taken = new Map<string, string>();
  const placed: PlacedPage[] = [];
  const warnings: ContentWarning[] = [];
  for (const page of shown.toSorted((a, b) => byCodePoint(a.file, b.file))) {
    const candidates = candidatesOf(page);
    const path = candidates.find((candidate) => !taken.has(candidate));
    const wanted = candidates[0]!;
    if (path !== wanted) {
      const now = path === undefined ? 'this one is left out' : `this one is at "${path}"`;
      const there = taken.get(wanted)!;
      const why = normalForm(there) === normalForm(page.file) ? ' (the names differ only in Unicode normal form)' : '';
      const message = `Cannot publish the page at "${wanted}": ${there} is already there${why}, so ${now}`;
      warnings.push({ file: page.file, line: 0, column: 0, message, rule: 'duplicate-path' });
    }
    if (path === undefined) continue;
    if (SERVED_PATHS.has(path)) {
      const message = `The server has its own file at "/${path}", so this page is only at "/${path}.md". To serve the page at "/${path}", omit that file from "siteFiles"`;
      warnings.push({ file: page.file, line: 0, column: 0, message, rule: 'served-path' });
    }
    taken.set(path, page.file);
    placed.push({ page, path });
  }
  return { placed, warnings };
}

function bareOf(path: string): string {
  return path === ROOT_PATH ? '' : path;
}

/** Ids that no page has any more, besides as many as there are pages. */
const MOST_UNUSED_IDS = 1024;

/** Assigns ids to the pages and makes the table that finds them. */
function addressPages(
  placed: readonly PlacedPage[],
  redirects: ReadonlyMap<string, readonly string[]>,
  last: Placing | null,
): Pick<Placing, 'ids' | 'numberOf' | 'table' | 'addressed' | 'changed'> {
  const known = new Map(last?.paths.map((path, at) => [path, last.ids[at]!]));
  let next = last?.numberOf.length ?? 0;
  const ids = placed.map(({ path }) => known.get(path) ?? next++);
  if (last !== null && next > 2 * placed.length + MOST_UNUSED_IDS) return addressPages(placed, redirects, null);
  const numberOf = new Int32Array(next).fill(-1);
  for (const [at, id] of ids.entries()) numberOf[id] = at;
  const inOrder = placed.map(({ page, path }, at) => {
    const id = ids[at]!;
    return addressedPage(id, page, path, redirects.get(keyOfFile(page.file)) ?? [], last?.addressed[id]);
  });
  const addressed: (AddressedPage | undefined)[] = [];
  for (const page of inOrder) addressed[page.id] = page;
  const changed = last === null ? null : changedKeys(last.addressed, addressed, next);
  return { ids, numberOf, table: new AddressTable(inOrder), addressed, changed };
}

/** A page of the table: the same object as before when it has the same spellings. */
function addressedPage(
  id: number,
  page: PageOutline,
  path: string,
  redirects: readonly string[],
  before: AddressedPage | undefined,
): AddressedPage {
  if (before?.page === page && before.spellings.redirects.join('\n') === redirects.join('\n')) return before;
  const spellings = spellingsOf(page, path, redirects);
  const isSame = before?.page.file === page.file && JSON.stringify(before.spellings) === JSON.stringify(spellings);
  return isSame ? before : { id, page, spellings };
}

function changedKeys(before: Placing['addressed'], now: Placing['addressed'], ids: number): ChangedKeys {
  const changed = new ChangedKeys();
  for (let id = 0; id < ids; id++) {
    if (before[id] === now[id]) continue;
    for (const page of [before[id], now[id]]) if (page !== undefined) changed.addPage(page.spellings);
  }
  return changed;
}

/**
 * The files that only lead to a page of the site, by the page's file without extension. A target is relative to the file's folder
 * or, as in Zola, to the root.
 */
function redirectsOf(drafts: readonly PageOutline[]): ReadonlyMap<string, readonly string[]> {
  const redirects = new Map<string, string[]>();
  if (drafts.every(({ redirectTo }) => redirectTo === null)) return redirects;
  const known = new Set(drafts.flatMap(({ file, redirectTo }) => (redirectTo === null ? [keyOfFile(file)] : [])));
  for (const { file, redirectTo } of drafts) {
    const target = redirectTo === null || /^[a-z]+:|^\/\//i.test(redirectTo) ? '' : redirectTo.replace(/[?#].*$/, '');
    if (target === '') continue;
    const fromFile = target.startsWith('/') ? null : joined(file.split('/').slice(0, -1), target);
    const keys = [fromFile, target].map((path) => keyOfFile((path ?? '').replace(/^\/+|\/+$/g, '')));
    const key = keys.find((each) => known.has(each));
    if (key !== undefined) redirects.set(key, [...(redirects.get(key) ?? []), file]);
  }
  return redirects;
}

/** Removes the pages that a section excludes from publication, that are parts of a bundle, or that only lead to another. */
function withoutHidden(
  drafts: readonly PageOutline[],
  redirects: ReadonlyMap<string, readonly string[]>,
  bundles: ReadonlySet<string>,
  context: SiteContext,
): readonly PageOutline[] {
  const sections = drafts.filter(({ hides, isBuilt }) => hides.length > 0 || isBuilt);
  const isHidden = sections.every(({ hides }) => hides.length === 0) ? () => false : hiddenFiles(sections);
  const bodies = drafts.flatMap(({ bodyFile, takesBody }) => (takesBody ? (bodyFile ?? []) : []));
  const left = new Set([...bodies, ...[...redirects.values()].flat()]);
  const shown = drafts.filter(({ file }) => !isHidden(file) && !left.has(file));
  if (bundles.size === 0) return shown;
  // A bundle's own page stays, unless it is in another bundle.
  const isPart = (file: string) => foldersAbove(file).some((folder) => bundles.has(folder));
  const rules = rulesOf(context.generator);
  return shown.filter(({ file }) => !isPart(isBundleHead(file, rules) ? parentOf(file) : file));
}

/** The folders whose other files belong to one page, also where that is none itself. */
function bundlesOf(drafts: readonly PageOutline[], context: SiteContext): ReadonlySet<string> {
  const rules = rulesOf(context.generator);
  return new Set(drafts.filter(({ file }) => isBundleHead(file, rules)).map(({ file }) => parentOf(file)));
}
