import type { VNode } from 'preact';
import type { SearchAnswer, SearchRow, SearchSection } from '../../client/api_types.ts';
import { choices } from './choices.ts';
import { alsoIn } from './copies.ts';
import * as labels from './explorer_labels.ts';
import {
  ALL,
  addressOf,
  changed,
  collectionTitle,
  type ExplorerState,
  mostValues,
  rowsPerPage,
  type SiteFacts,
  SORTS,
  type Sort,
  searchParametersOf,
} from './explorer_state.ts';
import { breakable, html } from './html.ts';
import { withDirective } from './text_directive.ts';
import { behindHeading, behindTitle, marked, pageAddress } from './texts.ts';

export interface ResultsProps {
  readonly state: ExplorerState;
  readonly answer: SearchAnswer;
  readonly facts: SiteFacts;
  /** The orders that differ on this site: one without dates has none by date. */
  readonly sorts: readonly Sort[];
  /** Origin of the service, for the request to copy. */
  readonly origin: string;
}

/** The facets, the rows, and the request that gave them. The server and the browser render it alike. */
export function searchResults({ state, answer, facts, sorts, origin }: ResultsProps): VNode {
  return html`<div class="answer">
    <aside class="facets" aria-label=${labels.filters}>${choices(state, facts)}${facets(state, answer, facts)}</aside>
    <div class="found">
      ${answer.total === 0 ? null : orders(state, sorts)}
      ${suggestion(state, answer)}
      <ol class="rows" start=${state.offset + 1}>
        ${answer.items.map((row) => rowView(row, facts))}
      </ol>
      ${pager(state, answer)}
      ${requestView(`/api/search?${searchParametersOf(state)}`, origin)}
    </div>
  </div>`;
}

function orders(state: ExplorerState, sorts: readonly Sort[]): VNode {
  // All pages come newest first, and by path where none has a date.
  const usual = sorts.includes('published') ? labels.newest : labels.path;
  return html`<ul class="sorts" aria-label=${labels.sorts}>
    ${SORTS.filter((sort) => sorts.includes(sort) || sort === state.sort).map((sort) => {
      const isChosen = sort === state.sort;
      const title = sort === 'relevance' && state.q.trim() === '' ? usual : labels.sort[sort];
      return html`<li><a href=${addressOf(changed(state, { sort }))} aria-current=${isChosen ? 'true' : undefined}>${title}</a></li>`;
    })}
  </ul>`;
}

function suggestion(state: ExplorerState, { didYouMean, total, words }: SearchAnswer): VNode | null {
  if (didYouMean !== null) {
    const { q, total: found } = didYouMean;
    return html`<p class="hint">${labels.didYouMean} <a href=${addressOf(changed(state, { q }))}>${q}</a>? <span class="count">${labels.number(found)}</span></p>`;
  }
  const unknown = words.filter((word) => word.as === 'none').map((word) => word.text);
  const wider = total > 0 ? [] : widerSearches(state);
  if (unknown.length === 0 && wider.length === 0) return null;
  return html`<p class="hint">
    ${unknown.length === 0 ? null : html`${labels.unknownWords} ${unknown.map((word, at) => html`${at > 0 ? ', ' : ''}<q dir="auto">${word}</q>`)}. `}
    ${total > 0 ? null : `${labels.otherWords} `}
    ${wider.map(([title, change]) => html`<a href=${addressOf(changed(state, change))}>${title}</a> `)}
  </p>`;
}

/** Where a search that found nothing may find something. */
function widerSearches({ collection, tags, language, version }: ExplorerState): [string, Partial<ExplorerState>][] {
  const all: [boolean, string, Partial<ExplorerState>][] = [
    [language !== null && language !== ALL, labels.allLanguagesSearch, { language: ALL }],
    [version !== null && version !== ALL, labels.allVersionsSearch, { version: ALL }],
    [collection !== null || tags.length > 0, labels.allPagesSearch, { collection: null, tags: [] }],
  ];
  return all.filter(([isNarrowed]) => isNarrowed).map(([, ...search]) => search);
}

function mark(hit: string): VNode {
  return html`<mark>${hit}</mark>`;
}

function rowView(row: SearchRow, facts: SiteFacts): VNode {
  const { path, title, titleRanges, match, sections, moreSections, collection, tags, language, version } = row;
  const date = row.updated ?? row.published;
  const [excerpt, ranges] = match === null || sections.length > 0 ? ['', []] : behindTitle(match, title);
  return html`<li class="row" key=${path}>
    <h2 lang=${language} dir="auto"><a href=${withDirective(pageAddress(path), excerpt, ranges)} data-path=${path}>${marked(title, titleRanges, mark)}</a></h2>
    <p class="trail">
      ${collection === null ? null : html`<span class="badge">${collectionTitle(facts, collection)}</span>`}
      ${version === undefined ? null : html`<span class="badge">${version}</span>`}
      <span class="path" dir="ltr">${breakable(path)}</span>
      ${date === null ? null : html`<time datetime=${date}>${date}</time>`}
    </p>
    ${excerpt === '' ? null : html`<p class="excerpt" lang=${language} dir="auto">${marked(excerpt, ranges, mark)}</p>`}
    ${sections.length === 0 ? null : html`<ul class="sections">${sections.map((section) => sectionView(row, section))}</ul>`}
    ${moreSections === 0 ? null : html`<p class="more">${labels.moreSections(moreSections)}</p>`}
    ${alsoIn(row, facts)}
    ${tags.length === 0 || match !== null ? null : html`<p class="tags">${tags.map((tag) => html`<span>${tag.title}</span>`)}</p>`}
  </li>`;
}

