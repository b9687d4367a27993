import type { VNode } from 'preact';
import type { TagFacet } from '../client/api_types.ts';
import { html } from './view/html.ts';
import type { SiteFacts } from './view/site_facts.ts';

const fields = ['all', 'title', 'body', 'description', 'aliases', 'tags'];

/** Tags that the form offers. An empty field would ask for an empty tag, which is refused, so each is a choice of its own. */
const mostTags = 12;

/**
 * The parameters of `GET /api/pages` as a form. With script the query builder takes its place.
 * @param tags of the site, the most frequent first
 */
export function queryForm({ collections }: SiteFacts, tags: readonly TagFacet[]): VNode {
  return html`<h1>Query builder</h1>
    <div id="builder">
      <p>Every answer of this service is JSON. This form asks <code>GET /api/pages</code>; questions that need a body are described in the <a href="/explore/api">API reference</a>.</p>
      <form class="parameters" action="/api/pages" method="get">
        <label>Text <input name="q" required value="search" /></label>
        <label>Field <select name="in">${fields.map((field) => html`<option>${field}</option>`)}</select></label>
        <label>Rows <input name="limit" type="number" min="1" max="100" value="10" /></label>
        ${choices(
          'Collection',
          'collection',
          collections.map(({ name, title }) => [name, title]),
        )}
        ${choices(
          'Tag',
          'tag',
          tags.slice(0, mostTags).map(({ value, title }) => [value, title]),
        )}
        ${choices('Count by', 'facets', [
          ['collection', 'collection'],
          ['tags', 'tags'],
          ['collection,tags', 'both'],
        ])}
        <button type="submit">Ask</button>
      </form>
    </div>`;
}

/** A parameter that is sent only when one of its values is chosen. */
function choices(
  legend: string,
  name: string,
  values: readonly (readonly [value: string, title: string])[],
): VNode | null {
  if (values.length === 0) return null;
  return html`<fieldset><legend>${legend}</legend>
    ${values.map(([value, title]) => html`<label class="line"><input type="radio" name=${name} value=${value} /> ${title}</label>`)}
  </fieldset>`;
}
