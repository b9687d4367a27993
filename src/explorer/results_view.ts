import type { ComponentChildren, VNode } from 'preact';
import type { SearchAnswer, SinglePage } from '../client/api_types.ts';
import { isRefusal, type Refusal } from '../problems/refusal.ts';
import { describeAnswer } from './view/describe_answer.ts';
import { type ExplorerState, isStart, type Sort } from './view/explorer_state.ts';
import { html } from './view/html.ts';
import { pageAddress } from './view/page_address.ts';
import { pageDetails, pageOutline } from './view/page_details.ts';
import { searchResults } from './view/search_results.ts';
import type { SiteFacts } from './view/site_facts.ts';

/** The data of the result page. */
export interface ResultsParts {
  readonly state: ExplorerState;
  readonly found: SearchAnswer | Refusal;
  /** The page that is open beside the rows, or null. */
  readonly open: SinglePage | null;
  /** As in `ResultsProps`. */
  readonly sorts: readonly Sort[];
  /** Whether the site has a page at its root. */
  readonly hasRoot: boolean;
  readonly facts: SiteFacts;
  /** Origin of the service. */
  readonly origin: string;
}

/** The body of the result page: the start or a heading, the status line, the rows, and the open page beside them. */
export function resultsView({ state, found, open, sorts, hasRoot, facts, origin }: ResultsParts): ComponentChildren {
  const refused = isRefusal(found);
  const answer = refused ? null : found;
  const start = isStart(state) && answer !== null ? startView(facts, answer, hasRoot) : null;
  return html`
    ${start}
    <h1 class="unseen" id="heading" hidden=${start !== null}>Search results</h1>
    <p role="status" id="status" class=${refused ? 'refused' : ''}>${refused ? found.detail : describeAnswer(found, state.q)}</p>
    <div class=${open === null ? 'beside' : 'beside open'} id="beside">
      <div id="answer">${answer === null ? null : searchResults({ state, answer, facts, sorts, origin })}</div>
      <aside id="panel" aria-label="The chosen page">${open === null ? null : panel(open, facts)}</aside>
    </div>`;
}

function panel(page: SinglePage, facts: SiteFacts): ComponentChildren {
  return html`<h2 dir="auto">${page.title}</h2><p><a class="read" href=${pageAddress(page.path)}>Read</a></p>${pageOutline(page)}${pageDetails(page, facts)}`;
}

/** Tags that stand as examples of searches. */
const examples = 4;

/**
 * What stands above all pages before anything is searched: what the site is, and where to begin.
 * @param hasRoot whether the site has a page at its root
 */
function startView({ title, description }: SiteFacts, { facets }: SearchAnswer, hasRoot: boolean): VNode {
  const tags = (facets?.tags ?? []).slice(0, examples);
  return html`<div class="start" id="start">
    <h1 dir="auto">${title}</h1>
    ${description === '' ? null : html`<p dir="auto">${description}</p>`}
    ${hasRoot ? html`<p><a class="read" href=${pageAddress('index')}>Start reading</a></p>` : null}
    ${tags.length === 0 ? null : html`<p class="try">Try ${tags.map((tag) => html`<a href=${`/explore?q=${encodeURIComponent(tag.title)}`}>${tag.title}</a> `)}</p>`}
  </div>`;
}
