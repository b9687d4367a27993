import type { VNode } from 'preact';
import { html } from './view/html.ts';
import type { SiteFacts } from './view/site_facts.ts';

const fields = ['all', 'title', 'body', 'description', 'aliases', 'tags'];

/** The parameters of `GET /api/pages` as a form. With script the query builder takes its place. */
export function queryForm({ collections }: SiteFacts): VNode {
  return html`<h1>Query builder</h1>
    <div id="builder">
      <p>Every answer of this service is JSON. This form asks <code>GET /api/pages</code>; questions that need a body are described in the <a href="/explore/api">API reference</a>.</p>
      <form class="parameters" action="/api/pages" method="get">
        <label>Text <input name="q" required value="search" /></label>
        <label>Field <select name="in">${fields.map((field) => html`<option>${field}</option>`)}</select></label>
        <label>Rows <input name="limit" type="number" min="1" max="100" value="10" /></label>
        <fieldset><legend>Collection</legend>
          ${collections.map(({ name, title }) => html`<label class="line"><input type="radio" name="collection" value=${name} /> ${title}</label>`)}
        </fieldset>
        <button type="submit">Ask</button>
      </form>
    </div>`;
}
