import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { html } from '../../view/html.ts';
import { type BuiltRequest, COPIES, type Copy, copyOf } from './request_copies.ts';

/** The request for a shell or a program, with a button that copies it. */
export function RequestCopyView({ request }: { readonly request: BuiltRequest }): VNode {
  const [copy, choose] = useState<Copy>('curl');
  const [isCopied, setCopied] = useState(false);
  const text = copyOf(request, copy, location.origin);
  return html`<div class="copy">
    <ul class="tabs" aria-label="Copy as">${COPIES.map(
      (each) =>
        html`<li><button type="button" aria-pressed=${each === copy ? 'true' : 'false'} onClick=${() => {
          choose(each);
          setCopied(false);
        }}>${each}</button></li>`,
    )}
      <li><button type="button" onClick=${() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>${isCopied ? 'Copied' : 'Copy'}</button></li>
    </ul>
    <pre tabindex="0"><code>${text}</code></pre>
  </div>`;
}
