import { type ComponentChildren, h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Translation } from '../corpus/corpus.ts';
import type { AssetNames } from './explorer_assets.ts';
import * as labels from './view/explorer_labels.ts';
import { OWN_LANGUAGE, type SiteFacts } from './view/explorer_state.ts';
import { html } from './view/html.ts';
import { pageAddress } from './view/texts.ts';

/** The pages of the explorer that its header links to. */
type ExplorerTab = 'search' | 'map' | 'query' | 'api';

export interface DocumentParts {
  readonly title: string;
  /** What search engines show; absent: nothing. */
  readonly description?: string;
  /** Address of the same text as Markdown. */
  readonly markdown?: string;
  /** The page in all of its languages, its own among them; absent: it has one. */
  readonly translations?: readonly Pick<Translation, 'language' | 'path'>[];
  readonly facts: SiteFacts;
  readonly assets: AssetNames;
  readonly place: ExplorerTab | null;
  /** The text of the search, for the field in the header. */
  readonly q?: string;
  /** Address of the field's own filters, sent with the next search: `collection`, `tag`, `language`, `version` and `sort`. */
  readonly kept?: readonly (readonly [name: string, value: string])[];
  readonly body: ComponentChildren;
  /** Data for the browser's script, as attributes `data-*` of the body. */
  readonly data?: Readonly<Record<string, string>>;
}

/** A whole HTML document of the explorer, without inline script or style. */
export function renderDocument(parts: DocumentParts): string {
  return `<!doctype html>\n${renderToString(h('html', { lang: 'en' }, head(parts), body(parts)))}\n`;
}

function head({ title, description = '', markdown, translations = [], assets }: DocumentParts): VNode {
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title}</title>
    ${description === '' ? null : html`<meta name="description" content=${description} />`}
    ${markdown === undefined ? null : html`<link rel="alternate" type="text/markdown" href=${markdown} />`}
    ${translations.map(({ language, path }) => html`<link rel="alternate" hreflang=${language} href=${pageAddress(path)} />`)}
    <link rel="icon" href="/favicon.ico" type="image/svg+xml" />
    <link rel="stylesheet" href=${`/explore/assets/${assets.style}`} />
    ${assets.script === null ? null : html`<script type="module" src=${`/explore/assets/${assets.script}`}></script>`}
  </head>`;
}

function body(parts: DocumentParts): VNode {
  const { facts, place, data = {} } = parts;
  const attributes = Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value]));
  return html`<body data-place=${place ?? ''} data-title=${facts.title} data-collections=${JSON.stringify(facts.collections)} data-languages=${facts.languages.length < 2 ? undefined : JSON.stringify(facts.languages)} data-versions=${facts.versions.length === 0 ? undefined : JSON.stringify(facts.versions)} data-feedback=${facts.hasFeedback ? '1' : undefined} ...${attributes}>
    <a class="skip" href="#main">${labels.skip}</a>
    ${facts.hasIndex ? indexLine : null}
    <header class="top">
      <a class="brand" href="/explore" dir="auto">${facts.title}</a>
      ${searchForm(parts)}
      <nav aria-label=${labels.navigation}>
        ${link('/explore/map', labels.map, place === 'map')}
        ${link('/explore/query', labels.query, place === 'query')}
        ${link('/explore/api', labels.api, place === 'api')}
        <button type="button" class="theme" id="theme" hidden><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M10 3a7 7 0 1 0 7 7 5.5 5.5 0 0 1-7-7Z" /></svg><span class="unseen">${labels.theme}</span></button>
      </nav>
    </header>
    <main id="main" tabindex="-1">${parts.body}</main>
    <footer class="bottom">
      <p>${labels.allAsJson()}${facts.hasFeedback ? html` ${labels.toOwner()}` : null}</p>
      ${facts.isRoughlyOrdered ? html`<p>${labels.roughOrder}</p>` : null}
      <p class="keys" id="keys" hidden>${labels.keys()} <label><input type="checkbox" id="shortcuts" checked /> ${labels.shortcuts}</label></p>
    </footer>
  </body>`;
}

/** For agents that read this page as text: neither seen nor read aloud, and no stop of the tabulator. */
const indexLine = html`<p class="unseen" aria-hidden="true">${labels.forAgents()}</p>`;

function link(href: string, text: string, isHere: boolean): VNode {
  return html`<a href=${href} aria-current=${isHere ? 'page' : undefined}>${text}</a>`;
}

/** At most as many characters as `/api/search` reads. */
const longestSearch = 200;

function searchForm({ q = '', kept = [], place, facts }: DocumentParts): VNode {
  // Where no language is chosen, a search is in that of the reader.
  const isChosen = facts.languages.length < 2 || kept.some(([name]) => name === 'language');
  const sent = isChosen ? kept : [...kept, ['language', OWN_LANGUAGE] as const];
  return html`<form role="search" action="/explore" method="get" id="search">
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><circle cx="9" cy="9" r="6" /><path d="m13.5 13.5 4 4" /></svg>
    <input type="search" name="q" id="q" value=${q} aria-label=${labels.searchField} placeholder=${labels.search} maxlength=${longestSearch} autocomplete="off" autocapitalize="none" spellcheck=${false} enterkeyhint="search" autofocus=${place === 'search' && q === '' ? true : undefined} />
    ${sent.map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
    <kbd aria-hidden="true">/</kbd>
    <button type="submit">${labels.search}</button>
  </form>`;
}
