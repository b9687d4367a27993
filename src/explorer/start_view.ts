import type { VNode } from 'preact';
import type { SearchAnswer } from './view/answers.ts';
import { html } from './view/html.ts';
import { pageAddress } from './view/page_address.ts';
import type { SiteFacts } from './view/site_facts.ts';

/** Tags that stand as examples of searches. */
const examples = 4;

/**
 * What stands above all pages before anything is searched: what the site is, and where to begin.
 * @param hasRoot whether the site has a page at its root
 */
export function startView({ title, description }: SiteFacts, { facets }: SearchAnswer, hasRoot: boolean): VNode {
  const tags = (facets?.tags ?? []).slice(0, examples);
  return html`<div class="start" id="start">
    <h1 dir="auto">${title}</h1>
    ${description === '' ? null : html`<p dir="auto">${description}</p>`}
    ${hasRoot ? html`<p><a class="read" href=${pageAddress('index')}>Start reading</a></p>` : null}
    ${tags.length === 0 ? null : html`<p class="try">Try ${tags.map((tag) => html`<a href=${`/explore?q=${encodeURIComponent(tag.title)}`}>${tag.title}</a> `)}</p>`}
  </div>`;
}
