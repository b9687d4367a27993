import { byCodePoint } from '../text/by_code_point.ts';
import { normalForm } from '../text/normal_form.ts';
import { buildAddressTable } from './address_table.ts';
import { chooseCollections } from './collections.ts';
import { candidatePaths, ROOT_PATH } from './page_address.ts';
import type { PageOutline } from './read_page.ts';
import { DEAD_LINK, resolveLinks } from './resolve_links.ts';
import type { ContentPage, ContentSettings, ContentWarning, SiteContent } from './site_content.ts';
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
  const placed = placePages(withoutHidden(drafts), context, warnings);
  const pages = placed.map(({ page }) => page);
  const paths = placed.map(({ path }) => path);
  const { collections, ofFile, warnings: unfilled } = chooseCollections(pages, context, settings);
  const { tags, ofPages } = buildTagVocabulary(pages.map((page) => page.tags));
  const bare = paths.map((path) => (path === ROOT_PATH ? '' : path));
  const links = resolveLinks(pages, bare, buildAddressTable(pages, bare), context);
  const counts = countLinks(pages, links, warnings);
  return {
    pages: pages.map((page, at) => contentPage(page, paths[at]!, ofFile(page.file), ofPages[at]!, links[at]!, at)),
    collections,
    tags,
    titlesFromFiles: pages.filter(({ titleFromFile }) => titleFromFile).length,
    ...counts,
    warnings: [...warnings, ...unfilled].sort(
      (a, b) => byCodePoint(a.file, b.file) || a.line - b.line || a.column - b.column,
    ),
  };
}

/** Removes the pages below a folder whose own page excludes them from publication. */
function withoutHidden(drafts: readonly PageOutline[]): readonly PageOutline[] {
  const hiding = drafts.flatMap(({ file, hidesBelow }) =>
    hidesBelow ? [file.slice(0, file.lastIndexOf('/') + 1)] : [],
  );
  if (hiding.length === 0) return drafts;
  const folders = new Set(hiding);
  return drafts.filter(({ file }) => {
    for (let slash = file.lastIndexOf('/'); slash !== -1; slash = file.lastIndexOf('/', slash - 1)) {
      if (folders.has(file.slice(0, slash + 1))) return false;
      if (slash === 0) break;
    }
    return !folders.has('');
  });
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
): ContentPage {
  const { file, canonical, title, description, indexing, aliases, published, updated, language, headings, fields } =
    page;
  const linked = [...new Set(links)].filter((target) => target >= 0 && target !== own);
  return {
    ...{ file, path, canonical, title, description, indexing, collection, aliases, tags },
    ...{ published, updated, language, headings, fields, links: linked, targets: links },
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
