import { createHash } from 'node:crypto';
import type { ComponentChildren, VNode } from 'preact';
import type { Problem, SearchAnswer, SearchRow, SinglePage, TagFacet } from '../client/api_types.ts';
import { isRefusal, type Refusal } from '../problems/refusal.ts';
import { countCharacters } from '../text/count_characters.ts';
import type { Asset } from './explorer_assets.ts';
import * as labels from './view/explorer_labels.ts';
import {
  addressOf,
  changed,
  collectionTitle,
  OWN_LANGUAGE,
  QUERY_FIELDS,
  readState,
  type SiteFacts,
} from './view/explorer_state.ts';
import { breakable, html } from './view/html.ts';
import { pageDetails, pageOutline } from './view/page_details.ts';
import { describeAnswer, type ResultsProps, searchResults } from './view/search_results.ts';
import { pageAddress } from './view/texts.ts';

/** What the bodies of the explorer's pages show, each as a function from data to markup. */

interface ResultsParts extends Omit<ResultsProps, 'answer'> {
  readonly found: SearchAnswer | Refusal;
  /** The page that is open beside the rows, or null. */
  readonly open: SinglePage | null;
  /** What the start says besides; null where the rows do not begin with it. */
  readonly start: StartParts | null;
}

export interface StartParts {
  /** Whether the site has a page at its root. */
  readonly hasRoot: boolean;
  /** By collection: the description of the page of its folder. */
  readonly about: ReadonlyMap<string, string>;
}

/** The body of the result page: the start or a heading, the status line, the rows, and the open page beside them. */
export function resultsView({ found, open, start: parts, ...props }: ResultsParts): ComponentChildren {
  const { state, facts } = props;
  const refused = isRefusal(found);
  const answer = refused ? null : found;
  const start = parts !== null && answer !== null ? startView(props, answer, parts) : null;
  return html`
    ${start}
    <h1 class="unseen" id="heading" hidden=${start !== null}>${labels.results}</h1>
    <p role="status" id="status" class=${refused ? 'refused' : ''}>${refused ? found.detail : describeAnswer(found, state.q)}</p>
    <div class=${open === null ? 'beside' : 'beside open'} id="beside">
      <div id="answer">${answer === null ? null : searchResults({ ...props, answer })}</div>
      <aside id="panel" aria-label=${labels.selectedPage}>${open === null ? null : html`<h2 dir="auto">${open.title}</h2><p><a class="read" href=${pageAddress(open.path)}>${labels.read}</a></p>${pageOutline(open)}${pageDetails(open, facts)}`}</aside>
    </div>`;
}

/** Tags that stand as examples of searches. */
const examples = 4;

/** Collections that have cards. The others are among the facets. */
const mostCards = 12;

/** The collections that have cards. */
export function cardsOf({ facets }: Pick<SearchAnswer, 'facets'>) {
  return (facets?.collection ?? []).filter(({ count }) => count > 0).slice(0, mostCards);
}

/** What stands above all pages before anything is searched: what the site is, and where to begin. */
function startView(
  { state: shown, facts }: Pick<ResultsProps, 'state' | 'facts'>,
  { facets }: SearchAnswer,
  { hasRoot, about }: StartParts,
): VNode {
  const { title, description, languages } = facts;
  const cards = cardsOf({ facets });
  const tags = (facets?.tags ?? []).slice(0, examples);
  const state = changed(readState(''), { language: languages.length < 2 ? null : OWN_LANGUAGE });
  return html`<div class="start" id="start">
    <h1 dir="auto">${title}</h1>
    ${description === '' ? null : html`<p dir="auto">${description}</p>`}
    ${hasRoot ? html`<p><a class="read" href=${pageAddress('index')}>${labels.startReading}</a></p>` : null}
    ${tags.length === 0 ? null : html`<p class="try">${labels.tryWords} ${tags.map((tag) => html`<a href=${addressOf({ ...state, q: tag.title })}>${tag.title}</a> `)}</p>`}
    ${languages.length < 2 ? null : html`<nav aria-label=${labels.languages}><ul class="try" id="languages">${languages.map(({ code, name }) => html`<li><a href=${addressOf(changed(shown, { language: code }))} hreflang=${code} lang=${code} aria-current=${shown.language === code ? 'true' : undefined}>${name}</a></li>`)}</ul></nav>`}
    ${cards.length === 0 ? null : html`<section class="cards" aria-label=${labels.collections}><ul>${cards.map(({ value, count }) => card(shown, facts, value, count, about.get(value) ?? ''))}</ul></section>`}
  </div>`;
}

