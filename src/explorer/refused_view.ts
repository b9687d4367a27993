import type { VNode } from 'preact';
import type { SearchRow } from '../client/api_types.ts';
import { countCharacters } from '../text/count_characters.ts';
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

/** The page that replaces a refused page of the explorer. @param near pages that may have been meant, best first */
export function refusedView({ type, title, status, detail }: ShownProblem, near: readonly SearchRow[]): VNode {
  return html`<div class="reading">
    <div class="before-text"></div>
    <article class="content refusal">
      <h1>${headingOf(status)}</h1>
      <p>${detail}</p>
      ${near.length === 0 ? null : html`<h2>Was it one of these?</h2><ul class="near">${near.map(nearPage)}</ul>`}
      <ul class="actions">
        <li><a href="/explore">All pages</a></li>
        <li><a href="/explore/map">Map</a></li>
      </ul>
      <p class="count">${status} ${type.startsWith('about:') ? title : html`<a href=${type}>${title}</a>`}</p>
    </article>
  </div>`;
}

/** @param status of the answer */
export function headingOf(status: number): string {
  if (status === 404) return 'There is no page at this address';
  return status >= 500 ? 'This page cannot be shown now' : 'This page cannot be asked for like this';
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