/** The title of the page is part of the link's name, so that links of different pages differ when they are listed. */
function sectionView(row: SearchRow, section: SearchSection): VNode {
  // A page's first heading is most often its title, which stands above.
  const trail = (section.trail[0] === row.title ? section.trail.slice(1) : section.trail).join(' › ');
  const [excerpt, ranges] = behindHeading(section);
  return html`<li lang=${row.language} dir="auto">
    <a href=${withDirective(pageAddress(row.path, section.anchor), excerpt, ranges)} data-path=${row.path} data-anchor=${section.anchor}>
      ${trail === '' ? null : html`<span class="trail">${trail} › </span>`}${marked(section.heading, section.headingRanges, mark)}<span class="unseen"><span lang="en">${labels.onPage}</span>${row.title}</span>
    </a>
    ${excerpt === '' ? null : html`<p class="excerpt">${marked(excerpt, ranges, mark)}</p>`}
  </li>`;
}

/** Of each facet so many values are shown at first. The rest are shown when opened. */
const shownValues = 12;

interface FacetValue {
  readonly value: string;
  readonly title: string;
  /** Null: not counted. */
  readonly count: number | null;
}

function facets(state: ExplorerState, { facets: counts, total }: SearchAnswer, facts: SiteFacts): VNode {
  const tags = counts?.tags ?? [];
  // All rows carry the chosen tags, whatever the answer has room for.
  const gone = state.tags
    .filter((slug) => !tags.some(({ value }) => value === slug))
    .map((slug) => ({ value: slug, title: slug, count: total }));
  const chosen = state.collection === null ? [] : [state.collection];
  // The counts are those of the chosen one. The others stay to choose.
  const collections = (counts?.collection ?? []).map(({ value, count }): FacetValue => {
    return { value, title: collectionTitle(facts, value), count: chosen.length === 0 || count > 0 ? count : null };
  });
  return html`${facetList(labels.collections, collections, chosen, (value) =>
    addressOf(changed(state, { collection: chosen.includes(value) ? null : value })),
  )}${facetList(labels.tags, [...gone, ...tags], state.tags, (value) => {
    const others = state.tags.filter((tag) => tag !== value);
    return addressOf(changed(state, { tags: others.length < state.tags.length ? others : [...others, value] }));
  })}`;
}

/** Chosen values come first, so that they can be removed. @param addressWith the address that adds or removes a value */
function facetList(
  title: string,
  values: readonly FacetValue[],
  chosen: readonly string[],
  addressWith: (value: string) => string,
): VNode | null {
  const others = values.filter(({ value, count }) => !chosen.includes(value) && count !== 0);
  const offered = [...values.filter(({ value }) => chosen.includes(value)), ...others];
  const all = offered.slice(0, mostValues);
  if (all.length === 0) return null;
  const link = ({ value, title: name, count }: FacetValue): VNode => {
    const isChosen = chosen.includes(value);
    return html`<li key=${value}><a href=${addressWith(value)} aria-current=${isChosen ? 'true' : undefined}><span dir="auto">${name}</span><span class="count">${count === null ? null : labels.number(count)}${isChosen ? html`<span class="unseen">${labels.removeFacet}</span>` : null}</span></a></li>`;
  };
  // One value more needs no more room than the line that opens the rest.
  const shown = all.length === shownValues + 1 ? all : all.slice(0, shownValues);
  const rest = all.slice(shown.length);
  return html`<section><h2>${title}</h2><ul>${shown.map(link)}</ul>
    ${rest.length === 0 ? null : html`<details><summary>${labels.more(offered.length - shown.length)}</summary><ul>${rest.map(link)}</ul></details>`}
  </section>`;
}

/** The service gives 1,000 rows of a search with words at most. */
const lastRow = 1000;

function pager(state: ExplorerState, { total }: SearchAnswer): VNode | null {
  const { offset } = state;
  const next = offset + rowsPerPage;
  const isReached = next < total && (state.q.trim() === '' || next + rowsPerPage <= lastRow);
  if (offset === 0 && !isReached) return null;
  const at = (start: number): string => addressOf(changed(state, { offset: start }));
  return html`<nav class="pager" aria-label=${labels.pager}>
    ${offset === 0 ? null : html`<a rel="prev" href=${at(Math.max(0, offset - rowsPerPage))}>${labels.previous}</a>`}
    <span>${labels.range(offset + 1, Math.min(next, total), total)}</span>
    ${isReached ? html`<a rel="next" href=${at(next)}>${labels.next}</a>` : null}
  </nav>`;
}

/** The text of the status line about an answer: `41 pages, 3 with all the words`. */
export function describeAnswer(answer: SearchAnswer, q: string): string {
  const { total, exactTotal, words, relaxed } = answer;
  if (total === 0) return q.trim() === '' ? labels.noneFiltered : labels.none(q.trim());
  if (relaxed === true) return labels.someWords(total);
  const near = total - exactTotal;
  if (near === 0) return labels.pages(total);
  if (words.length > 1 && exactTotal > 0) return labels.allWords(total, exactTotal);
  const meant = words.filter((word) => word.as === 'typo').map((word) => word.text);
  return exactTotal === 0 ? labels.allTypos(total, meant) : labels.someTypos(total, near, meant);
}

/** The request that gave what is shown, to look at and to copy. @param target path and query string of a GET */
function requestView(target: string, origin: string): VNode {
  return html`<details class="request">
    <summary>${labels.request}</summary>
    <p><a href=${target}><code>GET ${target}</code></a></p>
    <pre tabindex="0"><code>curl ${shellQuoted(origin + target)}</code></pre>
    <p><a href=${`/explore/query#get=${encodeURIComponent(target)}`}>${labels.openInBuilder}</a></p>
  </details>`;
}

/** A text in single quotes of a shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
