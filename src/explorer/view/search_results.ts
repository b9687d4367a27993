import type { VNode } from 'preact';
import type { SearchAnswer, SearchRow, SearchSection } from './answers.ts';
import { addressOf, changed, type ExplorerState, rowsPerPage, SORTS, searchParametersOf } from './explorer_state.ts';
import { html } from './html.ts';
import { marked } from './marked.ts';
import { pageAddress } from './page_address.ts';
import { requestView } from './request_view.ts';
import { collectionTitle, type SiteFacts } from './site_facts.ts';

export interface ResultsProps {
  readonly state: ExplorerState;
  readonly answer: SearchAnswer;
  readonly facts: SiteFacts;
  /** Origin of the service, for the request to copy. */
  readonly origin: string;
}

/** The facets, the rows, and the request that gave them. The server and the browser render it alike. */
export function searchResults({ state, answer, facts, origin }: ResultsProps): VNode {
  return html`<div class="answer">
    <aside class="facets" aria-label="Narrow the results">${facets(state, answer, facts)}</aside>
    <div class="found">
      ${sorts(state)}
      ${suggestion(state, answer)}
      <ol class="rows" start=${state.offset + 1}>
        ${answer.items.map((row) => rowView(row, facts))}
      </ol>
      ${pager(state, answer)}
      ${requestView(`/api/search?${searchParametersOf(state)}`, origin)}
    </div>
  </div>`;
}

const sortTitles = { relevance: 'Best match', updated: 'Updated', published: 'Published', title: 'Title' } as const;

function sorts(state: ExplorerState): VNode {
  return html`<ul class="sorts" aria-label="Order">
    ${SORTS.map((sort) => {
      const isChosen = sort === state.sort;
      const title = sort === 'relevance' && state.q.trim() === '' ? 'Newest' : sortTitles[sort];
      return html`<li><a href=${addressOf(changed(state, { sort }))} aria-current=${isChosen ? 'true' : undefined}>${title}</a></li>`;
    })}
  </ul>`;
}

function suggestion(state: ExplorerState, { didYouMean, total, words }: SearchAnswer): VNode | null {
  const unknown = words.filter((word) => word.as === 'none').map((word) => word.text);
  if (didYouMean !== null) {
    const { q, total: found } = didYouMean;
    return html`<p class="hint">Did you mean <a href=${addressOf(changed(state, { q }))}>${q}</a>? <span class="count">${found}</span></p>`;
  }
  if (total > 0 || unknown.length === 0) return null;
  return html`<p class="hint">The site does not use ${unknown.map((word, at) => html`${at > 0 ? ', ' : ''}<q>${word}</q>`)}. Try fewer or other words, or remove a filter.</p>`;
}

function rowView(row: SearchRow, facts: SiteFacts): VNode {
  const { path, title, titleRanges, match, sections, moreSections, collection, tags, language } = row;
  const date = row.updated ?? row.published;
  return html`<li class="row" key=${path}>
    <h2 lang=${language} dir="auto"><a href=${pageAddress(path)} data-path=${path}>${marked(title, titleRanges)}</a></h2>
    <p class="trail">
      ${collection === null ? null : html`<span class="badge">${collectionTitle(facts, collection)}</span>`}
      <span class="path" dir="ltr">${path}</span>
      ${date === null ? null : html`<time datetime=${date}>${date}</time>`}
    </p>
    ${match === null || sections.length > 0 ? null : html`<p class="excerpt" lang=${language} dir="auto">${marked(match.excerpt, match.ranges)}</p>`}
    ${sections.length === 0 ? null : html`<ul class="sections">${sections.map((section) => sectionView(row, section))}</ul>`}
    ${moreSections === 0 ? null : html`<p class="more">${moreSections} more ${moreSections === 1 ? 'section' : 'sections'} on this page</p>`}
    ${tags.length === 0 || match !== null ? null : html`<p class="tags">${tags.map((tag) => html`<span>${tag.title}</span>`)}</p>`}
  </li>`;
}

/** The title of the page is part of the link's name, so that links of different pages differ when they are listed. */
function sectionView(row: SearchRow, section: SearchSection): VNode {
  const trail = section.trail.join(' › ');
  return html`<li lang=${row.language} dir="auto">
    <a href=${pageAddress(row.path, section.anchor)} data-path=${row.path} data-anchor=${section.anchor}>
      ${trail === '' ? null : html`<span class="trail">${trail} › </span>`}${marked(section.heading, section.headingRanges)}<span class="unseen"><span lang="en"> in </span>${row.title}</span>
    </a>
    <p class="excerpt">${marked(section.excerpt, section.ranges)}</p>
  </li>`;
}

const shownTags = 12;

function facets(state: ExplorerState, { facets: counts }: SearchAnswer, facts: SiteFacts): VNode {
  const collections = counts?.collection ?? [];
  const tags = counts?.tags ?? [];
  const chosen = state.tags.map(
    (slug) => tags.find((tag) => tag.value === slug) ?? { value: slug, title: slug, count: 0 },
  );
  const others = tags.filter((tag) => !state.tags.includes(tag.value)).slice(0, Math.max(0, shownTags - chosen.length));
  return html`
    ${
      collections.length === 0
        ? null
        : facetList(
            'Collections',
            collections
              .filter(({ value, count }) => count > 0 || value === state.collection)
              .map(({ value, count }) => {
                const isChosen = value === state.collection;
                const href = addressOf(changed(state, { collection: isChosen ? null : value }));
                return facetLink(`collection ${value}`, href, collectionTitle(facts, value), count, isChosen);
              }),
          )
    }
    ${
      tags.length === 0 && chosen.length === 0
        ? null
        : facetList(
            'Tags',
            [...chosen, ...others].map(({ value, title, count }) => {
              const isChosen = state.tags.includes(value);
              const next = isChosen ? state.tags.filter((tag) => tag !== value) : [...state.tags, value];
              return facetLink(`tag ${value}`, addressOf(changed(state, { tags: next })), title, count, isChosen);
            }),
          )
    }
  `;
}

function facetList(title: string, items: readonly VNode[]): VNode {
  return html`<section><h2>${title}</h2><ul>${items}</ul></section>`;
}

function facetLink(key: string, href: string, title: string, count: number, isChosen: boolean): VNode {
  return html`<li key=${key}><a href=${href} aria-current=${isChosen ? 'true' : undefined}><span dir="auto">${title}</span><span class="count">${count}${isChosen ? html`<span class="unseen">, chosen: remove</span>` : null}</span></a></li>`;
}

/** The service gives 1,000 rows of a search with words at most. */
const lastRow = 1000;

function pager(state: ExplorerState, { total }: SearchAnswer): VNode | null {
  const { offset } = state;
  const next = offset + rowsPerPage;
  const isReached = next < total && (state.q.trim() === '' || next + rowsPerPage <= lastRow);
  if (offset === 0 && !isReached) return null;
  const at = (start: number): string => addressOf(changed(state, { offset: start }));
  return html`<nav class="pager" aria-label="Pages of results">
    ${offset === 0 ? null : html`<a rel="prev" href=${at(Math.max(0, offset - rowsPerPage))}>Previous</a>`}
    <span>${(offset + 1).toLocaleString('en')} to ${Math.min(next, total).toLocaleString('en')} of ${total.toLocaleString('en')}</span>
    ${isReached ? html`<a rel="next" href=${at(next)}>Next</a>` : null}
  </nav>`;
}
