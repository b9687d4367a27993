import type { PageId } from '../corpus/corpus.ts';
import type { ApiFeatures } from '../discovery/openapi/api_facts.ts';
import { isRefusal, type Refusal } from '../problems/refusal.ts';
import { renderProblem } from '../problems/render_problem.ts';
import { readSearch } from '../query/ask/read_search.ts';
import type { Caller } from '../questions/caller.ts';
import type { PageQuestions } from '../questions/page_questions.ts';
import { renderApiReference } from './api_reference.ts';
import { type DocumentParts, renderDocument } from './document.ts';
import { embedView } from './embed_view.ts';
import { type AssetNames, explorerAssets } from './explorer_assets.ts';
import { queryForm } from './query_form.ts';
import { headingOf, refusedView, type ShownProblem } from './refused_view.ts';
import { renderMarkdown } from './render_markdown.ts';
import { startView } from './start_view.ts';
import type { SearchAnswer, SearchRow, SinglePage } from './view/answers.ts';
import { breakable } from './view/breakable.ts';
import { describeAnswer } from './view/describe_answer.ts';
import { type ExplorerState, readState, SORTS, type Sort, searchParametersOf } from './view/explorer_state.ts';
import { html } from './view/html.ts';
import { encodePath, pageAddress } from './view/page_address.ts';
import { pageDetails, pageOutline } from './view/page_details.ts';
import { searchResults } from './view/search_results.ts';
import { type SiteFacts, withOwnTitles } from './view/site_facts.ts';
import { textDirection } from './view/text_direction.ts';
import { wordsOfPath } from './words_of_path.ts';

/** The HTML documents of the explorer. Each works without script. */
export interface Explorer {
  /** `/explore`: rows and facets. @param search the raw query string @param origin of the service */
  results(search: string, origin: string, caller: Caller): Promise<string>;
  /** `/explore/page/{path}`: the text of a page, its headings, links and fields. */
  page(page: PageId): Promise<string>;
  /** `/explore/query`: the form of the search parameters; the script puts the query builder in its place. */
  query(caller: Caller): Promise<string>;
  /** `/explore/map`: the pages by collection; the script draws them. */
  map(): Promise<string>;
  /** `/explore/embed`: the search box for other sites, to copy. */
  embed(origin: string): Promise<string>;
  /** `/explore/api`: the reference of the API. */
  api(origin: string): Promise<string>;
  /** Why there is no page; where nothing is at the address, also pages with its words. @param path percent-encoded */
  refused(path: string, refusal: Refusal, origin: string, caller: Caller): Promise<string>;
}

