import { byCodePoint } from '../../text/by_code_point.ts';
import type { NamedSection } from '../artefact/artefact_format.ts';
import { invertLists, packNumberLists, readNumberLists } from '../artefact/number_lists.ts';
import type { SectionReader } from '../artefact/sections.ts';
import { packStrings, StringList } from '../artefact/string_list.ts';
import type { FieldInfo, LinkGraph, OwnField, TagTable } from '../corpus.ts';
import type { CorpusPage } from '../corpus_page.ts';
import { lazily, withLazy } from '../lazily.ts';

/** What pages have lists of: tags, links, values of the site's own fields. Each is stored in both directions, and read on first use. */

/**
 * @param tags sorted by slug
 * @param carried slugs of each page's tags, by page
 */
export function packTags(
  tags: readonly { readonly slug: string; readonly title: string }[],
  carried: readonly (readonly string[])[],
): NamedSection[] {
  const slugs = tags.map(({ slug }) => slug);
  const titles = tags.map(({ title }) => title);
  const numberOf = new Map(slugs.map((slug, number) => [slug, number]));
  const ofPages = carried.map((some) => some.map((slug) => numberOf.get(slug)!).sort((a, b) => a - b));
  return [
    ...packStrings('tags.slug', slugs),
    ...packStrings('tags.title', titles),
    ...packNumberLists('tags.of-pages', ofPages),
    ...packNumberLists('tags.pages', invertLists(ofPages, tags.length)),
  ];
}

export function readTags(sections: SectionReader): TagTable {
  const slugs = lazily(() => new StringList(sections, 'tags.slug'));
  const titles = lazily(() => new StringList(sections, 'tags.title'));
  const ofPages = lazily(() => readNumberLists(sections, 'tags.of-pages'));
  const pages = lazily(() => readNumberLists(sections, 'tags.pages'));
  return withLazy(
    {
      find: (slug: string) => slugs().search(slug),
      slug: (tag: number) => slugs().get(tag),
      title: (tag: number) => titles().get(tag),
      pages: (tag: number) => pages().get(tag),
    },
    { count: () => slugs().count, ofPages: () => ofPages().numbers, starts: () => ofPages().starts },
  );
}

/** @param links pages that each page links to, in order of first link */
export function packLinks(links: readonly (readonly number[])[]): NamedSection[] {
  return [
    ...packNumberLists('links.outgoing', links),
    ...packNumberLists('links.incoming', invertLists(links, links.length)),
  ];
}

export function readLinks(sections: SectionReader): LinkGraph {
  const outgoing = lazily(() => readNumberLists(sections, 'links.outgoing'));
  const incoming = lazily(() => readNumberLists(sections, 'links.incoming'));
  return {
    outgoing: (page) => outgoing().get(page),
    incoming: (page) => incoming().get(page),
    countIncoming: (page) => incoming().get(page).length,
  };
}

/** Packs the owner's fields: their distinct values as text, and the pages of each value. */
export function packFields(pages: readonly CorpusPage[], fields: readonly FieldInfo[]): NamedSection[] {
  return fields.flatMap(({ name }, number) => {
    const ofPages = pages.map((page) => textsOf(page.fields?.[name] ?? null));
    const values = [...new Set(ofPages.flat())].sort(byCodePoint);
    const numberOf = new Map(values.map((value, i) => [value, i]));
    const numbers = ofPages.map((texts) => texts.map((text) => numberOf.get(text)!));
    return [
      ...packStrings(`fields.${number}`, values),
      ...packNumberLists(`fields.${number}.of-pages`, numbers),
      ...packNumberLists(`fields.${number}.pages`, invertLists(numbers, values.length)),
    ];
  });
}

/** @returns the values of a field as text */
function textsOf(value: NonNullable<CorpusPage['fields']>[string]): string[] {
  return value === null ? [] : [value].flat().map(String);
}

export function readFields(sections: SectionReader, fields: readonly FieldInfo[]): OwnField[] {
  return fields.map(({ name, type }, number) => {
    const values = lazily(() => new StringList(sections, `fields.${number}`));
    const ofPages = lazily(() => readNumberLists(sections, `fields.${number}.of-pages`));
    const pages = lazily(() => readNumberLists(sections, `fields.${number}.pages`));
    return withLazy(
      {
        ...{ name, type },
        value: (value: number) => values().get(value),
        find: (text: string) => values().search(text),
        pages: (value: number) => pages().get(value),
        ofPage: (page: number) => ofPages().get(page),
      },
      { count: () => values().count },
    );
  });
}
