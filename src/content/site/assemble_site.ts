import { byCodePoint } from '../../text/by_code_point.ts';
import type { PageOutline } from '../markdown/read_page.ts';
import type { ContentPage, ContentSettings, ContentWarning, SiteContent } from '../site_content.ts';
import { ChangedKeys } from './address_table.ts';
import { readBuiltPage, withBuiltAnchors } from './built_anchors.ts';
import { buildTagVocabulary, chooseCollections } from './collections.ts';
import { endingOf } from './page_address.ts';
import { pageOrder } from './page_order.ts';
import { type CandidateCache, hasSamePlace, type Placing, placePages } from './place_pages.ts';
import { type PageLinks, resolveLinks, type SiteLinks } from './resolve_links.ts';
import type { SiteContext } from './site_context.ts';

/** Results that the next assembly of a site can reuse. They belong to one context and its settings. */
export class SiteRebakeCache {
  last: Assembly | null = null;
  readonly candidates: CandidateCache = new WeakMap();
}

/** The steps of assembling a site that are repeated only when the facts of the pages changed on which they depend. */
interface Assembly {
  /** Holds while each page `hasSamePlace`. */
  readonly placing: Placing;
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
  const collections = chooseCollections(outlines, context, settings);
  const vocabulary = buildTagVocabulary(outlines.map(({ tags }) => tags));
  const links = resolveLinks(outlines, placing, context, last?.links ?? null);
  const pages = outlines.map((outline, at) => {
    const own = {
      path: placing.paths[at]!,
      collection: collections.ofFile(outline.file),
      tags: vocabulary.ofPages[at]!,
      links: links.ofPages[at]!,
    };
    const before = placing.changed === null ? -1 : (last?.placing.numberOf[placing.ids[at]!] ?? -1);
    const page = last?.outlines[before] === outline ? last.pages[before]! : null;
    // The same object, so that later stages see that nothing changed.
    const isSame =
      page?.collection === own.collection && isSameList(page.tags, own.tags) && page.targets === own.links.targets;
    return isSame ? page : contentPage(outline, own, context);
  });
  const dead = outlines.flatMap((outline, at) => links.ofPages[at]!.dead.map((index) => deadLink(outline, index)));
  cache.last = { placing, links, outlines, pages };
  return {
    pages,
    numberOf: placing.numberOf,
    order: pageOrder(outlines, placing, context),
    collections: collections.collections,
    tags: vocabulary.tags,
    titlesFromFiles: outlines.filter(({ titleFromFile }) => titleFromFile).length,
    linksResolved: links.ofPages.reduce((sum, { resolved }) => sum + resolved, 0),
    linksUnresolved: dead.length,
    warnings: [...placing.warnings, ...dead, ...collections.warnings].sort(
      (a, b) => byCodePoint(a.file, b.file) || a.line - b.line || a.column - b.column,
    ),
  };
}

/** @returns for each link of a page the index of its page in `pages`; negative when it leads to no page */
export function targetsByIndex({ targets }: ContentPage, { numberOf }: Pick<SiteContent, 'numberOf'>): Int32Array {
  return targets.map((id) => (id < 0 ? id : numberOf[id]!));
}

const NOTHING = new ChangedKeys();

/** What a page has besides its outline. */
type PageParts = Pick<ContentPage, 'path' | 'collection' | 'tags'> & { readonly links: PageLinks };

function contentPage(
  page: PageOutline,
  { path, collection, tags, links }: PageParts,
  context: SiteContext,
): ContentPage {
  const { file, title, description, indexing, aliases, published, updated, language, fields } = page;
  const built = builtPageOf(file, context);
  const headings = built === null ? page.headings : withBuiltAnchors(page.headings, built);
  const ending = endingOf(page, path, context);
  const canonical = declaredAddress(file, context) ?? page.canonical;
  return {
    ...{ file, path, canonical, ending, title, description, indexing, collection, aliases, tags },
    ...{ published, updated, language, headings, fields, links: links.pages, targets: links.targets },
  };
}

/** The page that the generator built of a file; null: it says no folder of built pages, or there is no such page. */
function builtPageOf(file: string, { built, base, declared }: SiteContext) {
  const address = declared?.[file]?.address;
  if (built === undefined || address === undefined) return null;
  const home = base === '' ? '/' : `/${base}/`;
  if (!`${address}/`.startsWith(home)) return null;
  return readBuiltPage(built, address.slice(home.length));
}

/** The address that the generator declares, on the site's own host where it is known; null: it declares none. */
function declaredAddress(file: string, { declared, origins: { origin } }: SiteContext): string | null {
  const address = declared?.[file]?.address ?? null;
  return address === null || origin === '' ? address : new URL(address, origin).href;
}

function deadLink({ file, links }: PageOutline, index: number): ContentWarning {
  const { target, line, column } = links[index]!;
  const message = `Cannot resolve the link "${shown(target)}": no page matches it`;
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
