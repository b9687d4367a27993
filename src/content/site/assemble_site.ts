import { byCodePoint } from '../../text/by_code_point.ts';
import { normalForm } from '../../text/normal_form.ts';
import { rulesOf } from '../generators/generators.ts';
import { hiddenFiles } from '../markdown/cascade.ts';
import type { PageOutline } from '../markdown/read_page.ts';
import type { ContentPage, ContentSettings, ContentWarning, SiteContent } from '../site_content.ts';
import { type AddressTable, buildAddressTable, type SpellingMemory } from './address_table.ts';
import { type CollectionChoice, chooseCollections } from './collections.ts';
import { candidatePaths, endingOf, ROOT_PATH } from './page_address.ts';
import { type PageLinks, resolveLinks, type SiteLinks } from './resolve_links.ts';
import type { SiteContext } from './site_context.ts';
import { buildTagVocabulary, type TagVocabulary } from './tag_vocabulary.ts';

/** What assembling a site again can reuse. It belongs to one context and its settings. */
export class SiteMemory {
  last: Assembly | null = null;
  /** The candidate paths of each page. */
  readonly candidates = new WeakMap<PageOutline, readonly string[]>();
  readonly spellings: SpellingMemory = new WeakMap();
}

/** The steps of assembling a site. Each depends on few facts of the pages, and is repeated only when one of them changed. */
interface Assembly {
  /** Holds while each page `hasSamePlace`. */
  readonly placing: Placing;
  /** Depends on the placing and the titles. */
  readonly collections: CollectionChoice & { readonly ofPages: readonly (string | null)[] };
  /** Depends on the placing and the tags. */
  readonly vocabulary: TagVocabulary;
  /** Depends on the placing, and for each page on its own links. */
  readonly links: SiteLinks;
  /** Sorted by path. */
  readonly outlines: readonly PageOutline[];
  readonly pages: readonly ContentPage[];
}

/**
 * Assembles the pages of a site: addresses, collections, tags, links. The result does not depend on the order of `drafts`.
 * Its warnings are those about the whole site (duplicate addresses, dead links); `readPage` gives those of single files.
 * @param memory of earlier assemblies with the same context and settings; is updated. An outline that is the same object as
 * before has not changed
 */
export function assembleSite(
  drafts: readonly PageOutline[],
  context: SiteContext,
  settings: ContentSettings,
  memory = new SiteMemory(),
): SiteContent {
  const { last } = memory;
  const isPlaced = last !== null && isSameList(drafts, last.placing.drafts, hasSamePlace);
  const placing = isPlaced ? { ...last.placing, drafts } : placePages(drafts, context, memory);
  const outlines = placing.order.map((at) => drafts[at]!);
  const known = isPlaced ? last : null;
  const isTitled = isSameList(outlines, known?.outlines, (a, b) => a.title === b.title);
  const collections = isTitled ? known!.collections : collectionsOf(outlines, context, settings);
  const isTagged = isSameList(outlines, known?.outlines, (a, b) => isSameList(a.tags, b.tags));
  const vocabulary = isTagged ? known!.vocabulary : buildTagVocabulary(outlines.map(({ tags }) => tags));
  const links = resolveLinks(outlines, placing.bare, placing.table, context, known?.links ?? null);
  const { pages, ...found } = contentPages(
    outlines,
    placing,
    collections.ofPages,
    vocabulary.ofPages,
    links,
    known,
    context,
  );
  memory.last = { placing, collections, vocabulary, links, outlines, pages };
  return {
    pages,
    collections: collections.collections,
    tags: vocabulary.tags,
    titlesFromFiles: outlines.filter(({ titleFromFile }) => titleFromFile).length,
    linksResolved: found.linksResolved,
    linksUnresolved: found.linksUnresolved,
    warnings: [...placing.warnings, ...found.warnings, ...collections.warnings].sort(
      (a, b) => byCodePoint(a.file, b.file) || a.line - b.line || a.column - b.column,
    ),
  };
}

/** Removes the pages that a section excludes from publication, and those that are parts of a bundle. */
function withoutHidden(drafts: readonly PageOutline[], context: SiteContext): readonly PageOutline[] {
  const sections = drafts.filter(({ hides, isBuilt }) => hides.length > 0 || isBuilt);
  const isHidden = sections.every(({ hides }) => hides.length === 0) ? () => false : hiddenFiles(sections);
  const heads = rulesOf(context.generator).bundles === true ? drafts.filter(({ file }) => BUNDLE.test(file)) : [];
  const bundles = new Set(heads.map(({ file }) => file.slice(0, file.lastIndexOf('/') + 1)));
  const bodies = new Set(drafts.flatMap(({ bodyFile, takesBody }) => (takesBody ? (bodyFile ?? []) : [])));
  const shown = drafts.filter(({ file }) => !isHidden(file) && !bodies.has(file));
  if (bundles.size === 0) return shown;
  // A bundle's own page stays, unless it is in another bundle.
  return shown.filter(({ file }) => !isBelow(BUNDLE.test(file) ? file.slice(0, file.lastIndexOf('/')) : file, bundles));
}

