import type { NamedSection, Sections } from '../artefact/artefact_format.ts';
import { invertLists, packNumberLists, readNumberLists } from '../artefact/number_lists.ts';
import { packStrings, StringList } from '../artefact/string_list.ts';
import type { TagTable } from '../corpus.ts';

/**
 * @param tags sorted by slug
 * @param carried slugs of each page's tags, by page
 */
export function packTags(
  tags: readonly { readonly slug: string; readonly title: string }[],
  carried: readonly (readonly string[])[],
): NamedSection[] {
  const numberOf = new Map(tags.map(({ slug }, number) => [slug, number]));
  const ofPages = carried.map((slugs) => slugs.map((slug) => numberOf.get(slug)!).sort((a, b) => a - b));
  return [
    ...packStrings(
      'tags.slug',
      tags.map(({ slug }) => slug),
    ),
    ...packStrings(
      'tags.title',
      tags.map(({ title }) => title),
    ),
    ...packNumberLists('tags.of-pages', ofPages),
    ...packNumberLists('tags.pages', invertLists(ofPages, tags.length)),
  ];
}

export function readTags(sections: Sections): TagTable {
  const slugs = new StringList(sections, 'tags.slug');
  const titles = new StringList(sections, 'tags.title');
  const ofPages = readNumberLists(sections, 'tags.of-pages');
  const pages = readNumberLists(sections, 'tags.pages');
  return {
    count: slugs.count,
    find: (slug) => slugs.search(slug),
    slug: (tag) => slugs.get(tag),
    title: (tag) => titles.get(tag),
    pages: (tag) => pages.get(tag),
    ofPages: ofPages.numbers,
    starts: ofPages.starts,
  };
}
