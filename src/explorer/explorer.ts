import type { PageInfo, PageReference, Problem, SearchAnswer, SinglePage } from '../client/api_types.ts';
import type { Neighbour, PageId } from '../corpus/corpus.ts';
import type { ApiFeatures } from '../discovery/openapi/openapi_document.ts';
import { isRefusal, type Refusal } from '../problems/refusal.ts';
import { renderProblem } from '../problems/render_problem.ts';
import { readSearch } from '../query/ask/read_search.ts';
import type { Caller } from '../questions/caller.ts';
import type { PageQuestions } from '../questions/page_questions.ts';
import { nameLanguages } from '../text/language_names.ts';
import { readersRange } from '../text/language_range.ts';
import { renderApiReference } from './api_reference.ts';
import { type DocumentParts, renderDocument } from './document.ts';
import type { ExplorerAssets } from './explorer_assets.ts';
import {
  cardsOf,
  embedView,
  headingOf,
  queryForm,
  refusedView,
  resultsView,
  type StartParts,
  wordsOfPath,
} from './page_bodies.ts';
import { type PageImages, shownImages } from './page_images.ts';
import type { ReadingRequest } from './reading_document.ts';
import * as labels from './view/explorer_labels.ts';
import {
  addressOf,
  changed,
  isStart,
  OWN_LANGUAGE,
  parametersOf,
  readState,
  type SiteFacts,
  SORTS,
  type Sort,
  searchParametersOf,
  withOwnTitles,
} from './view/explorer_state.ts';
import { html } from './view/html.ts';

/** Maximum number of copies that the page of one lists: a text may be on thousands. */
const mostCopies = 200;
/** Maximum number of pages above one that are named: those nearest to it. */
const mostAbove = 6;

const NO_IMAGES: ReadonlyMap<string, string> = new Map();

export type Explorer = ReturnType<typeof createExplorer>;

/** What the explorer gets from the runtime. */
export interface ExplorerParts {
  /** The files that its pages load. */
  assets(): ExplorerAssets | Promise<ExplorerAssets>;
  /** Makes the document of a page's text. @param isWanted whether a caller still waits for it @returns the document, or why there is none now */
  render(request: ReadingRequest, isWanted: () => boolean): Promise<string | Refusal>;
}

/**
 * The HTML documents of the explorer. Each works without script.
 * @param features what the service has, for the reference of the API and the link to feedback
 * @param images of the pages; null: only the live site has them
 */
