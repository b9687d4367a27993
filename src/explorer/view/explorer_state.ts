/** The state of the search page. Every state has an address. */
export interface ExplorerState {
  readonly q: string;
  readonly collection: string | null;
  readonly tags: readonly string[];
  /** A language range, or `all` when the reader chose all languages; null: nothing is chosen. */
  readonly language: string | null;
  /** The name of a version, or `all`; null: the current one. */
  readonly version: string | null;
  readonly sort: Sort;
  readonly offset: number;
  /** Path of the page that is open beside the rows; null for none. */
  readonly page: string | null;
}

export const SORTS = ['relevance', 'updated', 'published', 'title'] as const;
export type Sort = (typeof SORTS)[number];

/** The values of the parameter `in` of a query. */
export const QUERY_FIELDS = ['all', 'title', 'body', 'description', 'aliases', 'tags'];

/** All languages, or all versions. */
export const ALL = 'all';
/** In place of a language: that of the reader. The server answers with the address of it. */
export const OWN_LANGUAGE = 'auto';

export const rowsPerPage = 10;

/** Maximum number of tags among the facets of the page: a large site has tens of thousands. */
export const mostValues = 100;

/** @param search a query string, with or without its question mark; what it cannot mean counts as absent */
export function readState(search: string): ExplorerState {
  const parameters = new URLSearchParams(search);
  const offset = Number(parameters.get('offset') ?? 0);
  return {
    q: (parameters.get('q') ?? '').trimStart(),
    collection: parameters.get('collection') || null,
    tags: [...new Set(parameters.getAll('tag').filter((tag) => tag !== ''))],
    language: parameters.get('language') || null,
    version: parameters.get('version') || null,
    sort: SORTS.find((sort) => sort === parameters.get('sort')) ?? 'relevance',
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
    page: parameters.get('page') || null,
  };
}

/** Whether nothing is searched for and nothing narrowed but to a language. */
export function isStart({ q, collection, tags, version, offset }: ExplorerState): boolean {
  return q === '' && collection === null && tags.length === 0 && version === null && offset === 0;
}

/** The address that shows a state: `/explore?q=cache&tag=http`. */
export function addressOf(state: ExplorerState): string {
  const parameters = parametersOf(state);
  if (state.page !== null) parameters.append('page', state.page);
  return parameters.size === 0 ? '/explore' : `/explore?${parameters}`;
}

/** The parameters of `/api/search` for a state. */
export function searchParametersOf(state: ExplorerState): string {
  const { q, language } = state;
  const range = language === ALL || language === OWN_LANGUAGE ? null : language;
  const parameters = parametersOf({ ...state, q: q.trim() === '' ? '' : q, language: range });
  parameters.append('facets', 'collection,tags');
  parameters.append('values', String(mostValues));
  return parameters.toString();
}

/** Another state of the same search: from the first row, with no page open. */
export function changed(state: ExplorerState, change: Partial<ExplorerState>): ExplorerState {
  return { ...state, offset: 0, page: null, ...change };
}

/** The parameters of a state that a search has, without those that say nothing. */
export function parametersOf(state: ExplorerState): URLSearchParams {
  const { q, collection, tags, language, version, sort, offset } = state;
  const parameters = new URLSearchParams();
  if (q !== '') parameters.append('q', q);
  if (collection !== null) parameters.append('collection', collection);
  for (const tag of tags) parameters.append('tag', tag);
  if (language !== null) parameters.append('language', language);
  if (version !== null) parameters.append('version', version);
  if (sort !== 'relevance') parameters.append('sort', sort);
  if (offset !== 0) parameters.append('offset', String(offset));
  return parameters;
}

/** What the pages of the explorer say of the site and the service. It is the same for all pages of one service. */
export interface SiteFacts {
  readonly title: string;
  readonly description: string;
  readonly collections: readonly { readonly name: string; readonly title: string }[];
  /** Languages to choose from. A site in one language has only that. */
  readonly languages: readonly { readonly code: string; readonly name: string }[];
  /** Names of versions, the current one first; empty: the site has none. */
  readonly versions: readonly string[];
  /** Whether the service takes feedback. */
  readonly hasFeedback: boolean;
  /** Whether the service lists its pages for language models; absent: no. */
  readonly hasIndex?: boolean;
  /** Whether the build was made without what orders its first rows by related words. */
  readonly isRoughlyOrdered?: boolean;
}

export function collectionTitle({ collections }: Pick<SiteFacts, 'collections'>, name: string): string {
  return collections.find((collection) => collection.name === name)?.title ?? name;
}

/** The name of a language; its code where the site does not have it. */
export function languageTitle({ languages }: Pick<SiteFacts, 'languages'>, code: string): string {
  return languages.find((language) => language.code.toLowerCase() === code.toLowerCase())?.name ?? code;
}

/** Collections of which no two have the same title: where several do, their names stand behind it. */
export function withOwnTitles(collections: SiteFacts['collections']): SiteFacts['collections'] {
  const times = Map.groupBy(collections, ({ title }) => title);
  return collections.map(({ name, title }) => ({
    name,
    title: times.get(title)!.length === 1 ? title : `${title} (${name})`,
  }));
}