export function createExplorer(questions: PageQuestions, features: ApiFeatures): Explorer {
  const { settings } = questions;
  const facts: SiteFacts = {
    title: settings.title,
    description: settings.description,
    collections: withOwnTitles(settings.collections),
    hasFeedback: features.feedback,
  };

  async function document(parts: Omit<DocumentParts, 'facts' | 'assets'>): Promise<string> {
    const assets: AssetNames = await explorerAssets();
    return renderDocument({ ...parts, facts, assets });
  }

  const readPage = async (page: PageId): Promise<SinglePage> => {
    const body = JSON.parse(decode(await questions.page(page))) as { readonly page: SinglePage };
    return body.page;
  };

  /** The page that is open beside the rows, or null. */
  async function openPage({ page }: ExplorerState): Promise<SinglePage | null> {
    const found = page === null ? -1 : await questions.find(page);
    return found === -1 ? null : readPage(found);
  }

  async function ask(parameters: string, caller: Caller): Promise<SearchAnswer | Refusal> {
    const reply = await questions.search(() => readSearch(parameters, questions.grammar), caller);
    return isRefusal(reply) ? reply : (JSON.parse(decode(reply.body)) as SearchAnswer);
  }

  /** The first pages with some words; none where the search is refused. */
  async function nearPages(q: string, caller: Caller): Promise<readonly SearchRow[]> {
    const found = await ask(new URLSearchParams({ q, limit: '5', sections: '0' }).toString(), caller);
    return isRefusal(found) ? [] : found.items;
  }

  let sorts: readonly Sort[] | null = null;

  /** The orders that differ on this site: those by date need pages that have one. Pages without a date come last. */
  async function readSorts(caller: Caller): Promise<readonly Sort[]> {
    if (sorts !== null) return sorts;
    const absent = new Set<Sort>();
    for (const sort of ['published', 'updated'] as const) {
      const found = await ask(`sort=${sort}&limit=1&sections=0`, caller);
      // Refused by a full queue: the next page asks again.
      if (isRefusal(found)) return SORTS;
      if (found.items[0]?.[sort] == null) absent.add(sort);
    }
    sorts = SORTS.filter((sort) => !absent.has(sort));
    return sorts;
  }

  return {
    async results(search, origin, caller) {
      const state = readState(search);
      const isStart = state.q === '' && state.collection === null && state.tags.length === 0 && state.offset === 0;
      const found = await ask(searchParametersOf(state), caller);
      const refused = isRefusal(found);
      const answer = refused ? null : found;
      const open = await openPage(state);
      const offered = await readSorts(caller);
      const hasRoot = isStart && (await questions.find('index')) !== -1;
      return document({
        title: state.q === '' ? settings.title : `${state.q} - ${settings.title}`,
        place: 'search',
        data: { sorts: offered.join(' ') },
        q: state.q,
        kept: [
          ...(state.collection === null ? [] : [['collection', state.collection] as const]),
          ...state.tags.map((tag) => ['tag', tag] as const),
          ...(state.sort === 'relevance' ? [] : [['sort', state.sort] as const]),
        ],
        body: html`
          ${isStart && answer !== null ? startView(facts, answer, hasRoot) : null}
          <h1 class="unseen" id="heading" hidden=${isStart && answer !== null}>Search results</h1>
          <p role="status" id="status" class=${refused ? 'refused' : ''}>${refused ? found.detail : describeAnswer(found, state.q)}</p>
          <div class=${open === null ? 'beside' : 'beside open'} id="beside">
            <div id="answer">${answer === null ? null : searchResults({ state, answer, facts, sorts: offered, origin })}</div>
            <aside id="panel" aria-label="The chosen page">${open === null ? null : html`<h2 dir="auto">${open.title}</h2><p><a class="read" href=${pageAddress(open.path)}>Read</a></p>${pageOutline(open)}${pageDetails(open, facts)}`}</aside>
          </div>`,
      });
    },

    async page(id) {
      const page = await readPage(id);
      const markdown = decode(await questions.markdown(id));
      const { content, hasTitle, isCut } = await renderMarkdown(markdown, page);
      return document({
        title: `${page.title} - ${settings.title}`,
        place: null,
        data: { path: page.path },
        body: html`<div class="reading">
          <div class="before-text">${pageOutline(page)}</div>
          <article class="content" lang=${page.language} dir=${textDirection(page.title + markdown)}>
            ${hasTitle ? null : html`<h1>${breakable(page.title)}</h1>`}
            ${content}
            ${isCut ? html`<p lang="en" dir="ltr">This page is long, and its end is not shown here. <a href=${`/${encodePath(page.path)}.md`}>Read its Markdown</a>.</p>` : null}
          </article>
          <aside class="beside-text" aria-label="About this page">${pageDetails(page, facts)}</aside>
        </div>`,
      });
    },

    async query(caller) {
      const found = await ask('limit=1&sections=0&facets=tags&values=12', caller);
      const tags = isRefusal(found) ? [] : (found.facets?.tags ?? []);
      return document({ title: `Query - ${settings.title}`, place: 'query', body: queryForm(facts, tags) });
    },

    async map() {
      return document({
        title: `Map - ${settings.title}`,
        place: 'map',
        body: html`<h1>Map</h1>
          <p>All pages of the site. Pages that link to each other are near to each other.</p>
          <div id="map"></div>
          <section class="cards"><h2>By collection</h2><ul>
            <li><a href="/explore">All pages</a></li>
            ${facts.collections.map(({ name, title }) => html`<li><a href=${`/explore?collection=${encodeURIComponent(name)}`}>${title}</a></li>`)}
          </ul></section>`,
      });
    },

    async embed(origin) {
      const { box, files } = await explorerAssets();
      const file = files.find(({ name }) => name === box);
      return document({
        title: `Search box - ${settings.title}`,
        place: null,
        body: embedView(origin, file),
      });
    },

    api: (origin) =>
      document({
        title: `API - ${settings.title}`,
        place: 'api',
        body: renderApiReference({ settings, origin, features }),
      }),

    async refused(path, refusal, origin, caller) {
      const { body, status } = renderProblem(refusal, origin);
      const q = status === 404 ? wordsOfPath(path.replace(/^\/explore\/(?:page\/)?/, '')) : '';
      const near = q === '' ? [] : await nearPages(q, caller);
      return document({
        title: `${status === 404 ? 'Not found' : headingOf(status)} - ${settings.title}`,
        place: null,
        q,
        body: refusedView(JSON.parse(body) as ShownProblem, near),
      });
    },
  };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
