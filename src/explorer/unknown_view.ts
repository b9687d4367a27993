import type { VNode } from 'preact';
import type { SearchRow } from './view/answers.ts';
import { breakable } from './view/breakable.ts';
import { html } from './view/html.ts';
import { pageAddress } from './view/page_address.ts';

/** The members of a problem document (RFC 9457) that a person is shown. */
export interface ShownProblem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
}

/** What a person sees at an address where nothing is. @param near pages that may have been meant, best first */
export function unknownView({ type, title, status, detail }: ShownProblem, near: readonly SearchRow[]): VNode {
  return html`<div class="reading">
    <div class="before-text"></div>
    <article class="content unknown">
      <h1>There is no page at this address</h1>
      <p>${detail}</p>
      ${near.length === 0 ? null : html`<h2>Was it one of these?</h2><ul class="near">${near.map(nearPage)}</ul>`}
      <ul class="actions">
        <li><a href="/explore">All pages</a></li>
        <li><a href="/explore/map">Map</a></li>
      </ul>
      <p class="count">${status} <a href=${type}>${title}</a></p>
    </article>
  </div>`;
}

/** With its path, as several versions of a page often have one title. */
function nearPage({ path, title, language }: SearchRow): VNode {
  return html`<li><a href=${pageAddress(path)} lang=${language} dir="auto">${breakable(title)}</a><code>${path}</code></li>`;
}
