import { readersRange } from '../../../text/language_range.ts';

/** A language of the service's pages, and its name. */
type SiteLanguage = readonly [code: string, name: string];

/** A collection of the service's pages, and its title. */
type SiteCollection = readonly [name: string, title: string];

let known: readonly SiteLanguage[] = [];
let titles: ReadonlyMap<string, string> = new Map();

/**
 * Says in which languages and collections the pages of this file's own service are. The module at the stable address does; a page that
 * loads a fixed version of this file has the attribute `language` instead, and shows the names of collections.
 */
export function describeSite(languages: readonly SiteLanguage[], collections: readonly SiteCollection[]): void {
  known = languages;
  titles = new Map(collections);
}

/** The title of a collection; its name where that is not known. */
export function titleOf(collection: string): string {
  return titles.get(collection) ?? collection;
}

/** What a search in a language is narrowed to. Null: to nothing, as all pages are in one language, or it is not known. */
export function siteRange(language: string): string | null {
  return readersRange(
    [language],
    known.map(([code]) => code),
  );
}

/** The name of a language; its code where that is not known. */
export function nameOf(language: string): string {
  return known.find(([code]) => code === language)?.[1] ?? language;
}