function card(state: ResultsProps['state'], facts: SiteFacts, name: string, count: number, about: string): VNode {
  return html`<li><a href=${addressOf(changed(state, { collection: name }))} dir="auto">${collectionTitle(facts, name)}</a> <span class="count">${labels.pages(count)}</span>
    ${about === '' ? null : html`<p class="excerpt" dir="auto">${about}</p>`}</li>`;
}

/** Tags that the form offers. An empty field would ask for an empty tag, which is refused, so each is a choice of its own. */
const mostTags = 12;
const counted: SiteFacts['collections'] = [
  { name: 'collection', title: 'collection' },
  { name: 'tags', title: 'tags' },
  { name: 'collection,tags', title: labels.both },
];

/**
 * The parameters of `GET /api/pages` as a form. With script the query builder takes its place.
 * @param tags of the site, the most frequent first
 */
export function queryForm({ collections }: SiteFacts, tags: readonly TagFacet[]): VNode {
  const shownTags = tags.slice(0, mostTags).map(({ value, title }) => ({ name: value, title }));
  return html`<h1>${labels.queryBuilder}</h1>
    <div id="builder">
      <p>${labels.aboutForm()}</p>
      <form class="parameters" action="/api/pages" method="get">
        <label>${labels.text} <input name="q" required value="search" /></label>
        <label>${labels.field} <select name="in">${QUERY_FIELDS.map((field) => html`<option>${field}</option>`)}</select></label>
        <label>${labels.limit} <input name="limit" type="number" min="1" max="100" value="10" /></label>
        ${choices(labels.collection, 'collection', collections)}
        ${choices(labels.tag, 'tag', shownTags)}
        ${choices(labels.countBy, 'facets', counted)}
        <button type="submit">${labels.run}</button>
      </form>
    </div>`;
}

/** A parameter that is sent only when one of its values is chosen. */
function choices(legend: string, parameter: string, values: SiteFacts['collections']): VNode | null {
  if (values.length === 0) return null;
  return html`<fieldset><legend>${legend}</legend>
    ${values.map(({ name, title }) => html`<label class="line"><input type="radio" name=${parameter} value=${name} /> ${title}</label>`)}
  </fieldset>`;
}

/** @param attributes of the box, each with the blank before it */
function boxLines(origin: string, attributes = ''): string {
  return `<catchword-search${attributes}>
  <form action="${origin}/explore"><input name="q" aria-label="${labels.search}"></form>
</catchword-search>`;
}

/**
 * `/explore/embed`: the lines that add the search box to another site, and a box to try; then those of the feedback element, which is not
 * there to try, as an answer would be stored.
 * @param box undefined when it was not built
 */
