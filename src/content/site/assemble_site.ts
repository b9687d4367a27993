import { byCodePoint } from '../../text/by_code_point.ts';
import { normalForm } from '../../text/normal_form.ts';
import { rulesOf } from '../generators/generators.ts';
import { hiddenFiles } from '../markdown/cascade.ts';
import type { PageOutline } from '../markdown/read_page.ts';
import type { ContentPage, ContentSettings, ContentWarning, SiteContent } from '../site_content.ts';
import { buildAddressTable } from './address_table.ts';
import { chooseCollections } from './collections.ts';
import { candidatePaths, endingOf, ROOT_PATH } from './page_address.ts';
import { DEAD_LINK, resolveLinks } from './resolve_links.ts';
import type { SiteContext } from './site_context.ts';
import { buildTagVocabulary } from './tag_vocabulary.ts';

/**
 * Assembles the pages of a site: addresses, collections, tags, links. The result does not depend on the order of `drafts`.
 * Its warnings are those about the whole site (duplicate addresses, dead links); `readPage` gives those of single files.
 */
export function assembleSite(
  drafts: readonly PageOutline[],
  context: SiteContext,
  settings: ContentSettings,
): SiteContent {
  const warnings: ContentWarning[] = [];
  const placed = placePages(withoutHidden(drafts, context), context, warnings);
  const pages = placed.map(({ page }) => page);
  const paths = placed.map(({ path }) => path);
  const { collections, ofFile, warnings: unfilled } = chooseCollections(pages, context, settings);
  const { tags, ofPages } = buildTagVocabulary(pages.map((page) => page.tags));
  const bare = paths.map((path) => (path === ROOT_PATH ? '' : path));
  const links = resolveLinks(pages, bare, buildAddressTable(pages, bare), context);
  const counts = countLinks(pages, links, warnings);
  return {
    pages: pages.map((page, at) => ({
      ...contentPage(page, paths[at]!, ofFile(page.file), ofPages[at]!, links[at]!, at),
      ending: endingOf(page, paths[at]!, context),
    })),
    collections,
    tags,
    titlesFromFiles: pages.filter(({ titleFromFile }) => titleFromFile).length,
    ...counts,
    warnings: [...warnings, ...unfilled].sort(
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
  const bodies = new Set(drafts.flatMap(({ bodyFile }) => bodyFile ?? []));
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

/** Gives every page its address and sorts by it. If two pages want one address, the first file gets it. */
function placePages(drafts: readonly PageOutline[], context: SiteContext, warnings: ContentWarning[]) {
  const numbered = new Set(context.numberedFolders);
  const taken = new Map<string, string>();
  const placed: { readonly page: PageOutline; readonly path: string }[] = [];
  for (const page of drafts.toSorted((a, b) => byCodePoint(a.file, b.file))) {
    const candidates = candidatePaths(page, context, numbered);
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
  return placed.sort((a, b) => byCodePoint(a.path, b.path));
}

function contentPage(
  page: PageOutline,
  path: string,
  collection: string | null,
  tags: readonly string[],
  links: Int32Array,
  own: number,
): Omit<ContentPage, 'ending'> {
  const { file, canonical, title, description, indexing, aliases, published, updated, language, headings } = page;
  const linked = [...new Set(links)].filter((target) => target >= 0 && target !== own);
  return {
    ...{ file, path, canonical, title, description, indexing, collection, aliases, tags },
    ...{ published, updated, language, headings, links: linked, targets: links },
  };
}

function countLinks(pages: readonly PageOutline[], links: readonly Int32Array[], warnings: ContentWarning[]) {
  let linksResolved = 0;
  let linksUnresolved = 0;
  for (const [at, targets] of links.entries()) {
    for (const [index, target] of targets.entries()) {
      if (target >= 0 && target !== at) linksResolved++;
      if (target !== DEAD_LINK) continue;
      linksUnresolved++;
      const { file } = pages[at]!;
      const { target: written, line, column } = pages[at]!.links[index]!;
      const message = `Cannot resolve the link "${shown(written)}": no page answers to it`;
      warnings.push({ file, line, column, message, rule: 'dead-link' });
    }
  }
  return { linksResolved, linksUnresolved };
}

/** A link target as one short line for a warning. */
export function shown(target: string): string {
  const plain = target.replace(/[\uFDD0-\uFDD2]/g, '{{…}}').replace(/[\u0000-\u001f\u007f]/g, ' ');
  return plain.length > 200 ? `${plain.slice(0, 200)}…` : plain;
}