export function createExplorer(
  questions: PageQuestions,
  features: ApiFeatures,
  parts: ExplorerParts,
  images: PageImages | null,
) {
  const { settings } = questions;
  const facts: SiteFacts = {
    title: settings.title,
    description: settings.description,
    collections: withOwnTitles(settings.collections),
    languages: nameLanguages(questions.languages, settings.language),
    versions: questions.versions,
    hasFeedback: features.feedback,
    hasIndex: features['llms.txt'],
    isRoughlyOrdered: settings.withoutSpace === true,
  };
  const titled = (name: string): string => `${name} - ${settings.title}`;
  /** Cached because a build does not change; null before the first answer. */
  let knownSorts: readonly Sort[] | null = null;
  let hasRoot: boolean | null = null;
  const about = new Map<string, string>();

  /** @param parameters of `/api/search`, as a query string */
  async function search(parameters: string, caller: Caller): Promise<SearchAnswer | Refusal> {
    const reply = await questions.search(() => readSearch(parameters, questions.grammar), caller);
    return isRefusal(reply) ? reply : (parse(reply.body) as SearchAnswer);
  }

  /** The page at a path, or null. */
  async function pageAt(path: string): Promise<SinglePage | null> {
    const id = await questions.find(path);
    return id === -1 ? null : (parse(await questions.page(id)) as { readonly page: SinglePage }).page;
  }

  async function rowOf(id: PageId): Promise<PageReference> {
    return parse(await questions.row(id)) as PageReference;
  }

  /** A page beside another one, with the text of the link to it as its title. */
  async function beside(neighbour: Neighbour | null): Promise<ReadingRequest['before']> {
    if (neighbour === null) return null;
    const { path, title } = await rowOf(neighbour.page);
    return { path, title: neighbour.label ?? title };
  }

  /** The pages of the folders that a page is in, outermost first. Folders without a page are left out. */
  async function pagesAbove(id: PageId): Promise<readonly PageReference[]> {
    const segments = (await rowOf(id)).path.split('/').slice(0, -1);
    const folders = segments.map((_, at) => segments.slice(0, at + 1).join('/')).slice(-mostAbove);
    const found = await Promise.all(folders.map((folder) => questions.find(folder)));
    return Promise.all(found.filter((each) => each !== -1).map(rowOf));
  }

  /** What the start says of the site. */
  async function startParts(found: SearchAnswer | Refusal): Promise<StartParts> {
    for (const { value } of isRefusal(found) ? [] : cardsOf(found)) {
      if (about.has(value)) continue;
      const id = await questions.find(value);
      about.set(value, id === -1 ? '' : (parse(await questions.row(id)) as PageInfo).description);
    }
    hasRoot ??= (await questions.find('index')) !== -1;
    return { hasRoot, about };
  }

  /** The orders that differ on this site: those by date need pages that have one. */
  async function sortsOf(caller: Caller): Promise<readonly Sort[]> {
    if (knownSorts !== null) return knownSorts;
    const absent = new Set<Sort>();
    for (const sort of ['published', 'updated'] as const) {
      // Pages without a date come last.
      const found = await search(`sort=${sort}&limit=1&sections=0`, caller);
      // Refused by a full queue: the next page asks again.
      if (isRefusal(found)) return SORTS;
      if (found.items[0]?.[sort] == null) absent.add(sort);
    }
    knownSorts = SORTS.filter((sort) => !absent.has(sort));
    return knownSorts;
  }

  async function document(shown: Omit<DocumentParts, 'facts' | 'assets'>): Promise<string> {
    return renderDocument({ ...shown, facts, assets: await parts.assets() });
  }

  return {
    /** The files that the pages load. */
    assets: parts.assets,
    /** Those to choose from, by name. */
    languages: facts.languages,
    collections: facts.collections,

    /**
     * Where a search in the reader's own language is, when the address asks for that (`language=auto`); null when it does not.
     * @param parameters the raw query string
     * @param wanted languages of the reader, in order
     */
    ownLanguageAddress(parameters: string, wanted: readonly string[]): string | null {
      const state = readState(parameters);
      if (state.language !== OWN_LANGUAGE) return null;
      return addressOf(changed(state, { language: readersRange(wanted, questions.languages) }));
    },

    /** `/explore`: rows and facets. @param parameters the raw query string @param origin of the service */
    async results(parameters: string, origin: string, caller: Caller): Promise<string> {
      const state = readState(parameters);
      const found = await search(searchParametersOf(state), caller);
      const open = state.page === null ? null : await pageAt(state.page);
      const sorts = await sortsOf(caller);
      const start = isStart(state) ? await startParts(found) : null;
      return document({
        title: state.q === '' ? settings.title : titled(state.q),
        place: 'search',
        data: { sorts: sorts.join(' ') },
        q: state.q,
        // A search from this page keeps its filters and its order.
        kept: [...parametersOf({ ...state, q: '', offset: 0 })],
        body: resultsView({ state, found, open, sorts, start, facts, origin }),
      });
    },

    /** `/explore/page/{path}`: the text of a page, its headings, links and fields. @param isWanted whether a caller still waits for it */
    async page(id: PageId, isWanted: () => boolean): Promise<string | Refusal> {
      const { style, script, box } = await parts.assets();
      const page = await questions.page(id);
      const above = await pagesAbove(id);
      const { previous, next } = questions.neighbours(id);
      const [before, after] = await Promise.all([previous, next].map(beside));
      const markdown = await questions.markdown(id);
      const shown = images === null ? NO_IMAGES : shownImages((await rowOf(id)).path, settings.origin, images);
      const versions = questions.copies(id, mostCopies);
      const translations = questions.translations(id);
      const assets = { style, script, box };
      return parts.render(
        {
          ...{ page, above, before: before!, after: after!, markdown, images: shown },
          ...{ ownOrigin: settings.publicOrigin, versions, translations, facts, assets },
        },
        isWanted,
      );
    },

    /** `/explore/query`: the form of the search parameters; the script puts the query builder in its place. */
    async query(caller: Caller): Promise<string> {
      const found = await search('limit=1&sections=0&facets=tags&values=12', caller);
      const tags = isRefusal(found) ? [] : (found.facets?.tags ?? []);
      return document({ title: titled(labels.queryBuilder), place: 'query', body: queryForm(facts, tags) });
    },

    /** `/explore/map`: the pages by collection; the script draws them. */
    async map(): Promise<string> {
      return document({
        title: titled(labels.map),
        place: 'map',
        body: html`<h1>${labels.map}</h1>
          <p>${labels.aboutMap}</p>
          <div id="map"></div>
          <section class="cards"><h2>${labels.byCollection}</h2><ul>
            <li><a href="/explore">${labels.allPages}</a></li>
            ${facts.collections.map(({ name, title }) => html`<li><a href=${`/explore?collection=${encodeURIComponent(name)}`}>${title}</a></li>`)}
          </ul></section>`,
      });
    },

    /** `/explore/embed`: the elements for other sites, to copy. */
    async embed(origin: string): Promise<string> {
      const { box, files } = await parts.assets();
      const file = files.find(({ name }) => name === box);
      return document({ title: titled(labels.searchBox), place: null, body: embedView(origin, file, facts) });
    },

    /** `/explore/api`: the reference of the API. */
    api: (origin: string): Promise<string> =>
      document({
        title: titled(labels.api),
        place: 'api',
        body: renderApiReference({ settings, origin, features }),
      }),

    /** Why there is no page; where nothing is at the address, also pages with its words. @param path percent-encoded */
    async refused(path: string, refusal: Refusal, origin: string, caller: Caller): Promise<string> {
      const { body, status } = renderProblem(refusal, origin);
      const q = status === 404 ? wordsOfPath(path.replace(/^\/explore\/(?:page\/)?/, '')) : '';
      // Where the search is refused there are none.
      const near = q === '' ? null : await search(`${new URLSearchParams({ q, limit: '5', sections: '0' })}`, caller);
      return document({
        title: titled(status === 404 ? labels.notFoundTitle : headingOf(status)),
        place: null,
        q,
        body: refusedView(JSON.parse(body) as Problem, near === null || isRefusal(near) ? [] : near.items),
      });
    },
  };
}

function parse(body: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(body));
}
