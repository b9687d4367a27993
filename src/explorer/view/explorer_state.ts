/** The state of the search page. Every state has an address. */
export interface ExplorerState {
  readonly q: string;
  readonly collection: string | null;
  readonly tags: readonly string[];
  readonly sort: Sort;
  readonly offset: number;
  /** Path of the page that is open beside the rows; null for none. */
  readonly page: string | null;
}

export const SORTS = ['relevance', 'updated', 'published', 'title'] as const;
export type Sort = (typeof SORTS)[number];

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
    sort: SORTS.find((sort) => sort === parameters.get('sort')) ?? 'relevance',
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
    page: parameters.get('page') || null,
  };
}

/** Whether nothing is searched for and nothing narrowed. */
export function isStart({ q, collection, tags, offset }: ExplorerState): boolean {
  return q === '' && collection === null && tags.length === 0 && offset === 0;
}

/** The address that shows a state: `/explore?q=cache&tag=http`. */
export function addressOf(state: ExplorerState): string {
  const parameters = parametersOf(state);
  if (state.page !== null) parameters.append('page', state.page);
  return parameters.size === 0 ? '/explore' : `/explore?${parameters}`;
}

/** The parameters of `/api/search` for a state. */
export function searchParametersOf(state: ExplorerState): string {
  const parameters = parametersOf({ ...state, q: state.q.trim() === '' ? '' : state.q });
  parameters.append('facets', 'collection,tags');
  parameters.append('values', String(mostValues));
  return parameters.toString();
}

/** Another state of the same search: from the first row, with no page open. */
export function changed(state: ExplorerState, change: Partial<ExplorerState>): ExplorerState {
  return { ...state, offset: 0, page: null, ...change };
}

/** The parameters of a state that a search has, without those that say nothing. */
export function parametersOf({ q, collection, tags, sort, offset }: ExplorerState): URLSearchParams {
  const parameters = new URLSearchParams();
  if (q !== '') parameters.append('q', q);
  if (collection !== null) parameters.append('collection', collection);
  for (const tag of tags) parameters.append('tag', tag);
  if (sort !== 'relevance') parameters.append('sort', sort);
  if (offset !== 0) parameters.append('offset', String(offset));
  return parameters;
}

/** What the pages of the explorer say of the site and the service. It is the same for all pages of one service. */
export interface SiteFacts {
  readonly title: string;
  readonly description: string;
  readonly collections: readonly { readonly name: string; readonly title: string }[];
  /** Whether the service takes feedback. */
  readonly hasFeedback: boolean;
  /** Whether the build was made without what orders its first rows by related words. */
  readonly isRoughlyOrdered?: boolean;
}

export function collectionTitle({ collections }: Pick<SiteFacts, 'collections'>, name: string): string {
  return collections.find((collection) => collection.name === name)?.title ?? name;
}

/** Collections of which no two have the same title: where several do, their names stand behind it. */
export function withOwnTitles(collections: SiteFacts['collections']): SiteFacts['collections'] {
  const times = Map.groupBy(collections, ({ title }) => title);
  return collections.map(({ name, title }) => ({
    name,
    title: times.get(title)!.length === 1 ? title : `${title} (${name})`,
  }));
}
