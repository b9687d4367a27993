/** A language of the service's pages, and its name. */
export type SiteLanguage = readonly [code: string, name: string];

let known: readonly SiteLanguage[] = [];

/**
 * Says in which languages the pages of this file's own service are. The module at the stable address does; a page that loads a fixed
 * version of this file has the attribute `language` instead.
 */
export function describeSite(languages: readonly SiteLanguage[]): void {
  known = languages;
}

/** Empty: all pages are in one language, or it is not known. */
export function siteLanguages(): readonly SiteLanguage[] {
  return known;
}

/** The name of a language; its code where that is not known. */
export function nameOf(language: string): string {
  return known.find(([code]) => code === language)?.[1] ?? language;
}
