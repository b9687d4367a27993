/** Public entry `catchword/integration`: the search of a site as a part of the generator that builds it. */
export { findProblem, type GeneratorFacts, installedVersion } from './cli/integration/find_problem.ts';
export type { GeneratorOptions } from './cli/integration/generator_options.ts';
export type { SiteSearch, SiteSearchOptions } from './cli/integration/open_site_search.ts';
export { type SearchBox, type SearchPlace, searchBox } from './cli/integration/search_box.ts';
export type { SitePage, SitePages } from './cli/integration/site_pages.ts';
export { openSiteSearch } from './cli/integration/site_search.ts';
export { knowsPlaces, versionAt, versionChoices } from './cli/integration/site_versions.ts';
