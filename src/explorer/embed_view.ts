import { createHash } from 'node:crypto';
import type { VNode } from 'preact';
import type { Asset } from './explorer_assets.ts';
import { html } from './view/html.ts';

/**
 * `/explore/embed`: the lines that add the search box to another site, and a box to try.
 * @param box undefined when it was not built
 */
export function embedView(origin: string, box: Asset | undefined): VNode {
  const element = `<catchword-search>
  <form action="${origin}/explore"><input name="q" aria-label="Search"></form>
</catchword-search>`;
  return html`<div class="embed">
    <h1>Search box</h1>
    <p>Two lines put a search box for these pages into any site. Until the script has run, and without script, the form inside is there.</p>
    <catchword-search shortcut="none"><form action="/explore"><input name="q" aria-label="Try the search box" placeholder="Try it" /></form></catchword-search>
    ${box === undefined ? null : html`<script type="module" src="/explore/search.js"></script>`}
    <h2>To copy</h2>
    <pre tabindex="0"><code>${`<script type="module" src="${origin}/explore/search.js"></script>\n${element}`}</code></pre>
    <p>The address of the script stays, and updates of this service reach your site within five minutes.</p>
    ${box === undefined ? null : fixedVersion(origin, box, element)}
    <h2>If your site has a Content Security Policy</h2>
    <pre tabindex="0"><code>script-src ${origin}; connect-src ${origin}; form-action ${origin}</code></pre>
    <p>The box needs no <code>unsafe-inline</code>, and it works with trusted types.</p>
  </div>`;
}

function fixedVersion(origin: string, { name, body }: Asset, element: string): VNode {
  const integrity = `sha384-${createHash('sha384').update(body).digest('base64')}`;
  const script = `<script type="module" src="${origin}/explore/assets/${name}"\n  integrity="${integrity}" crossorigin></script>`;
  return html`<h2>With a fixed version</h2>
    <p>The browser refuses any other content. After an update of this service, copy the lines again: only the files of the current version are served.</p>
    <pre tabindex="0"><code>${`${script}\n${element}`}</code></pre>`;
}