export function embedView(
  origin: string,
  box: Asset | undefined,
  { languages, hasFeedback }: Pick<SiteFacts, 'languages' | 'hasFeedback'>,
): VNode {
  return html`<div class="embed">
    <h1>${labels.searchBox}</h1>
    <p>${labels.aboutBox}</p>
    <catchword-search shortcut="none"><form action="/explore"><input name="q" aria-label=${labels.tryBox} placeholder=${labels.tryIt} /></form></catchword-search>
    ${box === undefined ? null : html`<script type="module" src="/explore/search.js"></script>`}
    <h2>${labels.copyCode}</h2>
    <pre tabindex="0"><code>${`<script type="module" src="${origin}/explore/search.js"></script>\n${boxLines(origin)}`}</code></pre>
    <p>${labels.updates}</p>
    ${box === undefined ? null : fixedVersion(origin, box, languages)}
    <h2>${labels.policy}</h2>
    <pre tabindex="0"><code>script-src ${origin}; connect-src ${origin}; form-action ${origin}</code></pre>
    <p>${labels.aboutPolicy()}</p>
    ${hasFeedback ? feedbackLines(origin) : null}
  </div>`;
}

function feedbackLines(origin: string): VNode {
  const lines = `<script type="module" src="${origin}/explore/feedback.js"></script>
<catchword-feedback>
  <form action="${origin}/feedback">
    ${labels.helpful}
    <button name="helpful" value="yes">${labels.yes}</button>
    <button name="helpful" value="no">${labels.no}</button>
  </form>
</catchword-feedback>`;
  return html`<h2>${labels.helpful}</h2>
    <p>${labels.aboutFeedback}</p>
    <pre tabindex="0"><code>${lines}</code></pre>
    <p>${labels.feedbackOrigin()}</p>`;
}

function fixedVersion(origin: string, { name, body }: Asset, [own, ...others]: SiteFacts['languages']): VNode {
  const integrity = `sha384-${createHash('sha384').update(body).digest('base64')}`;
  const script = `<script type="module" src="${origin}/explore/assets/${name}"\n  integrity="${integrity}" crossorigin></script>`;
  const language = others.length === 0 ? '' : ` language="${own!.code}"`;
  return html`<h2>${labels.fixed}</h2>
    <p>${labels.aboutFixed}</p>
    ${language === '' ? null : html`<p>${labels.fixedLanguage()}</p>`}
    <pre tabindex="0"><code>${`${script}\n${boxLines(origin, language)}`}</code></pre>`;
}

/** The page that replaces a refused page of the explorer. @param near pages that may have been meant, best first */
export function refusedView({ type, title, status, detail }: Problem, near: readonly SearchRow[]): VNode {
  return html`<div class="reading">
    <div class="before-text"></div>
    <article class="content refusal">
      <h1>${headingOf(status)}</h1>
      <p>${detail}</p>
      ${near.length === 0 ? null : html`<h2>${labels.near}</h2><ul class="near">${near.map(nearPage)}</ul>`}
      <ul class="actions">
        <li><a href="/explore">${labels.allPages}</a></li>
        <li><a href="/explore/map">${labels.map}</a></li>
      </ul>
      <p class="count">${status} ${type.startsWith('about:') ? title : html`<a href=${type}>${title}</a>`}</p>
    </article>
  </div>`;
}

/** @param status of the answer */
export function headingOf(status: number): string {
  if (status === 404) return labels.notFound;
  return status >= 500 ? labels.failed : labels.invalid;
}

/** With its path, as several versions of a page often have one title. */
function nearPage({ path, title, language }: SearchRow): VNode {
  return html`<li><a href=${pageAddress(path)} lang=${language} dir="auto">${breakable(title)}</a><code>${path}</code></li>`;
}

/** A few words say what a page is about, and a search has bounds. */
const mostWords = 5;
const longest = 60;

/**
 * The words in the address of a page that does not exist, to search for: those of the last segment that has any.
 *
 * @param path percent-encoded
 * @example wordsOfPath('/explore/page/guides/set-up.html') // 'set up'
 */
export function wordsOfPath(path: string): string {
  const segments = path.split('/').map((segment) => wordsOf(decoded(segment).replace(/\.(?:md|mdx|html?)$/i, '')));
  const words = segments.findLast((each) => each.length > 0) ?? [];
  return words.slice(0, mostWords).join(' ');
}

function wordsOf(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).filter((word) => countCharacters(word) <= longest);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
