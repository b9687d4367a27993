import type { NamedSection } from '../artefact/artefact_format.ts';
import { invertLists, packNumberLists, readNumberLists } from '../artefact/number_lists.ts';
import type { Sections } from '../artefact/sections.ts';
import { packStrings, StringList } from '../artefact/string_list.ts';
import type { TagTable } from '../corpus.ts';
import { lazily } from '../lazily.ts';

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

/** Each part is read when it is first used. */
export function readTags(sections: Sections): TagTable {
  const slugs = lazily(() => new StringList(sections, 'tags.slug'));
  const titles = lazily(() => new StringList(sections, 'tags.title'));
  const ofPages = lazily(() => readNumberLists(sections, 'tags.of-pages'));
  const pages = lazily(() => readNumberLists(sections, 'tags.pages'));
  return {
    get count() {
      return slugs().count;
    },
    find: (slug) => slugs().search(slug),
    slug: (tag) => slugs().get(tag),
    title: (tag) => titles().get(tag),
    pages: (tag) => pages().get(tag),
    get ofPages() {
      return ofPages().numbers;
    },
    get starts() {
      return ofPages().starts;
    },
  };
}
