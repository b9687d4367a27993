import type { VNode } from 'preact';
import { html } from './html.ts';

/** The request that gave what is shown, to look at and to copy. @param target path and query string of a GET */
export function requestView(target: string, origin: string): VNode {
  return html`<details class="request">
    <summary>The request behind this</summary>
    <p><a href=${target}><code>GET ${target}</code></a></p>
    <pre tabindex="0"><code>curl ${shellQuoted(origin + target)}</code></pre>
    <p><a href=${`/explore/query#get=${encodeURIComponent(target)}`}>Open in the query builder</a></p>
  </details>`;
}

/** A text in single quotes of a shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