/** The page of a bundle, possibly in another language. At the root it would be the whole site. */
const BUNDLE = /\/index(?:\.[A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?)?\.\w+$/;

/** Whether a file is below one of the folders, which end with a slash. */
function isBelow(file: string, folders: ReadonlySet<string>): boolean {
  for (let slash = file.lastIndexOf('/'); slash > 0; slash = file.lastIndexOf('/', slash - 1)) {
    if (folders.has(file.slice(0, slash + 1))) return true;
  }
  return false;
}

/** Where the pages are: the address of each, and the table that finds pages by address. */
interface Placing {
  readonly drafts: readonly PageOutline[];
  /** Indices of the published drafts, sorted by path. */
  readonly order: readonly number[];
  readonly paths: readonly string[];
  /** The paths as links write them: '' is the root. */
  readonly bare: readonly string[];
  readonly table: AddressTable;
  readonly warnings: readonly ContentWarning[];
}

/** Facts on which neither the place of a page depends, nor how links find it. A pattern of addresses may have the title. */
const BESIDE_PLACE: ReadonlySet<string> = new Set<keyof PageOutline>([
  ...(['titleFromFile', 'description', 'tags', 'headings', 'links'] as const),
]);

/** Whether two versions of a page have the same place, and are found by the same links. */
function hasSamePlace(a: PageOutline, b: PageOutline): boolean {
  const facts = (page: PageOutline) => JSON.stringify(Object.entries(page).filter(([name]) => !BESIDE_PLACE.has(name)));
  return facts(a) === facts(b);
}

/** Gives every page its address and sorts by it. If two pages want one address, the first file gets it. */
function placePages(drafts: readonly PageOutline[], context: SiteContext, memory: SiteMemory): Placing {
  const numbered = new Set(context.numberedFolders);
  const candidatesOf = (page: PageOutline): readonly string[] => {
    const candidates = memory.candidates.get(page) ?? candidatePaths(page, context, numbered);
    memory.candidates.set(page, candidates);
    return candidates;
  };
  const taken = new Map<string, string>();
  const placed: { readonly page: PageOutline; readonly path: string }[] = [];
  const warnings: ContentWarning[] = [];
  for (const page of withoutHidden(drafts, context).toSorted((a, b) => byCodePoint(a.file, b.file))) {
    const candidates = candidatesOf(page);
    const path = candidates.find((candidate) => !taken.has(candidate));
    const wanted = candidates[0]!;
    if (path !== wanted) {
      const now = path === undefined ? 'this one is left out' : `this one is at "${path}"`;
      const there = taken.get(wanted)!;
      const why = normalForm(there) === normalForm(page.file) ? ' (the names differ in Unicode normal form alone)' : '';
      const message = `Cannot publish the page at "${wanted}": ${there} is there${why}, so ${now}`;
      warnings.push({ file: page.file, line: 0, column: 0, message, rule: 'duplicate-path' });
    }
    if (path === undefined) continue;
    taken.set(path, page.file);
    placed.push({ page, path });
  }
  placed.sort((a, b) => byCodePoint(a.path, b.path));
  const places = new Map(drafts.map((page, at) => [page, at]));
  const paths = placed.map(({ path }) => path);
  const bare = paths.map((path) => (path === ROOT_PATH ? '' : path));
  return {
    ...{ drafts, paths, bare, warnings },
    order: placed.map(({ page }) => places.get(page)!),
    table: buildAddressTable(
      placed.map(({ page }) => page),
      bare,
      memory.spellings,
    ),
  };
}

function collectionsOf(outlines: readonly PageOutline[], context: SiteContext, settings: ContentSettings) {
  const choice = chooseCollections(outlines, context, settings);
  return { ...choice, ofPages: outlines.map(({ file }) => choice.ofFile(file)) };
}

/** Joins the parts of each page, and counts its links. Pages of `known` with the same parts are reused. */
function contentPages(
  outlines: readonly PageOutline[],
  { paths }: Placing,
  collections: readonly (string | null)[],
  tags: readonly (readonly string[])[],
  links: SiteLinks,
  known: Assembly | null,
  context: SiteContext,
) {
  let linksResolved = 0;
  let linksUnresolved = 0;
  const warnings: ContentWarning[] = [];
  const pages = outlines.map((outline, at) => {
    const own = links.ofPages[at]!;
    linksResolved += own.resolved;
    linksUnresolved += own.dead.length;
    for (const index of own.dead) warnings.push(deadLink(outline, index));
    const isKnown =
      known !== null &&
      known.outlines[at] === outline &&
      known.collections.ofPages[at] === collections[at] &&
      known.vocabulary.ofPages[at] === tags[at] &&
      known.links.ofPages[at] === own;
    return isKnown
      ? known.pages[at]!
      : contentPage(outline, paths[at]!, collections[at]!, tags[at]!, own, endingOf(outline, paths[at]!, context));
  });
  return { pages, linksResolved, linksUnresolved, warnings };
}

function contentPage(
  page: PageOutline,
  path: string,
  collection: string | null,
  tags: readonly string[],
  links: PageLinks,
  ending: ContentPage['ending'],
): ContentPage {
  const { file, canonical, title, description, indexing, aliases, published, updated, language, headings, fields } =
    page;
  return {
    ...{ file, path, canonical, ending, title, description, indexing, collection, aliases, tags },
    ...{ published, updated, language, headings, fields, links: links.pages, targets: links.targets },
  };
}

function deadLink({ file, links }: PageOutline, index: number): ContentWarning {
  const { target, line, column } = links[index]!;
  const message = `Cannot resolve the link "${shown(target)}": no page answers to it`;
  return { file, line, column, message, rule: 'dead-link' };
}

function isSameList<T>(
  a: readonly T[],
  b: readonly T[] | undefined,
  isSame: (a: T, b: T) => boolean = (x, y) => x === y,
): boolean {
  return a.length === b?.length && a.every((each, at) => each === b[at] || isSame(each, b[at]!));
}

/** A link target as one short line for a warning. */
export function shown(target: string): string {
  const plain = target.replace(/[\uFDD0-\uFDD2]/g, '{{…}}').replace(/[\u0000-\u001f\u007f]/g, ' ');
  return plain.length > 200 ? `${plain.slice(0, 200)}…` : plain;
}
