import { byCodePoint } from '../../text/by_code_point.ts';
import type { PageOutline } from '../markdown/read_page.ts';
import type { ContentPage, ContentSettings, ContentWarning, SiteContent } from '../site_content.ts';
import { ChangedKeys } from './address_table.ts';
import { buildTagVocabulary, type CollectionChoice, chooseCollections, type TagVocabulary } from './collections.ts';
import { endingOf } from './page_address.ts';
import { type CandidateCache, hasSamePlace, type Placing, placePages } from './place_pages.ts';
import { type PageLinks, resolveLinks, type SiteLinks } from './resolve_links.ts';
import type { SiteContext } from './site_context.ts';

/** Results that the next assembly of a site can reuse. They belong to one context and its settings. */
export class SiteRebakeCache {
  last: Assembly | null = null;
  readonly candidates: CandidateCache = new WeakMap();
}

/** The steps of assembling a site. Each depends on few facts of the pages, and is repeated only when one of them changed. */
interface Assembly {
  /** Holds while each page `hasSamePlace`. */
  readonly placing: Placing;
  /** Depends on the placing and the titles. */
  readonly collections: CollectionChoice & { readonly ofPages: readonly (string | null)[] };
  /** Depends on the placing and the tags. */
  readonly vocabulary: TagVocabulary;
  /** Depends for each page on its own links, and on what the table finds for them. */
  readonly links: SiteLinks;
  /** Sorted by path. */
  readonly outlines: readonly PageOutline[];
  readonly pages: readonly ContentPage[];
}

/**
 * Assembles the pages of a site: addresses, collections, tags, links. The result does not depend on the order of `drafts`.
 * Its warnings are those about the whole site (duplicate addresses, dead links); `readPage` gives those of single files.
 * @param cache of earlier assemblies with the same context and settings; is updated. An outline that is the same object as
 * before has not changed
 */
export function assembleSite(
  drafts: readonly PageOutline[],
  context: SiteContext,
  settings: ContentSettings,
  cache = new SiteRebakeCache(),
): SiteContent {
  const { last } = cache;
  const isPlaced = last !== null && isSameList(drafts, last.placing.drafts, hasSamePlace);
  const placing = isPlaced
    ? { ...last.placing, drafts, changed: NOTHING }
    : placePages(drafts, context, cache.candidates, last?.placing ?? null);
  const outlines = placing.order.map((at) => drafts[at]!);
  const known = isPlaced ? last : null;
  const isTitled = isSameList(outlines, known?.outlines, (a, b) => a.title === b.title);
  const collections = isTitled ? known!.collections : collectionsOf(outlines, context, settings);
  const isTagged = isSameList(outlines, known?.outlines, (a, b) => isSameList(a.tags, b.tags));
  const vocabulary = isTagged ? known!.vocabulary : buildTagVocabulary(outlines.map(({ tags }) => tags));
  const links = resolveLinks(outlines, placing, context, last?.links ?? null);
  const { pages, ...found } = contentPages(
    outlines,
    placing,
    collections.ofPages,
    vocabulary.ofPages,
    links,
    last,
    context,
  );
  cache.last = { placing, collections, vocabulary, links, outlines, pages };
  return {
    pages,
    numberOf: placing.numberOf,
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

/** @returns for each link of a page the index of its page in `pages`; negative when it leads to no page */
export function targetsByIndex({ targets }: ContentPage, { numberOf }: Pick<SiteContent, 'numberOf'>): Int32Array {
  return targets.map((id) => (id < 0 ? id : numberOf[id]!));
}

function collectionsOf(outlines: readonly PageOutline[], context: SiteContext, settings: ContentSettings) {
  const choice = chooseCollections(outlines, context, settings);
  return { ...choice, ofPages: outlines.map(({ file }) => choice.ofFile(file)) };
}

const NOTHING = new ChangedKeys();

/** Joins the parts of each page, and counts its links. Pages of `known` with the same parts are reused. */
function contentPages(
  outlines: readonly PageOutline[],
  { paths, ids, changed }: Placing,
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
    const before = changed === null ? -1 : (known?.placing.numberOf[ids[at]!] ?? -1);
    const page = known?.outlines[before] === outline ? known.pages[before]! : null;
    const isKnown =
      page !== null &&
      page.collection === collections[at] &&
      isSameList(page.tags, tags[at]!) &&
      page.targets === own.targets;
    return isKnown
      ? page
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
